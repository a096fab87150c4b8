import { once } from '../basics/once.ts'
import { bestFitting, type FileContext, tagsInForce } from '../domains/domains-in-force.ts'
import { type Identity, identityOf } from '../domains/identity.ts'
import { shorten } from '../domains/message-text.ts'
import { type Domain, type FieldDefinition, fieldOf, type Tag } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import {
  type BlockNode,
  type Entry,
  type Field,
  fieldSpan,
  fieldType,
  isHeader,
  type RecordNode,
  type Span,
  type StrayNode,
  tagName,
  tagWord,
  valueText,
} from '../syntax/nodes.ts'
import { hasOpenEnd, openingIn } from '../syntax/open-ends.ts'
import { foreignTypes } from '../syntax/type-words.ts'
import { type FollowedValues, followedValuesIn } from './declared/followed-records.ts'
import { ownRuleFindings } from './declared/rule-evaluation.ts'
import { canSkip } from './objections.ts'
import type { Finding } from './problem.ts'
import type { Ambiguity, FieldContext, Fix, RecordContext, Report, Rule, ValueContext } from './rule.ts'
import { rules, rulesFor } from './rules/index.ts'

/** The result of checking a record. */
export interface CheckedRecord {
  readonly tag: Tag | undefined
  readonly findings: readonly Finding[]
  /** The identity and references of the record, if it has any. */
  readonly identity: Identity | undefined
  /** The values that rules about several records read; undefined if there are none, or no index will ask for them. */
  readonly followed?: FollowedValues | undefined
  /** Set if several definitions of the tag fit the fields of the record equally well. */
  readonly candidates?: readonly Tag[]
  readonly isAmbiguous?: boolean
  /** Set if a condition is false for the record that the caller gave the scanner. */
  readonly isLeftOut?: boolean
}

/** What a check needs to know of a file, and what makes it faster. */
export interface CheckContext extends FileContext {
  /**
   * Returns the result for a record without parsing its fields; undefined if the record may have problems. Without
   * this, all records are parsed.
   */
  readonly scan?: (record: RecordNode, domains: readonly Domain[], context: FileContext) => CheckedRecord | undefined
}

/** How the file decides between several definitions of a tag. */
export interface Resolution {
  readonly tag: Tag
  /** The definitions that are equally likely; `tag` is the first of them. */
  readonly tags: readonly Tag[]
  readonly candidates: readonly Tag[]
  readonly usedDomains: ReadonlySet<Domain>
}

/**
 * Checks one record by itself.
 *
 * @param resolution how the file decides, for a record whose fields fit several definitions
 */
export function checkRecord(
  record: RecordNode,
  domains: readonly Domain[],
  context: CheckContext,
  resolution?: Resolution,
): CheckedRecord {
  const scanned = resolution ? undefined : context.scan?.(record, domains, context)
  if (scanned) return scanned
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
  const own = context.onlyNames ? none : findingsIn({ record, name, tag, domains, registry, nextIdOf, ambiguity })
  const findings = tag && !context.onlyNames ? withRuleFindings(own, record, tag, context) : own
  const identity = tag && identityOf(record, tag)
  const followed = tag && context.isIndexed ? followedValuesIn(record, tag, context) : undefined
  if (fitting.length < 2) return { tag, findings, identity, followed }
  return { tag, findings, identity, followed, candidates: fitting, isAmbiguous: (resolution?.tags.length ?? 0) > 1 }
}

/** Adds what the declared rules find that read only the record itself, by position. */
export function withRuleFindings(
  others: readonly Finding[],
  record: RecordNode,
  tag: Tag,
  context: FileContext,
): readonly Finding[] {
  const declared = ownRuleFindings(record, tag, context)
  if (declared.length === 0) return others
  return [...others, ...declared].sort((one, other) => one.start - other.start)
}

/**
 * Checks some fields of a record. The rest of the record is known to be correct.
 *
 * @returns the findings, sorted by position
 */
export const checkSomeFields = (
  record: RecordNode,
  tag: Tag,
  fields: readonly Field[],
  domains: readonly Domain[],
  { registry, nextIdOf }: Pick<FileContext, 'registry' | 'nextIdOf'>,
): readonly Finding[] =>
  findingsIn({ record, name: tag.name, tag, domains, registry, nextIdOf, ambiguity: undefined }, fields)

/**
 * Runs the rules on a record.
 *
 * @param some the fields to check if the rest of the record is known to be correct
 * @returns the findings, sorted by position
 */
function findingsIn(
  { record, name, tag, domains, registry, nextIdOf, ambiguity }: Omit<RecordContext, 'report'>,
  some?: readonly Field[],
): readonly Finding[] {
  const findings: Finding[] = []
  const current: Current = { rule: rules[0]!, node: undefined }
  // No fix is safe in a record whose end is in doubt. A record can have many problems, and fixes are rarely asked for.
  const isOpen = once(() => hasOpenEnd(record))
  const report: Report = (message, { at = standardSpan(record, current), subject, related, fixes } = {}) => {
    const {
      rule: { code, severity },
      node,
    } = current
    findings.push({
      code,
      severity,
      message,
      start: at.start,
      end: at.end,
      domain: tag?.domain.path,
      tag: name,
      field: node?.name,
      subject,
      related,
      fixes: fixes && !some ? () => (isOpen() ? notSafe(fixes()) : fixes()) : fixes,
    })
  }
  const context: RecordContext = { record, name, tag, domains, registry, nextIdOf, ambiguity, report }
  if (!some) checkWhole(context, current)
  for (const node of some ?? record.fields) {
    if (!tag || !canSkip(record, node, tag)) checkField(context, node, current)
  }
  if (findings.length > 1) findings.sort((one, other) => one.start - other.start)
  return findings.length === 0 ? none : findings
}

const notSafe = (fixes: readonly Fix[]): Fix[] => fixes.map(({ answer, ...fix }) => ({ ...fix, isSafe: false }))

/** Runs the rules for whole records. */
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

/** No findings. All records without a problem share it. */
export const none: readonly Finding[] = []

/** Checks lines that are not a record, with what stands directly above them. */
export function checkLine(node: StrayNode, domains: readonly Domain[], above?: Entry): Finding[] {
  const findings: Finding[] = []
  for (const rule of lineRules) rule.line({ node, above, domains, report: reportInto(findings, rule, node) })
  return findings
}

/** Checks a block. */
export function checkBlock(node: BlockNode): Finding[] {
  const findings: Finding[] = []
  if (!node.closed) for (const rule of blockRules) rule.openBlock({ node, report: reportInto(findings, rule, node) })
  return findings
}

/** A function that adds what a rule reports of lines or of a block to the findings. */
const reportInto =
  (findings: Finding[], { code, severity }: Rule, { text }: StrayNode | BlockNode): Report =>
  (message, { at = { start: 0, end: text.length }, fixes } = {}) => {
    findings.push({ code, severity, message, start: at.start, end: at.end, fixes })
  }

/** The rule that is running and its field. One mutable object for each record, because most rules report nothing. */
interface Current {
  rule: Rule
  /** The field, if the rule checks fields. */
  node: Field | undefined
}

/** The span of a report that names none. */
function standardSpan({ tagStart, tagEnd }: RecordNode, { rule, node }: Current): Span {
  if (!node) return { start: tagStart, end: tagEnd }
  return rule.value && node.value ? node.value : fieldSpan(node)
}

function checkField(
  { record, name, tag, domains, registry, nextIdOf, ambiguity, report }: RecordContext,
  node: Field,
  current: Current,
): void {
  const defined = tag && fieldOf(tag, node.name)
  const field = defined?.isTypeUnknown ? undefined : defined
  const value = field && checkableValue(record, node, field)
  const isOfType = field !== undefined && value !== undefined && valueTypes[field.type].accepts(value)
  const label = defined?.label ?? `${shorten(name ?? tagWord(record))}.${shorten(node.name)}`
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
 * The text of a value, or undefined if the value is not checked: because it has a foreign type or looks cut off, or
 * because it is empty and required, which is a missing field.
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
const blockRules = rulesFor('openBlock')
const headerRules = rulesFor('header')
const recordRules = rulesFor('record')
const fieldRules = rulesFor('field')
const valueRules = rulesFor('value')
