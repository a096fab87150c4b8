import { expect, test, vi } from 'vitest'
import { builtinRegistry } from '../../test/records.ts'
import { expectSameReadings } from '../../test/scanner-agreement.ts'
import type { Descriptor } from '../domains/descriptor.ts'
import { createRegistry, type Domain, type Registry } from '../domains/registry.ts'
import { ScanProgram, scanProgram } from './fast-scan-program.ts'
import { FieldScanner } from './field-scanner.ts'
import { NameHasher } from './names.ts'
import { Scanner } from './scanner.ts'
import { type ScanTables, scanTables } from './tables.ts'
import { utf8Of } from './utf8.ts'

/** How many records of a text are left to the `FieldScanner`. The text ends with a line end. */
function leftOf(text: string, registry: Registry = builtinRegistry): number {
  const fieldScans = vi.spyOn(FieldScanner.prototype, 'scan')
  const bytes = utf8Of(text, 4)
  const scanner = new Scanner(bytes, tablesOf(registry), { hasNames: true, isFast: true })
  expect(scanner.scan(0, bytes.length - 4)).toBe(bytes.length - 4)
  const left = fieldScans.mock.calls.length
  fieldScans.mockRestore()
  return left
}

const tablesOf = (registry: Registry): ScanTables =>
  scanTables(domainsOf(registry), new NameHasher({ low: 1, high: 2 }), { registry })

const domainsOf = (registry: Registry): readonly Domain[] =>
  [...registry.domains.values()].filter(({ path }) => path === 'core.compliance' || path.startsWith('own.'))

const control = (index: number, more: string): string => `@CONTROL rid=CTL-${index} | framework="ISO" | ${more}\n`

const controls = (count: number, more: string): string =>
  Array.from({ length: count }, (_, index) => control(index, more)).join('')

test.each([
  'title="x" | status="tested" | maturity:int=2',
  'title="x" | status="effective" | owner="a long text with \\"escapes\\" and ünicode"',
])('all records of a tag after the first are skipped: %s', more => {
  expect(leftOf(controls(1000, more))).toBe(1)
})

test.each(['collected:ts=2026-01-31T10:20:30+01:00', 'control_ref="CTL-1"', 'control_ref="CTL-1, [CTL-2]"'])(
  'records with this field are skipped: %s',
  field => {
    expect(leftOf(`@EVIDENCE type="log" | ${field}\n`.repeat(1000))).toBe(1)
  },
)

/** A domain with rules that read only values of an enum and truth values, or the records behind them, or a text. */
const tasks = createRegistry([
  {
    domain: 'own.tasks',
    version: '1.0',
    description: 'Tasks.',
    records: [
      {
        tag: 'TASK',
        fields: [
          { name: 'status', type: 'string', enum: ['open', 'done'] },
          { name: 'is_checked', type: 'bool' },
          { name: 'title', type: 'string' },
        ],
        rules: [{ id: 'checked', message: 'Check it.', expression: 'status != "done" || is_checked' }],
      },
      {
        tag: 'GOAL',
        fields: [
          { name: 'rid', type: 'string', required: true },
          { name: 'status', type: 'string', enum: ['open', 'done'] },
        ],
        rules: [
          {
            id: 'has-step',
            message: 'Add one.',
            expression: 'status != "done" || referrers("STEP", "goal_ref").size() > 0',
          },
        ],
      },
      { tag: 'STEP', fields: [{ name: 'goal_ref', type: 'string', ref: 'GOAL' }] },
      {
        tag: 'TITLE',
        fields: [{ name: 'title', type: 'string' }],
        rules: [{ id: 'no-x', message: 'No x.', expression: 'title != "x"' }],
      },
      {
        tag: 'CHANGE',
        fields: [
          { name: 'risk', type: 'string', enum: ['low', 'high'] },
          { name: 'plan', type: 'string' },
          { name: 'cost', type: 'int' },
          { name: 'budget', type: 'int' },
        ],
        rules: [
          { id: 'has-plan', message: 'Add a plan.', expression: 'risk != "high" || has(plan)' },
          { id: 'within-budget', message: 'Save money.', expression: 'budget >= cost' },
        ],
      },
    ],
  },
])

test.each([
  { record: '@TASK status="open" | title="x"', looks: 2 },
  { record: '@TASK status="done" | is_checked:bool=true', looks: 2 },
  { record: '@TASK title="x"', looks: 2 },
  { record: '@GOAL rid=G-1 | status="open"', looks: 2 },
  { record: '@GOAL rid=G-1 | status="done"', looks: 1000 },
  { record: '@TITLE title="y"', looks: 1000 },
  { record: '@CHANGE risk="low" | plan="x" | cost:int=1', looks: 2 },
  { record: '@CHANGE risk="high" | plan="x"', looks: 1000 },
  { record: '@CHANGE cost:int=1 | budget:int=2', looks: 1000 },
])('JavaScript looks at $looks of 1000 records $record', ({ record, looks }) => {
  const takes = vi.spyOn(Scanner.prototype, 'take')
  leftOf(`${record}\n`.repeat(1000), tasks)
  const found = takes.mock.calls.length
  takes.mockRestore()
  expect(found).toBe(looks)
})

test('which fields are there decides whether a record is like one above, if rules read none of their values', () => {
  const right =
    '@CHANGE cost:int=3\n@CHANGE budget:int=1\n@CHANGE cost:int=1 | budget:int=2\n@CHANGE risk="high" | plan="x"\n'
  const wrong =
    '@CHANGE risk="high"\n@CHANGE cost:int=3 | budget:int=1\n@CHANGE risk="low" | cost:int=2 | budget:int=1\n'
  expectSameReadings(`${right.repeat(3)}${wrong}`, {
    registry: tasks,
    fileName: 'test.rec',
    settingDomains: ['own.tasks'],
  })
})

test('a record that breaks a rule is left to the check, whatever stands above it', () => {
  const right = '@TASK status="done" | is_checked:bool=true\n'
  const wrong = '@TASK status="done" | is_checked:bool=false\n'
  const text = `${right.repeat(5)}${wrong}${right}${wrong}@TASK status="open"\n@TASK status="done"\n`
  expectSameReadings(text, { registry: tasks, fileName: 'test.rec', settingDomains: ['own.tasks'] })
})

const context = { registry: builtinRegistry, fileName: 'test.rec', settingDomains: ['core.compliance'] }

test('files longer than the window are read as others, with entries that are longer than it', () => {
  const long = control(1, `title="${'x'.repeat(3_000_000)}" | status="tested"`)
  const text = `${controls(30_000, 'title="x" | status="tested"')}${long}\r\n${controls(9, 'title="y" | status="tested"')}`
  expectSameReadings(text, context, 1)
})

test('entries that are no records are searched for the end of a window once', () => {
  const text = `${control(1, 'title="x"')}${'# a comment that says nothing\n'.repeat(150_000)}${control(2, 'title="x"')}`
  const bytes = utf8Of(text, 4)
  const searches = vi.spyOn(bytes, 'lastIndexOf')
  const scanner = new Scanner(bytes, tablesOf(builtinRegistry), { isFast: true })
  expect(scanner.scan(0, bytes.length - 4)).toBe(bytes.length - 4)
  expect(searches.mock.calls.length).toBeLessThan(5)
})

test('other domains in force need no other window', () => {
  const header = '@DOC domain=core.compliance\n'
  const text = `${header}${control(1, 'title="x"')}`.repeat(1000)
  const bytes = utf8Of(text, 4)
  const tables = tablesOf(builtinRegistry)
  const scanner = new Scanner(bytes, tables, { isFast: true })
  const loads = vi.spyOn(scanProgram()!.bytes, 'fill')
  for (let start = 0; start < text.length; ) {
    start = scanner.scan(start, text.length)
    if (!text.startsWith(header, start)) continue
    scanner.setTables(tables)
    start += header.length
  }
  expect(scanner.records).toBe(1000)
  expect(loads.mock.calls.length).toBe(1)
  loads.mockRestore()
})

test('more names than there is room for are read as others', () => {
  const evidence = '@EVIDENCE rid=EVD-1 | control_ref="CTL-1" | type="log"\n'
  expectSameReadings(evidence.repeat(20_000), context, 1)
  expectSameReadings(`@EVIDENCE rid=EVD-1 | control_ref="${'CTL-1, '.repeat(20_000)}CTL-2" | type="log"\n`, context, 2)
})

test('more tags than there is room for are read as others', () => {
  const fields = Array.from({ length: 8 }, (_, index) => ({ name: `field_${index}`, type: 'string' as const }))
  const records = Array.from({ length: 900 }, (_, index) => ({ tag: `T${index}`, fields }))
  const descriptor: Descriptor = { domain: 'own.many', version: '1.0', description: 'Many.', records }
  const registry = createRegistry([descriptor])
  const text = records.map(({ tag }) => `@${tag} field_1="x" | field_7="y"\n`).join('')
  const forgets = vi.spyOn(ScanProgram.prototype, 'forgetTags')
  expect(leftOf(text.repeat(5), registry)).toBeGreaterThan(900)
  expect(forgets.mock.calls.length).toBe(1)
  forgets.mockRestore()
  expectSameReadings(text, { registry, fileName: 'test.rec', settingDomains: ['own.many'] }, 2)
})
