import { describe, expect, test } from 'vitest'
import { codeActions } from '../server/features/code-actions.ts'
import { inlayHints } from '../server/features/inlay-hints.ts'
import { planRename, rename } from '../server/features/rename.ts'
import { wrapRecord } from '../server/refactorings/record-layout.ts'
import type { RenamePlan } from '../server/snapshot/rename-plan.ts'
import { writeCells } from '../server/tables/write-cells.ts'
import { problemsOf } from '../shared/check/check.ts'
import { fixAll } from '../shared/check/fixes/fixes.ts'
import { fileTables } from './asked-tables.ts'
import { expectLinearSteps } from './count-steps.ts'
import { snapshotOf } from './editor.ts'
import { check } from './records.ts'
import { offersIn } from './refactorings.ts'

// The size of each case is the number of fields, records or codes in its text.

const each = (size: number, text: (number: number) => string): string =>
  Array.from({ length: size }, (_, number) => text(number)).join('')

const whole = { start: { line: 0, character: 0 }, end: { line: 1_000_000, character: 0 } }

describe('cells of one record', () => {
  const table = (size: number): string => `@XYZZY rid=1${each(size, number => ` | a${number}=${number}`)}`

  test.each([
    ['written', table, 'x'],
    ['cleared', table, null],
    ['added', () => '@XYZZY rid=1', 'x'],
  ])('%s', (_, textOf, value) =>
    expectLinearSteps(200, size => {
      const file = check(textOf(size))
      const cells = Array.from({ length: size }, (_, number) => ({ record: 0, column: `a${number}`, value }))
      return () => expect(writeCells(file, cells)).not.toHaveProperty('refusal')
    }),
  )
})

test('a cell whose field is given many times is cleared', () =>
  expectLinearSteps(200, size => {
    const file = check(`@XYZZY rid=1${each(size, number => ` | a=${number}`)} | b=1`)
    return () => expect(writeCells(file, [{ record: 0, column: 'a', value: null }])).not.toHaveProperty('refusal')
  }))

test('cells of many records', () =>
  expectLinearSteps(200, size => {
    const file = check(each(size, number => `@XYZZY a=${number}\n`))
    const cells = Array.from({ length: size }, (_, record) => ({ record, column: 'a', value: 'x' }))
    return () => writeCells(file, cells)
  }))

test('a table row with many problems', () =>
  expectLinearSteps(250, size => {
    const snapshot = snapshotOf(`@CONTROL rid=1${each(size, number => ` | a${number}=1`)}`)
    const query = { filters: [], search: '', hasProblem: false }
    const [table] = fileTables().tables(snapshot).tables
    return () => fileTables().rows(snapshot, { table: table!.key, query, start: 0, count: 9 })
  }))

test.each([
  ['the problems of', (text: string) => problemsOf(check(text)).map(({ fixes }) => fixes?.())],
  ['all fixes of', (text: string) => fixAll(check(text))],
])('%s a field that is given many times', (_, work) =>
  expectLinearSteps(250, size => {
    const text = `@CONTROL rid=1${' | title=a'.repeat(size)}`
    return () => work(text)
  }),
)

describe('codes in one suppression comment', () => {
  test.each([
    ['different codes', (size: number) => each(size, number => ` x${number}`), '@CONTROL rid=1'],
    ['one code', (size: number) => ' unknown-field'.repeat(size), '@CONTROL rid=1'],
    ['codes of unused suppressions', (size: number) => ' unused-suppression x'.repeat(size), '@CONTROL rid=1'],
  ])('%s', (_, codes, record) =>
    expectLinearSteps(400, size => {
      const text = `# recline-disable-next-line${codes(size)}\n${record}${each(size, number => ` | a${number}=1`)}\n`
      return () => problemsOf(check(text)).map(({ fixes }) => fixes?.())
    }),
  )

  test('above many records with unknown tags', () =>
    expectLinearSteps(400, size => {
      const text = `# recline-disable${each(size, number => ` x${number}`)}\n${'@XYZZY\n'.repeat(size)}`
      return () => problemsOf(check(text))
    }))
})

test('inlay hints under many headers', () =>
  expectLinearSteps(400, size => {
    const snapshot = snapshotOf('@DOC domain=compliance\n@CONTROL rid=1\n'.repeat(size))
    return () => inlayHints(snapshot, whole, { units: true, titles: true, domains: true })
  }))

test('code actions of dangling references', () =>
  expectLinearSteps(250, size => {
    const findings = each(size, number => `@FINDING rid=F-${number} | control_ref="CTX-${number}"\n`)
    const controls = each(size, number => `@CONTROL rid=CTL-${number}\n`)
    const snapshot = snapshotOf(controls + findings, { others: {} })
    return () => codeActions(snapshot, whole, { diagnostics: [] })
  }))

test('a rename with many references in one record', () =>
  expectLinearSteps(250, size => {
    const text = `@CONTROL rid=CTL-1\n@FINDING rid=F-1${' | control_ref="CTL-1"'.repeat(size)}\n`
    const snapshot = snapshotOf(text, { others: {} })
    const plan = planRename(snapshot, { line: 0, character: 14 }, 'CTL-2') as RenamePlan
    return () => rename(snapshot, plan, new Map())
  }))

test('all fixes of many comments in one line', () =>
  expectLinearSteps(400, size => {
    const file = check(`@CONTROL rid=1${' | title="a" /* x */'.repeat(size)}`)
    return () => fixAll(file)
  }))

test('a record with many fields is wrapped', () =>
  expectLinearSteps(250, size => {
    const snapshot = snapshotOf(`@XYZZY rid=1${each(size, number => ` | a${number}=${number}`)}`)
    return () => offersIn(wrapRecord, snapshot, 0)
  }))
