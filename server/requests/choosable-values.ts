import { isAllowed } from '../../shared/domains/allowed-value.ts'
import { choicesOf } from '../../shared/domains/field-text.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { canonicalValue } from '../../shared/domains/notation.ts'
import type { FieldDefinition, TagName } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import { compareNames } from '../../shared/index/match.ts'
import type { ChoosableValues, ChoosableValuesParams, ValueChoice } from '../../shared/protocol/typing.ts'
import { valueText } from '../../shared/syntax/nodes.ts'
import { valueAt } from '../refactorings/choose-value.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most values that are offered. */
const choiceLimit = 500

/**
 * The values that may be written in place of the one at a position, the nearest first; null if no single value stands
 * there.
 */
export function choosableValues(
  snapshot: Snapshot,
  { position }: Omit<ChoosableValuesParams, 'uri'>,
): ChoosableValues | null {
  const cursor = cursorAt(snapshot.file, position)
  const found = cursor && valueAt(snapshot, { entry: cursor.entry, start: cursor.offset, end: cursor.offset })
  if (!found) return null
  const { record, field, value } = found
  const written = valueText(record, value)
  const closed = choicesOf(field)
  const all = closed?.map(({ value, meaning }) => ({ value, detail: meaning })) ?? openChoices(snapshot, field, written)
  const allowed = all.filter(({ value }) => value !== written && (field.target || isAllowed(value, field)))
  const values = allowed.map(({ value }) => value)
  const ranks = new Map(nearest(written, values, values.length).map((value, index) => [value, index]))
  const rankOf = ({ value }: OfferedValue): number => ranks.get(value) ?? ranks.size
  const inOrder = closed || field.target ? allowed.sort((one, other) => rankOf(one) - rankOf(other)) : allowed
  return {
    choices: inOrder.slice(0, choiceLimit).map(({ value, detail }) => ({
      value,
      detail: field.target ? titleOfTarget(snapshot, field.target, value) : detail,
      text: canonicalValue(field.name, field.type, value),
    })),
    leftOut: Math.max(0, inOrder.length - choiceLimit),
  }
}

const titleOfTarget = ({ index }: Snapshot, target: TagName, id: string): string =>
  [...index.recordsNamed(recordName(target, id))][0]?.identity.title ?? ''

type OfferedValue = Omit<ValueChoice, 'text'>

function openChoices(
  { index }: Snapshot,
  { target, range, type, example }: FieldDefinition,
  written: string,
): OfferedValue[] {
  if (target) return [...index.idsOf(target)].sort(compareNames).map(value => ({ value }))
  const choices: OfferedValue[] = []
  if (range) {
    const [least, greatest] = range.map(value => ({ value: String(value) }))
    const isHigh = Number(written) > Number(greatest!.value)
    const ends = [
      { ...least!, detail: localize('the least') },
      { ...greatest!, detail: localize('the greatest') },
    ]
    choices.push(...(isHigh ? ends.toReversed() : ends))
  }
  if (type === 'ts') choices.push(...nearDays(written).map(value => ({ value, detail: localize('a day that exists') })))
  if (example !== undefined) choices.push({ value: String(example), detail: localize('the example') })
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
