import type { FieldDescriptor } from '../domains/descriptor.ts'
import { localize } from '../domains/localize.ts'
import { shorten, show } from '../domains/message-text.ts'
import { type NoteChange, someValues } from './change.ts'

/**
 * Notes what differs between two versions of a field, apart from its name and its texts.
 *
 * @param label its name in messages, such as `VEHICLE.plate`
 */
export function fieldChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.type !== after.type)
    note(
      'type-changed',
      localize('{field} is {type}; it was {before}.', { field: label, type: after.type, before: before.type }),
    )
  if (!before.required && after.required) note('required-added', localize('{field} is required now.', { field: label }))
  if (before.required && !after.required)
    note('required-removed', localize('{field} is not required any more.', { field: label }))
  if (!before.list && after.list) note('list-added', localize('A value of {field} is a list now.', { field: label }))
  if (before.list && !after.list)
    note('list-removed', localize('A value of {field} is no list any more.', { field: label }))
  if (after.deprecated && !before.deprecated)
    note('field-deprecated', localize('{name} is deprecated now.', { name: label }))
  enumChanges(before, after, label, note)
  rangeChanges(before, after, label, note)
  patternChanges(before, after, label, note)
  textFormatChanges(before, after, label, note)
  if (before.unit !== after.unit)
    note(
      'unit-changed',
      localize('The unit of {field} is {unit}; it was {before}.', {
        field: label,
        unit: unitOf(after),
        before: unitOf(before),
      }),
      // The first unit only says what the numbers were before.
      before.unit === undefined ? { records: 'compatible', readers: 'possibly' } : {},
    )
  if (before.ref !== after.ref) {
    if (before.ref === undefined)
      note('ref-added', localize('{field} refers to {target} now.', { field: label, target: shorten(after.ref!) }))
    else if (after.ref === undefined)
      note('ref-removed', localize('{field} refers to no records any more.', { field: label }))
    else
      note(
        'ref-changed',
        localize('{field} refers to {target}; it referred to {before}.', {
          field: label,
          target: shorten(after.ref),
          before: shorten(before.ref),
        }),
      )
  }
  transitionChanges(before, after, label, note)
}

const unitOf = ({ unit }: FieldDescriptor): string => (unit === undefined ? localize('not given') : shorten(unit))

function enumChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  const { enum: old } = before
  const { enum: now, renamedValues = {}, deprecatedValues = {} } = after
  if (!old || !now) {
    if (now)
      note(
        'enum-added',
        localize('{field} allows only the values {values} now.', { field: label, values: someValues(now) }),
        { values: now },
      )
    if (old) note('enum-removed', localize('{field} allows all values now.', { field: label }), { values: old })
    return
  }
  const renamed = old.filter(
    value => Object.hasOwn(renamedValues, value) && !now.includes(value) && now.includes(renamedValues[value]!),
  )
  for (const value of renamed)
    note(
      'value-renamed',
      localize('{value} of {field} is called {name} now.', {
        value: show(value),
        field: label,
        name: show(renamedValues[value]!),
      }),
      { values: [value] },
    )
  const removed = old.filter(value => !now.includes(value) && !renamed.includes(value))
  if (removed.length > 0)
    note(
      'enum-narrowed',
      localize('{field} does not allow {values} any more.', { field: label, values: someValues(removed) }),
      { values: removed },
    )
  const newNames = new Set(renamed.map(value => renamedValues[value]))
  const added = now.filter(value => !old.includes(value) && !newNames.has(value))
  if (added.length > 0)
    note('enum-widened', localize('{field} allows {values} now.', { field: label, values: someValues(added) }), {
      values: added,
    })
  const kept = old.filter(value => now.includes(value))
  const keptNow = now.filter(value => old.includes(value))
  if (kept.some((value, index) => value !== keptNow[index]))
    note('enum-reordered', localize('The values of {field} are in another order.', { field: label }))
  const deprecated = Object.keys(deprecatedValues).filter(value => !Object.hasOwn(before.deprecatedValues ?? {}, value))
  if (deprecated.length > 0)
    note(
      'value-deprecated',
      deprecated.length === 1
        ? localize('{value} of {field} is deprecated now.', { value: show(deprecated[0]!), field: label })
        : localize('{values} of {field} are deprecated now.', { values: someValues(deprecated), field: label }),
      { values: deprecated },
    )
}

function rangeChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  const [oldLeast, oldGreatest] = before.range ?? [-Infinity, Infinity]
  const [least, greatest] = after.range ?? [-Infinity, Infinity]
  const text = ({ range }: FieldDescriptor): string =>
    range
      ? localize('numbers from {least} to {greatest}', { least: range[0], greatest: range[1] })
      : localize('any number')
  const message = localize('{field} allows {numbers}; it allowed {before}.', {
    field: label,
    numbers: text(after),
    before: text(before),
  })
  if (least > oldLeast || greatest < oldGreatest) note('range-narrowed', message)
  if (least < oldLeast || greatest > oldGreatest) note('range-widened', message)
}

function patternChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.pattern === after.pattern) return
  if (after.pattern === undefined)
    note('pattern-removed', localize('{field} has no pattern any more.', { field: label }))
  else if (before.pattern === undefined)
    note(
      'pattern-changed',
      localize('{field} has the pattern {pattern} now.', { field: label, pattern: shorten(after.pattern) }),
    )
  else
    note(
      'pattern-changed',
      localize('{field} has the pattern {pattern}; it had {before}.', {
        field: label,
        pattern: shorten(after.pattern),
        before: shorten(before.pattern),
      }),
    )
}

function textFormatChanges(before: FieldDescriptor, after: FieldDescriptor, label: string, note: NoteChange): void {
  if (before.format === after.format) return
  if (after.format === undefined) note('format-removed', localize('{field} has no format any more.', { field: label }))
  else
    note(
      'format-changed',
      before.format === undefined
        ? localize('{field} has the format {format} now.', { field: label, format: after.format })
        : localize('{field} has the format {format} now; it had {before}.', {
            field: label,
            format: after.format,
            before: before.format,
          }),
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
      note(
        'transition-removed',
        localize('{values} cannot follow {value} in {field} any more.', {
          values: someValues(removed),
          value: show(value),
          field: label,
        }),
      )
    if (added.length > 0)
      note(
        'transition-added',
        localize('{values} can follow {value} in {field} now.', {
          values: someValues(added),
          value: show(value),
          field: label,
        }),
      )
  }
}
