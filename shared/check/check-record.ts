import { bestFitting, type FileContext, isHeader, tagsInForce } from '../domains/domains-in-force.ts'
import { type Identity, identityOf } from '../domains/identity.ts'
import { shorten } from '../domains/message-text.ts'
import { isPlain } from '../domains/plain-field.ts'
import { type Domain, type FieldDefinition, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import {
  type BlockNode,
  type Field,
  fieldSpan,
  fieldType,
  type RecordNode,
  type Span,
  type StrayNode,
  tagName,
  tagWord,
  valueText,
} from '../syntax/nodes.ts'
import { hasOpenEnd, openingIn } from '../syntax/open-ends.ts'
import { foreignTypes } from '../syntax/type-words.ts'
import type { Finding } from './problem.ts'
import type { Ambiguity, FieldContext, RecordContext, Report, Rule, ValueContext } from './rule.ts'
import { rules, rulesFor } from './rules/index.ts'

/** A record with the definition it is checked by, and what was found. */
export interface CheckedRecord {
  readonly tag: Tag | undefined
  readonly findings: readonly Finding[]
  /** What the record is called and refers to, if anything. */
  readonly identity: Identity | undefined
  /**
   * Set where several definitions fit the record's fields: those, and whether the file's other records leave it open.
   */
  readonly candidates?: readonly Tag[]
  readonly isAmbiguous?: boolean
}

/** Which definition a record with several candidates is checked by. */
export interface Resolution {
  readonly tag: Tag
  /** The definitions between which nothing decides; `tag` is the first. */
  readonly tags: readonly Tag[]
  readonly candidates: readonly Tag[]
  readonly usedDomains: ReadonlySet<Domain>
}

/**
 * Checks one record by itself.
 *
 * @param resolution for a record whose own fields fit several definitions: how the file decides
 */
export function checkRecord(
  record: RecordNode,
  domains: readonly Domain[],
  context: FileContext,
  resolution?: Resolution,
): CheckedRecord {
  const name = tagName(record)
  const candidates = name === undefined || isHeader(record) ? [] : tagsInForce(name, domains)
  const fitting =
    candidates.length > 1
      ? bestFitting(
          candidates,
          record.fields.map(({ name }) => name),
        )
      : candidates
  const tag = resolution?.tag ?? fitting[0]
  const ambiguity: Ambiguity | undefined = resolution && { tags: resolution.tags, usedDomains: resolution.usedDomains }
  const { registry, nextIdOf } = context
  const findings = context.onlyNames ? none : findingsIn({ record, name, tag, domains, registry, nextIdOf, ambiguity })
  const identity = tag && identityOf(record, tag)
  if (fitting.length < 2) return { tag, findings, identity }
  return { tag, findings, identity, candidates: fitting, isAmbiguous: (resolution?.tags.length ?? 0) > 1 }
}

/**
 * What the rules find in one field of a record, in the order of the places.
 *
 * @param node one of the record's fields; the rules are known to be content with all else
 */
export const checkFieldAlone = (
  record: RecordNode,
  tag: Tag,
  node: Field,
  domains: readonly Domain[],
  { registry, nextIdOf }: FileContext,
): readonly Finding[] =>
  findingsIn({ record, name: tag.name, tag, domains, registry, nextIdOf, ambiguity: undefined }, [node])

/**
 * What the rules find in a record, in the order of the places.
 *
 * @param some the fields to look at, where all else is known to be right
 */
function findingsIn(
  { record, name, tag, domains, registry, nextIdOf, ambiguity }: Omit<RecordContext, 'report'>,
  some?: readonly Field[],
): readonly Finding[] {
  const findings: Finding[] = []
  const current: Current = { rule: rules[0]!, node: undefined }
  let isOpen: boolean | undefined = some && false
  const report: Report = (message, { at = standardSpan(record, current), related, fixes } = {}) => {
    const {
      rule: { code, severity },
      node,
    } = current
    isOpen ??= hasOpenEnd(record)
    findings.push({
      code,
      severity,
      message,
      start: at.start,
      end: at.end,
      domain: tag?.domain.path,
      tag: name,
      field: node?.name,
      related,
      fixes: fixes && isOpen ? () => fixes().map(fix => ({ ...fix, isSafe: false })) : fixes,
    })
  }
  const context: RecordContext = { record, name, tag, domains, registry, nextIdOf, ambiguity, report }
  if (!some) checkWhole(context, current)
  for (const node of some ?? record.fields) {
    if (!tag || !isPlain(record, node, tag)) checkField(context, node, current)
  }
  if (findings.length > 1) findings.sort((one, other) => one.start - other.start)
  return findings.length === 0 ? none : findings
}

/** The rules about a record as a whole. */
function checkWhole(context: RecordContext, current: Current): void {
  for (const rule of recordRules) {
    current.rule = rule
    rule.record(context)
  }
  if (!isHeader(context.record)) return
  for (const rule of headerRules) {
    current.rule = rule
    rule.header(context)
  }
}

const none: readonly Finding[] = []

/** Checks a line that is no record. */
export function checkLine(node: StrayNode | BlockNode): Finding[] {
  const findings: Finding[] = []
  for (const rule of lineRules) {
    rule.line({
      node,
      report: (message, { at = { start: 0, end: node.text.length }, fixes } = {}) => {
        findings.push({ code: rule.code, severity: rule.severity, message, start: at.start, end: at.end, fixes })
      },
    })
  }
  return findings
}

/** What a report is about while a rule runs: one object for the whole record, as most rules have nothing to report. */
interface Current {
  rule: Rule
  /** The field that is looked at, if it is one. */
  node: Field | undefined
}

/** What a report marks that says nothing else. */
function standardSpan({ tagStart, tagEnd }: RecordNode, { rule, node }: Current): Span {
  if (!node) return { start: tagStart, end: tagEnd }
  return rule.value && node.value ? node.value : fieldSpan(node)
}

function checkField(
  { record, name, tag, domains, registry, nextIdOf, ambiguity, report }: RecordContext,
  node: Field,
  current: Current,
): void {
  const field = tag && fieldOf(tag, node.name)
  const value = field && checkableValue(record, node, field)
  const isOfType = field !== undefined && value !== undefined && valueTypes[field.type].accepts(value)
  const label = field?.label ?? `${shorten(name ?? tagWord(record))}.${shorten(node.name)}`
  const context: FieldContext = {
    record,
    name,
    tag,
    domains,
    registry,
    nextIdOf,
    ambiguity,
    report,
    node,
    fieldName: node.name,
    field,
    label,
    value,
    isOfType,
    written: node.value,
  }
  current.node = node
  for (const rule of fieldRules) {
    current.rule = rule
    rule.field(context)
  }
  if (!hasValue(context)) return
  for (const rule of valueRules) {
    current.rule = rule
    rule.value(context)
  }
}

const hasValue = (context: FieldContext): context is ValueContext => context.isOfType

/**
 * What a value says, if it is checked: one of a type from elsewhere is not, nor one that looks cut, nor an empty
 * required one, which is a missing field.
 */
function checkableValue(record: RecordNode, node: Field, field: FieldDefinition): string | undefined {
  if (!node.value) return undefined
  const { kind, closed } = node.value
  if ((kind === 'list' && !closed) || openingIn(record, node.value) !== undefined) return undefined
  const type = fieldType(record, node)
  if (type !== undefined && foreignTypes.has(type)) return undefined
  const text = valueText(record, node.value)
  return text === '' && field.required ? undefined : text
}

const lineRules = rulesFor('line')
const headerRules = rulesFor('header')
const recordRules = rulesFor('record')
const fieldRules = rulesFor('field')
const valueRules = rulesFor('value')
