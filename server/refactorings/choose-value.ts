import { type CodeAction, CodeActionKind } from 'vscode-languageserver-types'
import { lastIndex } from '../../shared/basics/binary-search.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { isAllowed } from '../../shared/domains/allowed-value.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import { type FieldDefinition, fieldOf } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { compareNames } from '../../shared/index/match.ts'
import type { ValueChoice, ValueToChoose } from '../../shared/protocol/typing.ts'
import { type RecordNode, type Span, type ValueNode, valueText } from '../../shared/syntax/nodes.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most values that are offered. */
const choiceLimit = 500

/** An action for each value with a problem, with which the user chooses another one. Only some clients can ask. */
export function chooseValues(snapshot: Snapshot, problems: readonly Problem[]): CodeAction[] {
  const { chooseValueCommand } = snapshot.client
  if (chooseValueCommand === undefined) return []
  const actions = new Map<Span, CodeAction>()
  for (const problem of problems) {
    const found = valueAt(snapshot, problem)
    if (!found || actions.has(found.value)) continue
    const { record, field, value } = found
    const title = `Choose a value for ${field.name}…`
    const toChoose: ValueToChoose = {
      uri: snapshot.uri,
      range: rangeIn(snapshot, problem.entry, value),
      field: field.name,
      choices: choicesFor(snapshot, field, valueText(record, value)),
    }
    actions.set(value, {
      title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(snapshot, problem)],
      command: { title, command: chooseValueCommand, arguments: [toChoose] },
    })
  }
  return [...actions.values()]
}

/** The value that a problem is about; undefined if it is about something else, or about one of several items. */
function valueAt(
  { file }: Snapshot,
  { entry, start, end }: Problem,
): { record: RecordNode; field: FieldDefinition; value: ValueNode } | undefined {
  const record = file.tree.entries[entry]
  const tag = file.entries[entry]?.tag
  if (record?.kind !== 'record' || !tag) return undefined
  const node = record.fields[lastIndex(record.fields, ({ nameStart }) => nameStart <= start)]
  if (node?.value && (start < node.value.start || end > node.value.end)) return undefined
  const field = node && fieldOf(tag, node.name)
  if (!node?.value || !field || field.list || node.value.kind === 'list' || node.value.hasTextBehind) return undefined
  return field.name === tag.identityField ? undefined : { record, field, value: node.value }
}

/** The values that may be written, the nearest first. */
function choicesFor(snapshot: Snapshot, field: FieldDefinition, written: string): ValueChoice[] {
  const closed = choicesOf(field)
  const values =
    closed?.map(({ value, meaning }) => ({ value, detail: meaning })) ?? openChoices(snapshot, field, written)
  const near = nearest(
    written,
    values.map(({ value }) => value),
    values.length,
  )
  const ranks = new Map(near.map((value, index) => [value, index]))
  const rank = (value: string): number => ranks.get(value) ?? near.length
  return values
    .filter(({ value }) => value !== written && (field.target || isAllowed(value, field)))
    .sort((one, other) => (closed || field.target ? rank(one.value) - rank(other.value) : 0))
    .slice(0, choiceLimit)
    .map(({ value, detail }) => ({ value, detail, text: canonicalValue(field.name, field.type, value) }))
}

type Choice = Omit<ValueChoice, 'text'>

function openChoices(
  { index }: Snapshot,
  { target, range, type, example }: FieldDefinition,
  written: string,
): Choice[] {
  if (target)
    return [...index.idsOf(target)].sort(compareNames).map(value => ({
      value,
      detail: [...index.recordsNamed(recordName(target, value))][0]?.identity.title ?? '',
    }))
  const choices: Choice[] = []
  if (range) {
    const [least, greatest] = range.map(value => ({ value: String(value) }))
    const isHigh = Number(written) > Number(greatest!.value)
    const ends = [
      { ...least!, detail: 'the least' },
      { ...greatest!, detail: 'the greatest' },
    ]
    choices.push(...(isHigh ? ends.toReversed() : ends))
  }
  if (type === 'ts') choices.push(...nearDays(written).map(value => ({ value, detail: 'a day that exists' })))
  if (example !== undefined) choices.push({ value: String(example), detail: 'the example' })
  if (type === 'ts')
    choices.push(...(valueTypes.ts.suggest?.(new Date()) ?? []).map(({ value, name }) => ({ value, detail: name })))
  return choices.filter(({ value }, at) => choices.findIndex(other => other.value === value) === at)
}

/** The last day of the month and the first one of the next, for a day that a month does not have. */
function nearDays(written: string): string[] {
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written) ?? []
  if (year === undefined) return []
  const dayOf = (monthIndex: number, dayOfMonth: number): string =>
    new Date(Date.UTC(Number(year), monthIndex, dayOfMonth)).toISOString().slice(0, 10)
  const monthIndex = Math.min(Math.max(Number(month), 1), 12) - 1
  const last = dayOf(monthIndex + 1, 0)
  if (Number(day) <= Number(last.slice(8))) return [dayOf(monthIndex, Math.max(Number(day), 1))]
  return [last, dayOf(monthIndex + 1, 1)]
}
