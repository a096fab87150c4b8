import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile } from '../../shared/check/check.ts'
import { type FormatOptions, formatChanges } from '../../shared/check/fixes/format.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { applyChanges, changedText } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { oddDomains, oddLines, oddRecords } from '../../test/odd-records.ts'
import { runs } from '../../test/property-values.ts'
import { builtinRegistry } from '../../test/records.ts'
import { quickFormatter } from './quick-format.ts'

const plain: FormatOptions = { wrapColumn: 0, alignColumns: false }
const quickFormat = quickFormatter()

/** The formatted text; undefined if it takes a check of the whole file. */
function quick(text: string, options: Partial<FormatOptions> = {}, context = usual): string | undefined {
  const changes = quickFormat(text, context, { ...plain, ...options })
  return changes && changedText(text, changes)
}

const usual: FileContext = { registry: builtinRegistry, fileName: 'test.rec', settingDomains: [] }

function whole(text: string, options: Partial<FormatOptions> = {}, context = usual): string {
  const file = checkFile(parse(text), context)
  return applyChanges(file.tree, formatChanges(file, { ...plain, ...options }))
}

test.each([
  ['white space between fields', '@CONTROL  rid=C-1|title="x"   |status="draft"\n'],
  ['white space around a record', '  @CONTROL rid=C-1\t\n\n\n@CERT rid=1 \r\n@CERT rid=2 \r'],
  ['continuation lines', '@CONTROL rid=C-1\n  | title="a | b"\r\n\t| tags=[a, "b | c"]\n@CERT\n'],
  ['no line end', '@CONTROL rid=C-1 |  title="x" '],
  ['letters of all lengths', '@CONTROL  title="é"\n@CONTROL  title="🙂 €"\n@control title=é\n@CERT  rid=1'],
  [
    'records to check between others',
    '@CONTROL  rid=C-1\n@control  title=x\n@CONTRL  a=1\n@CERT  rid=1\n# x\n@CERT  x=1\n',
  ],
  ['a header', '@DOC   domain="core.compliance"\n@control  rid=C-1\n@CONTROL  rid=C-2\n'],
  ['text that is no record', 'some  text\n  | x=1\n@CONTROL  title="open|maturity = 3\n@CONTROL  rid=C-1\n'],
  ['two blank lines, twice', '@CERT  rid=1\n\n\n# x\n\n\n@CERT  rid=2\n'],
])('%s: the same text as with a check of the whole file', (_, text) => {
  expect(quick(text)).toBe(whole(text))
  expect(quick(text)).not.toBe(text)
})

test('a formatted file has no changes', () => {
  const text = '# x\n@CONTROL rid=C-1 | title="x" | maturity:int=3\n\n\n@CONTRL a=1\n@CERT rid=1\n'
  expect(quickFormat(text, usual, plain)).toEqual([])
  expect(quickFormat('', usual, plain)).toEqual([])
})

test('a line is as long as the column, and no longer', () => {
  const text = '@CONTROL  rid=C-1|maturity:int=3\n'
  const formatted = '@CONTROL rid=C-1 | maturity:int=3\n'
  expect(quick(text, { wrapColumn: 33 })).toBe(formatted)
  expect(quick(text, { wrapColumn: 32 })).toBeUndefined()
})

test.each([
  ['columns are aligned', '@CONTROL rid=C-1\n', { alignColumns: true }],
  ['the last line may wrap', '@CERT rid=1', { wrapColumn: 80 }],
  ['a comment suppresses problems', '# recline-disable-next-line notation\n@CONTROL rid="C-1"\n', {}],
  ['there is a block', ' @BEGIN\n @END\n', {}],
  ['there is a conflict', '<<<<<<< a\n@CERT  rid=1\n=======\n>>>>>>> b\n', {}],
  ['there are three blank lines', '@CERT rid=1\n\n\n\n', {}],
  ['there is a blank line of other white space', '@CERT rid=1\n\n\u00a0\n\n', {}],
  ['there is a byte order mark', '\ufeff@CERT rid=1\n', {}],
  ['most records of the file decide what a tag means', '@SECTION  title="x"\n@POLICY  rid=P-1\n', {}],
] as const)('the whole file is checked if %s', (_, text, options) => {
  expect(quick(text, options)).toBeUndefined()
})

const anyOptions = fc.record({ wrapColumn: fc.constantFrom(0, 0, 30, 200), alignColumns: fc.constant(false) })

/** UTF-8 cannot have half of a surrogate pair. */
const withoutHalves = (text: string): string => Buffer.from(text).toString()

const oddFiles = fc
  .array(fc.oneof({ weight: 9, arbitrary: oddRecords }, oddLines), { maxLength: 4 })
  .map(lines => lines.join(''))

test.each([
  ['damaged', damagedFiles(), usual],
  ['odd', oddFiles, { ...usual, registry: oddDomains, settingDomains: ['odd.one'] }],
] satisfies [string, fc.Arbitrary<string>, FileContext][])(
  '%s files are formatted as with a check of the whole file',
  (_, files, context) => {
    let changed = 0
    fc.assert(
      fc.property(files.map(withoutHalves), anyOptions, (text, options) => {
        const formatted = quick(text, options, context)
        if (formatted === undefined) return
        expect(formatted).toBe(whole(text, options, context))
        if (formatted !== text) changed++
      }),
      { numRuns: runs(5000) },
    )
    expect(changed).toBeGreaterThan(runs(20))
  },
)
