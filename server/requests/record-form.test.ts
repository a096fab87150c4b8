import { expect, test } from 'vitest'
import type { FormField } from '../../shared/protocol/records.ts'
import { type Editor, open } from '../../test/editor.ts'
import { checkValue, recordForm } from './record-form.ts'

const now = new Date('2026-06-30T12:00:00.500Z')
const control = '@CONTROL rid=CTL-7 | title="Reviews"\n'

test('required fields come first, and the id starts with the next free one', () => {
  expect(form('core.compliance.CONTROL', { others: { 'other.rec': control } })?.slice(0, 2)).toEqual([
    'rid! = CTL-8',
    'framework = ',
  ])
  expect(form('core.compliance.CONTROL')?.[0]).toBe('rid! = ')
  expect(form('core.nothing.CONTROL')).toBeNull()
})

test('records, allowed values, timestamps and truth values can be chosen', () => {
  const fields = form('core.compliance.FINDING', { others: { 'other.rec': control } })!
  expect(fields).toContain('control_ref = , or CTL-7 (Reviews)')
  expect(fields).toContain(
    'remediation_due = , or 2026-06-30 (Today, as a date (UTC).), 2026-06-30T12:00:00Z (The time now, to the second, in UTC.)',
  )
  expect(fields.find(field => field.startsWith('severity'))).toMatch(
    /^severity = one of low \(Small deviation.*, critical \(/,
  )
})

test('a value is checked as in a file, and an id must be new', () => {
  expect(problem('core.compliance.CONTROL', 'rid', 'CTL-7')).toBe('There is already a CONTROL CTL-7.')
  expect(problem('core.compliance.CONTROL', 'rid', 'CTL-8')).toBeNull()
  expect(problem('core.compliance.CONTROL', 'rid', '')).toBe('rid is required.')
  expect(problem('core.compliance.CONTROL', 'maturity', '9')).toBe('CONTROL.maturity is 9; it must be from 1 to 5.')
  expect(problem('core.compliance.CONTROL', 'maturity', '3" | x="')).toMatch(/^CONTROL\.maturity is/)
  expect(problem('core.compliance.CONTROL', 'title', 'a | b="c"\n')).toBeNull()
})

test('a reference to a record that does not exist is a warning, once all files are known', () => {
  const known = { others: {} }
  expect(problem('core.compliance.FINDING', 'control_ref', 'CTL-8', known)).toBe('(There is no CONTROL CTL-8 yet.)')
  expect(problem('core.compliance.FINDING', 'control_ref', 'CTL-8')).toBeNull()
  expect(problem('core.compliance.FINDING', 'control_ref', 'CTL-7', known)).toBeNull()
})

/** The form's fields: their name, what they start with, and what they can be. */
function form(tag: string, editor?: Editor): string[] | null {
  const { snapshot } = open('$0', editor)
  return (
    recordForm(snapshot, { tag }, now)?.map(({ name, isRequired, initial, choices, isClosed }: FormField) => {
      const listed = choices.map(({ value, detail }) => (detail ? `${value} (${detail})` : value)).join(', ')
      return `${name}${isRequired ? '!' : ''} = ${initial}${listed && `${isClosed ? 'one of' : ', or'} ${listed}`}`
    }) ?? null
  )
}

/** What is wrong with a value; a warning in parentheses. */
function problem(tag: string, field: string, value: string, editor?: Editor): string | null {
  const { snapshot } = open(control, editor)
  const found = checkValue(snapshot, { tag, field, value })
  return found?.isWarning ? `(${found.message})` : (found?.message ?? null)
}
