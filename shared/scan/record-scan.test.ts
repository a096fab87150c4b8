import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { runs } from '../../test/property-values.ts'
import { registryOf } from '../../test/records.ts'
import { ruledLine, ruledRegistry, ruleSettings } from '../../test/ruled-files.ts'
import { expectSameResults } from '../../test/scanner-agreement.ts'
import { type CheckedEntry, checkFile, problemsOf } from '../check/check.ts'
import { objections } from '../check/objections.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { domainsOfFile } from '../domains/domains-in-force.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { parse } from '../syntax/tree.ts'
import { withScan } from './record-scan.ts'

const registry = registryOf('acme.notes', [
  {
    tag: 'NOTE',
    fields: [
      { name: 'rid', type: 'string' },
      { name: 'summary', type: 'string' },
      { name: 'text', type: 'string' },
      { name: 'more', type: 'string' },
      { name: 'mark', type: 'string', enum: ['\ufffd', 'x'] },
      { name: 'about', type: 'string', ref: 'NOTE' },
      { name: 'until', type: 'ts' },
      { name: 'name', type: 'string', pattern: '[A-Z][a-z]*', example: 'Name' },
    ],
  },
])
const context: FileContext = { registry, fileName: 'a.rec', settingDomains: [], isIndexed: true }

/** Whether the scanner is certain that a record has no problem. */
function isCertain(text: string): boolean | undefined {
  const [record] = parseEntries(text)
  // Then it leaves all records to the check.
  if ([...registry.tags.values()].some(objections.toRecord)) return undefined
  return withScan(context).scan!(record as RecordNode, domainsOfFile(context).domains, context) !== undefined
}

test.each([
  ['with an id and a title', '@NOTE rid=N-1 | text="Some text" | about="N-2"', true],
  ['with references in a list', '@NOTE rid=N-1 | about="N-2, N-3"', true],
  ['with a title that is not the first text', '@NOTE more="More" | text="Text" | summary="Summary"', true],
  ['with two texts of the same rank', '@NOTE more="More" | text="Text"', true],
  ['without a text', '@NOTE rid=N-1 | text="" | more="More"', true],
  ['without an id and a title', '@NOTE mark="x"', true],
  ['with escapes in its title', '@NOTE text="say \\"hi\\""', true],
  ['with a list as its title', '@NOTE text=[a, "b"]', true],
  ['with an empty list as its title', '@NOTE text=[] | more="More"', true],
  ['with blanks in a list as its title', '@NOTE text=[ ] | more="More"', true],
  ['with other letters', '@NOTE rid=N-1 | text="Prüfung 🙂"', true],
  ['with half a surrogate pair in the place of a character', '@NOTE mark="\ud800"', false],
  ['with a blank before its tag', '@ NOTE text="x"', false],
  ['behind a blank', ' @NOTE text="x"', false],
  ['behind a byte order mark', '\ufeff@NOTE text="x"', false],
  ['that is too long', `@NOTE text="${'x'.repeat(70_000)}"`, false],
  ['on several lines', '@NOTE text="x"\n  | more="y"', true],
  ['with a problem in a value', '@NOTE rid=N-1 | text="x" | mark="y"', true],
  ['with problems in two fields', '@NOTE rid=N-1 | mark="y" | texts="x" | text="z"', true],
  ['with a problem in a value that is its title', '@NOTE mark="y" | text=bare | more="More"', false],
  ['with a title that is not allowed', '@NOTE rid=N-1 | name="name" | text="x"', true],
  ['with a problem and other letters', '@NOTE text="Prüfung" | mark="y"', false],
  ['with a problem that is not one of a field', '@NOTE text="x" mark="x"', false],
  ['without an id and with a title of blanks', '@NOTE text="  " | mark="x"', true],
  ['of an unknown tag', '@NOTES text="x"', false],
])('the result of a record %s is that of the check', (_, record, certain) => {
  expect(isCertain(record) ?? certain).toBe(certain)
  for (const text of [record, `${record}\n`, `${record}\r\n@NOTE\n`]) expectSameResults(text, context)
})

test.each([
  ['texts', '@PAPER title="One" | part="a, b"', [['PAPER?title&part', '["One","a, b"]']]],
  ['texts in another order', '@PAPER part="b" | title="One"', [['PAPER?title&part', '["One","b"]']]],
  ['texts with escapes', '@PAPER title="\\"One\\"" | part="b"', [['PAPER?title&part', '["\\"One\\"","b"]']]],
  ['texts with a tab', '@PAPER title="One\tTwo" | part="b"', [['PAPER?title&part', '["One\\tTwo","b"]']]],
  ['other letters', '@PAPER title="Prüfung" | part="b"', [['PAPER?title&part', '["Prüfung","b"]']]],
  ['an empty text', '@PAPER title="One" | part=""', []],
  ['one field only', '@PAPER title="One"', []],
  [
    'a text that is not allowed',
    '@PAPER title="One" | part="c" | day:ts=2026-13-45',
    [['PAPER?title&part', '["One","c"]']],
  ],
  ['a time', '@PAPER title="One" | day:ts=2026-05-01T00:00Z', [['PAPER?title&day', '["One","2026-05-01"]']]],
  ['a day', '@PAPER title="One" | day:ts=2026-05-01', [['PAPER?title&day', '["One","2026-05-01"]']]],
  ['one reference', '@PAPER about="rid:P-1"', [['PAPER?about', 'P-1']]],
])('a record with %s has the same values of unique lists as in the check', (_, text, keys) => {
  const registry = registryOf('acme.notes', [
    {
      tag: 'PAPER',
      fields: [
        { name: 'title', type: 'string' },
        { name: 'part', type: 'string', enum: ['a, b', 'b'] },
        { name: 'day', type: 'ts' },
        { name: 'about', type: 'string', ref: 'PAPER' },
      ],
      unique: [['title', 'part'], ['title', 'day'], ['about']],
    },
  ])
  const scanned = { ...context, registry }
  expectSameResults(text, scanned)
  const [{ identity }] = checkFile(parse(text), withScan(scanned)).entries as [CheckedEntry]
  expect(identity!.keys.map(({ tag, id }) => [tag, id])).toEqual(keys)
})

test('the results of records with declared rules are those of the check', () =>
  fc.assert(
    fc.property(fc.array(ruledLine, { maxLength: 12 }), lines => {
      const settingDomains = ['acme.work']
      expectSameResults(lines.join(''), { ...context, registry: ruledRegistry, settingDomains, ruleSettings })
    }),
    { numRuns: runs(200) },
  ))

afterEach(() => void vi.useRealTimers())

test('a rule that reads the time is evaluated at each check', () => {
  const timed = withScan({ ...context, ruleSettings: { rules: [], severity: {} }, registry: registryOfTimed() })
  const text = '@TASK until:ts=2026-06-01\n'
  const [record] = parseEntries(text)
  const foundAt = (time: string) => {
    vi.useFakeTimers({ now: new Date(time) })
    const scanned = timed.scan!(record as RecordNode, domainsOfFile(timed).domains, timed)
    const found = [scanned!.findings, problemsOf(checkFile(parse(text), timed))]
    return found.map(findings => findings.map(({ message }) => message))
  }
  expect(foundAt('2026-05-01')).toEqual([[], []])
  const late = ['Too late. Here until is 2026-06-01.']
  expect(foundAt('2026-07-01')).toEqual([late, late])
})

const registryOfTimed = () =>
  registryOf('acme.work', [
    {
      tag: 'TASK',
      fields: [{ name: 'until', type: 'ts' }],
      rules: [{ id: 'in-time', expression: 'until > now', message: 'Too late.' }],
    },
  ])
