import { expect, test } from 'vitest'
import type { FormField } from '../../shared/protocol/records.ts'
import { withoutTabStops } from '../../shared/syntax/text-change.ts'
import { offsetAt, textOf } from '../../shared/syntax/tree.ts'
import { type Editor, open } from '../../test/editor.ts'
import { checkValue, filledRecord, newRecord, recordForm } from './new-record.ts'

test('a new record goes to a blank line at the cursor', () => {
  expectInserted('$0', '@CONTROL rid=C-8')
  expectInserted('@CONTROL rid=C-1\n$0', '@CONTROL rid=C-1\n@CONTROL rid=C-2')
  expectInserted('@CONTROL rid=C-1\n  $0  \n# end', '@CONTROL rid=C-1\n@CONTROL rid=C-2\n# end')
  expectInserted('@BEGIN\n@END\n$0', '@BEGIN\n@END\n@CONTROL rid=C-8')
})

test('at a record, a new one goes below it and its continuation lines', () => {
  expectInserted('@CONTROL r$0id=C-1', '@CONTROL rid=C-1\n@CONTROL rid=C-2')
  expectInserted(
    '@CONTROL rid=C-1$0\n | title="x"\n@CONTROL rid=C-4\n',
    '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-5\n@CONTROL rid=C-4\n',
  )
  expectInserted('@CONTROL rid=C-1\n | ti$0tle="x"', '@CONTROL rid=C-1\n | title="x"\n@CONTROL rid=C-2')
})

test('a comment stays above its record', () => {
  expectInserted('# o$0ne\n# two\n@CONTROL rid=C-1\n', '# one\n# two\n@CONTROL rid=C-1\n@CONTROL rid=C-2\n')
  expectInserted('# al$0one\n\n', '# alone\n@CONTROL rid=C-8\n\n')
})

test('a new record never goes into a block', () => {
  expectInserted('@BEGIN\n$0\n@END\n', '@BEGIN\n\n@END\n@CONTROL rid=C-8\n')
  expectInserted('# x\n@BEGIN\n\n$0', '# x\n@CONTROL rid=C-8\n@BEGIN\n\n')
})

test('an unknown tag has no new record', () => {
  const { snapshot } = open('$0')
  expect(newRecord(snapshot, { line: 0, tag: 'core.compliance.NOTHING' })).toBeNull()
})

test('a filled record is in canonical notation, whatever its values are', () => {
  const { snapshot } = open('@CONTROL rid=CTL-7 | title="Reviews"\n')
  const written = filledRecord(snapshot, {
    line: 0,
    tag: 'core.compliance.FINDING',
    values: [
      ['control_ref', 'CTL "7" $1}\\'],
      ['rid', 'FND 1'],
      ['nothing', 'x'],
    ],
  })
  expect(written).toMatchObject({ line: 1 })
  expect(withoutTabStops(written!.snippet)).toBe('@FINDING rid="FND 1" | control_ref="CTL \\"7\\" $1}\\\\"')
})

/** Inserts a CONTROL at the cursor, as a client does, and compares the text; another file has the CONTROL C-7. */
function expectInserted(before: string, after: string): void {
  const { snapshot, position } = open(before, { others: { 'other.rec': '@CONTROL rid=C-7' } })
  const { tree } = snapshot.file
  const { line, lineBreakAt, snippet } = newRecord(snapshot, { line: position.line, tag: 'core.compliance.CONTROL' })!
  const text = textOf(tree)
  const at = lineBreakAt && offsetAt(tree, lineBreakAt)
  const lines = (at === null ? text : `${text.slice(0, at)}\n${text.slice(at)}`).split('\n')
  expect(lines[line]!.trim()).toBe('')
  lines[line] = withoutTabStops(snippet)
  expect(lines.join('\n')).toBe(after)
}

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
  expect(problem('core.compliance.CONTROL', 'rid', 'CTL-7')).toBe('There is already a record CONTROL CTL-7.')
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

test('the fields of a form have their titles and the meanings of their values in the language of the user', () => {
  const form = (client: NonNullable<Editor['client']>): FormField => {
    const { snapshot } = open('$0', { client })
    return recordForm(snapshot, { tag: 'core.hr.LEAVE' })!.find(({ name }) => name === 'status')!
  }
  const days = form({ language: 'es' })
  expect(days.description).toMatch(/^Estado · /)
  expect(days.choices[0]).toEqual({ value: 'requested', detail: 'Solicitada' })
  expect(form({}).description).toMatch(/^Decision on the request/)
})

test('the fields of the extension that comes with Recline come last', () => {
  const addedTo = (tag: string, editor?: Editor): string[] => {
    const { snapshot } = open('$0', editor)
    const extended = recordForm(snapshot, { tag })!.flatMap(({ name, extension, isRequired }) =>
      extension === undefined ? [] : `${extension} ${name}${isRequired ? '!' : ''}`,
    )
    return extended
  }
  expect(addedTo('core.compliance.CONTROL')).toEqual([
    'practice.compliance last_tested',
    'practice.compliance next_test',
    'practice.compliance statement',
  ])
  expect(addedTo('core.compliance.RISK_ASSESSMENT')).toEqual([])
})

test('defaults are in the record to take or to change, and in the form', () => {
  const descriptor = {
    domain: 'acme.audit',
    version: '1.0',
    description: '',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'rid', type: 'string', required: true, example: 'T-1' },
          { name: 'title', type: 'string', required: true },
          { name: 'status', type: 'string', enum: ['open', 'closed'], default: 'open' },
          { name: 'weight', type: 'int', default: { expression: 'status == "open" ? 3 : 1' } },
          { name: 'note', type: 'string' },
        ],
      },
    ],
  } as const
  const { snapshot } = open('@TASK rid=T-1 | title="x"\n', { descriptors: [descriptor], domains: ['acme.audit'] })
  expect(newRecord(snapshot, { line: 1, tag: 'acme.audit.TASK' })!.snippet).toBe(
    '@TASK rid=T-2 | title="$1" | status="${2:open}" | weight:int=${3:3}$0',
  )
  const form = recordForm(snapshot, { tag: 'acme.audit.TASK' })!
  expect(form.map(({ name, initial }) => [name, initial])).toEqual([
    ['rid', 'T-2'],
    ['title', ''],
    ['status', 'open'],
    ['weight', '3'],
    ['note', ''],
  ])
})
