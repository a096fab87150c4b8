import type { RuleDescriptor } from '../../domains/descriptor.ts'
import type { FileContext } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { canonicalField } from '../../domains/notation.ts'
import type { FieldDefinition, Tag } from '../../domains/registry.ts'
import type { Reads } from '../../expression/expression.ts'
import { Frame } from '../../expression/run/frame.ts'
import type { MessageTemplate } from '../../expression/run/message.ts'
import { ParsedRecord } from '../../expression/run/parsed-record.ts'
import {
  type ReachableRecords,
  type RecordLinks,
  type RecordValues,
  type Timestamp,
  valueAsText,
} from '../../expression/run/values.ts'
import { itemAt, type List } from '../../syntax/list.ts'
import { fieldSpan, type RecordNode, type Span } from '../../syntax/nodes.ts'
import type { TextChange } from '../../syntax/text-change.ts'
import { entryAt, type Tree } from '../../syntax/tree.ts'
import { type Finding, type Problem, problemAt } from '../problem.ts'
import type { Fix } from '../rule.ts'
import { type DeclaredRule, declaredRules, isBroken, nowIn, type RulesInForce } from './declared-rules.ts'

/** Runs the declared rules that read only the record itself. */
export function ownRuleFindings(record: RecordNode, tag: Tag, context: FileContext): readonly Finding[] {
  const { own } = declaredRules(tag, context)
  return own.length === 0 ? [] : declaredFindings(own, record, nowIn(context), undefined, context)
}

/**
 * Returns a function that tells whether a record breaks a rule about several records. It is the only one that evaluates
 * these rules on stored values, for the editor and the command line.
 *
 * @param records all records that the rules can reach, however they are stored
 */
export function acrossEvaluator(
  rules: RulesInForce,
  records: ReachableRecords,
  now: Timestamp,
): (record: RecordValues, tag: Tag) => boolean {
  let frame: Frame | undefined
  let latest: Tag | undefined
  let across: readonly DeclaredRule[] = []
  return (record, tag) => {
    if (tag !== latest) across = declaredRules(tag, rules).across
    latest = tag
    frame ??= new Frame(record, now, records)
    frame.record = record
    for (const rule of across) {
      frame.restart()
      if (isBroken(rule, frame, rules.ruleBudget)) return true
    }
    return false
  }
}

/**
 * Works out the messages of the rules about several records that a record breaks. So `records` is asked for all that
 * these rules need.
 */
export function askForMessages(
  record: RecordValues,
  tag: Tag,
  rules: RulesInForce,
  records: ReachableRecords,
  now: Timestamp,
): void {
  for (const rule of declaredRules(tag, rules).across) {
    const frame = new Frame(record, now, records)
    if (isBroken(rule, frame, rules.ruleBudget)) messageOf(rule, frame)
  }
}

/** What rules need of a checked file. */
interface RuledFile {
  readonly tree: Tree
  readonly list: List<{ readonly tag: Tag | undefined }>
  readonly context: FileContext
}

/**
 * The problems of rules about several records in some entries of a file, which are records with a tag.
 *
 * @param linksOf where the references of the record in an entry lead, if that is known
 * @param now what `now` means in the rules
 */
export const acrossRuleProblems = (
  { tree, list, context }: RuledFile,
  entries: readonly number[],
  records: ReachableRecords,
  linksOf: (entry: number) => RecordLinks | undefined = () => undefined,
  now = nowIn(context),
): Problem[] =>
  entries.flatMap(entry => {
    const record = entryAt(tree, entry) as RecordNode
    const { tag } = itemAt(list, entry)!
    const findings = acrossRuleFindings(record, tag!, context, records, linksOf(entry), now)
    return findings.map(finding => problemAt(entry, finding))
  })

/**
 * Runs the declared rules that read other records too.
 *
 * @param links where the references of the record lead, if that is known
 * @param now what `now` means in the rules
 */
export function acrossRuleFindings(
  record: RecordNode,
  tag: Tag,
  context: FileContext,
  records: ReachableRecords,
  links?: RecordLinks,
  now = nowIn(context),
): readonly Finding[] {
  const { across } = declaredRules(tag, context)
  return across.length === 0 ? [] : declaredFindings(across, record, now, records, context, links)
}

function declaredFindings(
  rules: readonly DeclaredRule[],
  record: RecordNode,
  now: Timestamp,
  records: ReachableRecords | undefined,
  { ruleBudget }: RulesInForce,
  links?: RecordLinks,
): Finding[] {
  const frame = new Frame(new ParsedRecord(record, links), now, records)
  const findings: Finding[] = []
  for (const rule of rules) {
    frame.restart()
    if (isBroken(rule, frame, ruleBudget)) findings.push(findingOf(rule, record, frame))
  }
  return findings
}

function findingOf(declared: DeclaredRule, record: RecordNode, frame: Frame): Finding {
  const { code, severity, tag } = declared
  const places = placesOf(declared, record)
  const [first] = places
  const { start, end } = first?.at ?? { start: record.tagStart, end: record.tagEnd }
  const others = alsoRead(declared, places)
  const message = messageOf(declared, frame)
  const fix = fixOf(declared, record, frame)
  return {
    code,
    // Nobody knows whether a record is right for which a rule was stopped.
    severity: frame.isExhausted ? 'error' : severity,
    message,
    start,
    end,
    domain: tag.domain.path,
    tag: tag.name,
    field: first?.name,
    isStopped: frame.isExhausted || undefined,
    related: others.length === 0 ? undefined : () => others.map(({ at, name }) => ({ at, message: readsToo(name) })),
    fixes: fix && (() => [fix]),
  }
}

/**
 * The places that explain the problem of a rule, besides the first one, where the problem is. The place of the id is
 * left out if the rule does not name it: it says nothing about a circle.
 */
const alsoRead = <Placed extends { readonly name: string }>(
  { reads }: DeclaredRule,
  places: readonly Placed[],
): readonly Placed[] => {
  const names = new Set([...reads.named].map(({ name }) => name))
  return places.slice(1).filter(({ name }) => names.has(name))
}

/** What the problem of a rule says about another field that the rule reads. */
const readsToo = (name: string): string => localize('The rule reads {field} too.', { field: name })

/** The fix that gives fields new values; undefined if the rule has none, or a value cannot be calculated. */
function fixOf({ fix }: DeclaredRule, record: RecordNode, frame: Frame): Fix | undefined {
  if (fix.length === 0) return undefined
  const last = record.fields.at(-1)
  const end = last ? fieldSpan(last).end : record.tagEnd
  const edits: TextChange[] = []
  const changes: string[] = []
  let added = ''
  for (const { field, evaluate } of fix) {
    const value = evaluate(frame)
    if (value === undefined) return undefined
    const text = canonicalField(field, valueAsText(value))
    const node = record.fields.find(({ name }) => name === field.name)
    if (node) edits.push({ ...fieldSpan(node), text })
    else added += `${last || added !== '' ? ' |' : ''} ${text}`
    changes.push(localize('{field} to {value}', { field: shorten(field.name), value: shorten(valueAsText(value)) }))
  }
  if (added !== '') edits.push({ start: end, end, text: added })
  edits.sort((one, other) => one.start - other.start)
  return { title: localize('Set {changes}', { changes: { and: changes } }), edits }
}

/** The names of the fields that a rule is about: its `field`, or else those that it reads. */
const fieldsOfPlaces = ({ rule, reads }: DeclaredRule): readonly string[] =>
  rule.field === undefined ? reads.own.map(({ name }) => name) : [rule.field]

/** Where the fields stand that a rule is about. If the record has none of them, its problem is at the tag. */
function placesOf(declared: DeclaredRule, record: RecordNode): { name: string; at: Span }[] {
  return fieldsOfPlaces(declared).flatMap(name => {
    const node = record.fields.find(field => field.name === name)
    return node ? { name, at: node.value ?? fieldSpan(node) } : []
  })
}

/** What the message of a declared rule depends on. */
interface RuleToTell {
  readonly rule: Pick<RuleDescriptor, 'id'>
  /** What its expression reads. */
  readonly reads: Pick<Reads, 'own'>
  readonly message: MessageTemplate
}

/** What the problem of a rule says, after the rule was evaluated and found broken in this frame. */
export const messageOf = (told: RuleToTell, frame: Frame): string =>
  frame.isExhausted ? exhausted(told.rule) : messageFor(told, frame)

/** The fields whose values are told behind the message: all that the rule reads of the record, if it names no value. */
const toldFields = ({ message, reads }: Omit<RuleToTell, 'rule'>): readonly FieldDefinition[] =>
  message.expressions.length > 0 ? [] : reads.own

/** The message, with the values that the rule reads if the message names none. */
function messageFor({ message, reads }: RuleToTell, frame: Frame): string {
  const text = message.textFor(frame)
  const values = toldFields({ message, reads }).flatMap(field => said(field, frame) ?? [])
  return values.length === 0 ? text : `${asSentence(text)} ${localize('Here {values}.', { values: { and: values } })}`
}

const asSentence = (text: string): string => (/[.!?…:;。][)"'”»]?$/u.test(text) ? text : `${text}.`)

function said(field: FieldDefinition, frame: Frame): string | undefined {
  const value = frame.record.get(field)
  if (value === undefined) return undefined
  const text = valueAsText(value)
  return localize('{field} is {value}', {
    field: shorten(field.name),
    value: typeof value === 'string' || Array.isArray(value) ? show(text) : shorten(text),
  })
}

const exhausted = ({ id }: RuleToTell['rule']): string =>
  localize(
    'The rule {rule} was stopped because it takes too many steps for this record; make its expression simpler.',
    { rule: shorten(id) },
  )
