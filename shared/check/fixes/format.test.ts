import fc from 'fast-check'
import { expect, test } from 'vitest'
import { damagedFiles } from '../../../test/damaged.ts'
import { runs } from '../../../test/property-values.ts'
import { check } from '../../../test/records.ts'
import { type Entry, type RecordNode, type Span, tagName, tagWord, valueText } from '../../syntax/nodes.ts'
import { applyChanges } from '../../syntax/text-change.ts'
import { lengthOf, textOf } from '../../syntax/tree.ts'
import { type CheckedFile, problemsOf } from '../check.ts'
import { type FormatOptions, formatChanges } from './format.ts'

const plain: FormatOptions = { wrapColumn: 0, alignColumns: false }

const format = (text: string, options: Partial<FormatOptions> = {}, range?: Span): string => {
  const file = check(text)
  return applyChanges(file.tree, formatChanges(file, { ...plain, ...options }, range))
}

function expectFormatted(before: string, after: string, options?: Partial<FormatOptions>): void {
  expect(format(before, options)).toBe(after)
  expect(format(after, options)).toBe(after)
}

const expectKept = (text: string): void => expectFormatted(text, text)

test('white space around @, |, = and : goes, one blank stays around |', () => {
  expectFormatted(
    '  @CONTROL\t rid = CTL-1|title= "x"  |\u00a0maturity : int = 3 \n',
    '@CONTROL rid=CTL-1 | title="x" | maturity:int=3\n',
  )
  expectFormatted('@CONTROL  ', '@CONTROL')
})

test('a record is one line', () => {
  expectFormatted(
    '@CONTROL rid=CTL-1\n  | title="x"\n\t| status="draft"\n@CERT',
    '@CONTROL rid=CTL-1 | title="x" | status="draft"\n@CERT',
  )
})

test('a missing | is written, one that separates nothing is not', () => {
  expectFormatted(
    '@CONTROL | rid=CTL-1 title="x" ||  | maturity:int=3 |\n  |\n',
    '@CONTROL rid=CTL-1 | title="x" | maturity:int=3\n',
  )
})

test('values get their canonical notation', () => {
  expectFormatted(
    '@CONTROL rid="CTL-1" | title:str=Access review | status=draft | maturity="3"',
    '@CONTROL rid=CTL-1 | title="Access review" | status="draft" | maturity:int=3',
  )
  expectFormatted('@CONTROL rid="CTL 1" | maturity=+03', '@CONTROL rid="CTL 1" | maturity:int=+03')
  expectFormatted(
    '@CERT rid=C-1 | auto_renew="true" | expires=2026-06-30',
    '@CERT rid=C-1 | auto_renew:bool=true | expires:ts=2026-06-30',
  )
})

test('a text in quotes keeps its escapes, known or not', () => {
  expectKept('@CONTROL title="caf\\u00e9 C:\\dir \\"x\\" 🙂"')
})

test('a value that is wrong for its type, or has another type, keeps its writing', () => {
  expectFormatted(
    '@CONTROL maturity = three and a half|maturity:int= "x"',
    '@CONTROL maturity=three and a half | maturity:int="x"',
  )
  expectKept('@CONTROL maturity:float=3 | title:int="x" | maturity:number=3 | maturity:bytes="3"')
  expectFormatted('@CONTROL maturity=3 #|rid=C-1', '@CONTROL maturity="3 #" | rid=C-1')
  expectKept('@FINDING control_ref:ref="CTL-1" | tags=[a, "b"]')
})

test('what is not defined gets quotes where it needs them, and keeps its type', () => {
  expectFormatted('@SOMETHING a=b|c:int=5,000|d="x"', '@SOMETHING a=b | c:int="5,000" | d="x"')
  expectFormatted('@CONTROL color=dark red', '@CONTROL color="dark red"')
  expectFormatted(
    '@DOC title=My file|domain=[compliance, health]',
    '@DOC title="My file" | domain=[compliance, health]',
  )
})

test('a known tag gets its own spelling, an unknown one keeps its', () => {
  expectFormatted(
    '@control rid=CTL-1\n@Risk-Assessment rid=R-1\n@doc\n@contrl\n',
    '@CONTROL rid=CTL-1\n@RISK_ASSESSMENT rid=R-1\n@DOC\n@contrl\n',
  )
})

test('a record that would be a line of a block stays', () => {
  expectKept('@BEGIN|a=1\n@END|\n@begin  a=1\n')
  const descriptors = [{ domain: 'x.y', version: '1', description: '', records: [{ tag: 'BEGIN', fields: [] }] }]
  const file = check('@begin  a=1\n@control  rid=C-1\n', { descriptors })
  expect(applyChanges(file.tree, formatChanges(file, plain))).toBe('@begin  a=1\n@control rid=C-1\n')
})

test('every byte of what is not read for certain stays', () => {
  expectKept('#  a comment  \n#\n  # indented\n')
  expectKept('@BEGIN x\n @CONTROL  rid = 1\n\n\n\n@END  \n')
  expectKept('some  text \n | rid=1\n @END\n')
  expectKept('@CONTROL  title="open|maturity = 3\n')
  expectKept('@CONTROL  tags=[a, [b |maturity=3\n')
  expectKept('@CONTROL  rid="C-1"x\n')
  expectKept('@CONTROL  rid\n  |title= \n')
  expectKept('@CONTROL  rid="C-1" # note\n')
  expectKept('@ CONTROL  rid="C-1"\n@  \n@Con!trol  a=1\n')
})

test('of a block only the white space before @BEGIN and @END goes', () => {
  expectFormatted('\ufeff  @BEGIN  x\n  | y\n  @END  x \r\n', '\ufeff@BEGIN  x\n  | y\n@END  x \r\n')
  expectFormatted('\t@BEGIN\n  x', '@BEGIN\n  x')
  expectFormatted(' @BEGIN\r @END\n', '@BEGIN\r@END\n')
})

test('of blank lines two stay', () => {
  expectFormatted('\n\n\n@CONTROL\n \n\t\n\n\n# x\n\n', '\n\n@CONTROL\n \n\t\n# x\n\n')
  expectFormatted('# x\n\n \n\n\n', '# x\n\n \n')
  expectFormatted('# x\n\n\n\n  ', '# x\n\n  ')
  expectFormatted('# x\r\r\n\n', '# x\r\r\n\n')
})

test('line ends, a byte order mark and a missing last line end stay', () => {
  expectFormatted(
    '\ufeff  @CONTROL  rid=C-1\r\n@CERT  rid=1\r@CERT  rid=2',
    '\ufeff@CONTROL rid=C-1\r\n@CERT rid=1\r@CERT rid=2',
  )
  expectFormatted('@CONTROL rid=C-1\r\n  | title="x"\r\n', '@CONTROL rid=C-1 | title="x"\r\n')
  expectFormatted('@CONTROL rid=C-1\n\ufeff@CERT', '@CONTROL rid=C-1\n@CERT')
})

test('a record past the column goes on over continuation lines', () => {
  const record = '@CONTROL rid=CTL-1 | title="Access review" | status="draft" | maturity:int=3'
  expectFormatted(`${record}\n`, '@CONTROL rid=CTL-1 | title="Access review"\n  | status="draft" | maturity:int=3\n', {
    wrapColumn: 45,
  })
  expectFormatted(
    `${record}\r\n`,
    '@CONTROL rid=CTL-1\r\n  | title="Access review"\r\n  | status="draft"\r\n  | maturity:int=3\r\n',
    { wrapColumn: 10 },
  )
  const start = '@CONTROL rid=CTL-1\n  | title="Access review"\n  | status="draft"'
  expectFormatted(`${record}\n`, `${start} | maturity:int=3\n`, { wrapColumn: 35 })
  expectFormatted(`${record}\n`, `${start}\n  | maturity:int=3\n`, { wrapColumn: 34 })
  expectFormatted(`# x\r\n${record}`, `# x\r\n${record.replace(' | maturity', '\r\n  | maturity')}`, { wrapColumn: 60 })
  expectFormatted(record, record, { wrapColumn: record.length })
  expectFormatted('@A x="🙂🙂" | y=1', '@A x="🙂🙂" | y=1', { wrapColumn: 15 })
})

test('a record of a file without a line end wraps with line feeds', () => {
  expectFormatted('@CONTROL rid=C-1 | title="x"', '@CONTROL rid=C-1\n  | title="x"', { wrapColumn: 20 })
  expectFormatted('@CONTROL rid=C-1 | title="x"\r', '@CONTROL rid=C-1\r  | title="x"\r', { wrapColumn: 20 })
})

test('fields of neighboring records of one tag stand under one another', () => {
  expectFormatted(
    [
      '@CONTROL rid=CTL-1 | title="x" | maturity:int=3',
      '@CONTROL rid=CTL-20 | title="🙂 longer" | maturity:int=4',
      '@CONTROL rid=C | title="short"',
      '@CONTROL rid=C-9 | status="draft" | maturity:int=3',
      '@CERT rid=C-9 | type="dv"',
      '',
      '@CERT rid=C-10 | type="dv"',
    ].join('\n'),
    [
      '@CONTROL rid=CTL-1  | title="x"        | maturity:int=3',
      '@CONTROL rid=CTL-20 | title="🙂 longer" | maturity:int=4',
      '@CONTROL rid=C      | title="short"',
      '@CONTROL rid=C-9    | status="draft" | maturity:int=3',
      '@CERT rid=C-9 | type="dv"',
      '',
      '@CERT rid=C-10 | type="dv"',
    ].join('\n'),
    { alignColumns: true },
  )
})

test('a wrapped record, and one with a syntax problem, is no neighbor', () => {
  expectFormatted(
    '@A a=1|b=2\n@A a=100|b="some long text"\n@A a=10|b=2\n@A  x\n@A a=1|b=2\n@A a=10|b=2',
    '@A a=1 | b=2\n@A a=100\n  | b="some long text"\n@A a=10 | b=2\n@A  x\n@A a=1  | b=2\n@A a=10 | b=2',
    { alignColumns: true, wrapColumn: 20 },
  )
})

test('columns that would reach past the wrap column are not aligned', () => {
  expectFormatted('@A a=1 | b=123456789\n@A a=123456789 | b=1', '@A a=1 | b=123456789\n@A a=123456789 | b=1', {
    alignColumns: true,
    wrapColumn: 22,
  })
})

test('a range formats the entries that it touches', () => {
  const text = '@A  a=1\n@A  a=2\n@A  a=3\n'
  expect(format(text, {}, { start: 8, end: 16 })).toBe('@A  a=1\n@A a=2\n@A  a=3\n')
  expect(format(text, {}, { start: 10, end: 10 })).toBe('@A  a=1\n@A a=2\n@A  a=3\n')
  expect(format(text, {}, { start: 7, end: 17 })).toBe('@A a=1\n@A a=2\n@A a=3\n')
  expect(format('', {}, { start: 0, end: 0 })).toBe('')
  expect(format('@A a=1|b=2\n@A a=100|b=2\n', { alignColumns: true }, { start: 0, end: 3 })).toBe(
    '@A a=1   | b=2\n@A a=100|b=2\n',
  )
})

test('a change is as small as its parts allow', () => {
  const file = check('@CONTROL rid=C-1|title="x" | status="draft"\n')
  expect(formatChanges(file, plain)).toEqual([{ start: 16, end: 17, text: ' | ' }])
})

test('a record whose form is suppressed as a problem stays as it is written, and the comment stays used', () => {
  expectFormatted(
    '# recline-disable-next-line notation\n@CONTROL  rid=C-1|maturity=3\n@CONTROL rid=C-2|maturity=3',
    '# recline-disable-next-line notation\n@CONTROL  rid=C-1|maturity=3\n@CONTROL rid=C-2 | maturity:int=3',
  )
  expectFormatted(
    '# recline-disable\n@control  rid=C-1\n@CONTROL  rid=C-2\n',
    '# recline-disable\n@control  rid=C-1\n@CONTROL rid=C-2\n',
  )
  expectFormatted(
    '# recline-disable-next-line out-of-range\n@CONTROL rid=C-1|maturity=9',
    '# recline-disable-next-line out-of-range\n@CONTROL rid=C-1 | maturity:int=9',
  )
})

/** What a file says: all that must be the same after formatting. */
const meanings = ({ tree }: CheckedFile): unknown[] =>
  tree.entries.flatMap((entry: Entry): unknown[] => {
    if (entry.kind === 'record') return [[tagName(entry) ?? tagWord(entry), ...fieldsOf(entry)]]
    return entry.kind === 'blank' ? [] : [withoutIndent(entry)]
  })

/** The white space before the lines that open and close a block goes. */
const withoutIndent = ({ kind, text }: Entry): string =>
  kind === 'block' ? text.replace(/^[^\S\r\n]+(?=@BEGIN|@END)/gm, '') : text

const fieldsOf = (record: RecordNode): unknown[] => [
  ...record.fields.map(field => [field.name, field.value && valueText(record, field.value)]),
  ...record.strays.map(({ start, end }) => record.text.slice(start, end)),
]

const count = {
  numRuns: runs(300),
}

const anyOptions = fc.record({ wrapColumn: fc.constantFrom(0, 1, 20, 60), alignColumns: fc.boolean() })

test(
  'formatting keeps what the records say, and once is enough',
  () =>
    fc.assert(
      fc.property(damagedFiles(), anyOptions, (text, options) => {
        const file = check(text)
        const formatted = applyChanges(file.tree, formatChanges(file, options))
        const after = check(formatted)
        expect(meanings(after)).toEqual(meanings(file))
        expect(after.entries.map(({ tag }) => tag?.domain.path)).toEqual(
          file.entries.map(({ tag }) => tag?.domain.path),
        )
        expect(applyChanges(after.tree, formatChanges(after, options))).toBe(formatted)
        expect(/[\r\n]$/.test(formatted)).toBe(/[\r\n]$/.test(text))
        expect(formatted.startsWith('\ufeff')).toBe(text.startsWith('\ufeff'))
      }),
      count,
    ),
  600_000,
)

test(
  'entries with a syntax problem, and what is no record, keep every byte',
  () =>
    fc.assert(
      fc.property(damagedFiles(), anyOptions, (text, options) => {
        const file = check(text)
        const after = check(applyChanges(file.tree, formatChanges(file, options)))
        expect(after.tree.entries.length).toBe(file.tree.entries.length)
        file.tree.entries.forEach((entry, index) => {
          const isBroken = file.entries[index]!.findings.some(({ code }) =>
            /^(syntax|unclosed-string|unclosed-list|missing-value)$/.test(code),
          )
          if (entry.kind === 'record' ? isBroken : entry.kind !== 'blank')
            expect(withoutIndent(after.tree.entries[index]!)).toBe(withoutIndent(entry))
          if (entry.kind === 'blank')
            expect(entry.text.startsWith(after.tree.entries[index]!.text.split(/(?<=\n)/)[0]!)).toBe(true)
        })
      }),
      count,
    ),
  600_000,
)

test(
  'formatting causes no problem and fixes those of notation',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const codes = (file: CheckedFile): string[] =>
          file.entries.flatMap(({ findings }) => findings.map(({ code }) => code)).sort()
        const file = check(text)
        const after = codes(check(applyChanges(file.tree, formatChanges(file, plain))))
        const before = codes(file)
        for (const code of new Set(after))
          expect(after.filter(other => other === code).length, code).toBeLessThanOrEqual(
            before.filter(other => other === code).length,
          )
      }),
      { ...count, examples: [['@DOC|domain=core.complaincetitle="a "b" c"']] },
    ),
  600_000,
)

test(
  'formatting leaves every suppression what it was',
  () =>
    fc.assert(
      fc.property(damagedFiles(), anyOptions, (text, options) => {
        const unused = (file: CheckedFile): string[] =>
          problemsOf(file, 'unknown')
            .filter(({ code }) => code === 'unused-suppression')
            // Whether a problem is further down, so that the comment may be misplaced, changes with its notation.
            .map(({ message }) => message.split(';')[0]!)
        const file = check(text)
        expect(unused(check(applyChanges(file.tree, formatChanges(file, options))))).toEqual(unused(file))
      }),
      count,
    ),
  600_000,
)

test(
  'formatting by ranges, one after the other, formats the file',
  () =>
    fc.assert(
      fc.property(damagedFiles(), text => {
        const file = check(text)
        const whole = formatChanges(file, plain)
        const { starts, entries } = file.tree
        expect(
          entries.flatMap((_, index) => formatChanges(file, plain, { start: starts[index]!, end: starts[index + 1]! })),
        ).toEqual(whole)
        expect(formatChanges(file, plain, { start: 0, end: lengthOf(file.tree) })).toEqual(whole)
        for (const { start, end, text: inserted } of whole)
          expect(textOf(file.tree).slice(start, end)).not.toBe(inserted)
      }),
      count,
    ),
  600_000,
)

test('records of many fields, and many blank lines, take no deep calls', () => {
  const size = 12_000
  const wide = `@A ${Array.from({ length: size }, (_, index) => `f${index}=1`).join('|')}\n`
  expect(format(wide + wide, { alignColumns: true, wrapColumn: 100 }).length).toBeGreaterThan(wide.length * 2)
  expect(format(wide + wide, { alignColumns: true }).split('\n').length).toBe(3)
  expect(format('\n'.repeat(size))).toBe('\n\n')
})
