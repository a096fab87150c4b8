import type { FieldDescriptor } from '../domains/descriptor.ts'
import { shorten } from '../domains/message-text.ts'
import { type NoteChange, someValues } from './change.ts'

/**
 * Notes what differs between two versions of a field, apart from its name and its texts.
 *
 * @param label its name in messages, such as `VEHICLE.plate`
 */
export function fieldChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.type !== after.type) note('type-changed', `${label} is ${after.type}; it was ${before.type}.`)
  if (!before.required && after.required) note('required-added', `${label} is required now.`)
  if (before.required && !after.required) note('required-removed', `${label} is not required any more.`)
  if (!before.list && after.list) note('list-added', `A value of ${label} is a list now.`)
  if (before.list && !after.list) note('list-removed', `A value of ${label} is no list any more.`)
  if (after.deprecated && !before.deprecated) note('field-deprecated', `${label} is deprecated now.`)
  enumChanges(before, after, label, note)
  rangeChanges(before, after, label, note)
  patternChanges(before, after, label, note)
  textFormatChanges(before, after, label, note)
  if (before.unit !== after.unit)
    note('unit-changed', `The unit of ${label} is ${unitOf(after)}; it was ${unitOf(before)}.`, {
      // The first unit only says what the numbers were before.
      ...(before.unit === undefined && { records: 'compatible', readers: 'possibly' }),
    })
  if (before.ref !== after.ref) {
    if (before.ref === undefined) note('ref-added', `${label} refers to ${shorten(after.ref!)} now.`)
    else if (after.ref === undefined) note('ref-removed', `${label} refers to no records any more.`)
    else note('ref-changed', `${label} refers to ${shorten(after.ref)}; it referred to ${shorten(before.ref)}.`)
  }
  transitionChanges(before, after, label, note)
}

const unitOf = ({ unit }: FieldDescriptor): string => (unit === undefined ? 'not given' : shorten(unit))

function enumChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  const { enum: old } = before
  const { enum: now, renamedValues = {}, deprecatedValues = {} } = after
  if (!old || !now) {
    if (now) note('enum-added', `${label} allows only the values ${someValues(now)} now.`, { values: now })
    if (old) note('enum-removed', `${label} allows all values now.`, { values: old })
    return
  }
  const renamed = old.filter(
    value => Object.hasOwn(renamedValues, value) && !now.includes(value) && now.includes(renamedValues[value]!),
  )
  for (const value of renamed)
    note('value-renamed', `${someValues([value])} of ${label} is called ${someValues([renamedValues[value]!])} now.`, {
      values: [value],
    })
  const removed = old.filter(value => !now.includes(value) && !renamed.includes(value))
  if (removed.length > 0)
    note('enum-narrowed', `${label} does not allow ${someValues(removed)} any more.`, { values: removed })
  const newNames = new Set(renamed.map(value => renamedValues[value]))
  const added = now.filter(value => !old.includes(value) && !newNames.has(value))
  if (added.length > 0) note('enum-widened', `${label} allows ${someValues(added)} now.`, { values: added })
  const kept = old.filter(value => now.includes(value))
  const keptNow = now.filter(value => old.includes(value))
  if (kept.some((value, index) => value !== keptNow[index]))
    note('enum-reordered', `The values of ${label} are in another order.`)
  const deprecated = Object.keys(deprecatedValues).filter(value => !Object.hasOwn(before.deprecatedValues ?? {}, value))
  if (deprecated.length > 0)
    note(
      'value-deprecated',
      `${someValues(deprecated)} of ${label} ${deprecated.length === 1 ? 'is' : 'are'} deprecated now.`,
      {
        values: deprecated,
      },
    )
}

function rangeChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  const [oldLeast, oldGreatest] = before.range ?? [-Infinity, Infinity]
  const [least, greatest] = after.range ?? [-Infinity, Infinity]
  const text = ({ range }: FieldDescriptor): string => (range ? `from ${range[0]} to ${range[1]}` : 'any number')
  const message = `${label} allows ${text(after)}; it allowed ${text(before)}.`
  if (least > oldLeast || greatest < oldGreatest) note('range-narrowed', message)
  if (least < oldLeast || greatest > oldGreatest) note('range-widened', message)
}

function patternChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.pattern === after.pattern) return
  if (after.pattern === undefined) note('pattern-removed', `${label} has no pattern any more.`)
  else if (before.pattern === undefined)
    note('pattern-changed', `${label} has the pattern ${shorten(after.pattern)} now.`)
  else note('pattern-changed', `${label} has the pattern ${shorten(after.pattern)}; it had ${shorten(before.pattern)}.`)
}

function textFormatChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.format === after.format) return
  if (after.format === undefined) note('format-removed', `${label} has no format any more.`)
  else
    note(
      'format-changed',
      `${label} has the format ${after.format} now${before.format === undefined ? '' : `; it had ${before.format}`}.`,
    )
}

/** Any value can follow one that the transitions do not name. */
function transitionChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (!before.transitions && !after.transitions) return
  const values = (before.enum ?? []).filter(value => after.enum?.includes(value))
  const followers = ({ transitions = {} }: FieldDescriptor, value: string): readonly string[] =>
    Object.hasOwn(transitions, value) ? transitions[value]! : values
  for (const value of values) {
    const [old, now] = [followers(before, value), followers(after, value)]
    const isOther = (next: string): boolean => next !== value && values.includes(next)
    const removed = old.filter(next => isOther(next) && !now.includes(next))
    const added = now.filter(next => isOther(next) && !old.includes(next))
    if (removed.length > 0)
      note('transition-removed', `${someValues(removed)} cannot follow ${someValues([value])} in ${label} any more.`)
    if (added.length > 0)
      note('transition-added', `${someValues(added)} can follow ${someValues([value])} in ${label} now.`)
  }
}
