import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { ownProblems, problemsOf } from '../check/check.ts'
import { checkSome } from '../check/check-some.ts'
import { objectionsOf } from '../check/objections.ts'
import { utf8Of } from './bytes/utf8.ts'
import { doubtChecker } from './doubt-findings.ts'
import type { DoubtfulEntry } from './doubtful-entry.ts'
import { NameHasher } from './names.ts'
import { type Part, startOfFile } from './part.ts'
import { readPart } from './read-part.ts'
import { tablesMaker } from './tables.ts'

const hasher = new NameHasher({ low: 1, high: 2 })
const tablesOf = tablesMaker(hasher, { registry: builtinRegistry, objections: objectionsOf([]) })

/**
 * Reads a text as a part, with the lines of the records that the check looks at. Lines count from 0.
 *
 * @param hasFields whether records are skipped except for doubtful fields; `inFields` has the problems of these
 */
function read(text: string, hasFields = false) {
  const textEnd = utf8Of(text).length
  const isComplete = /^$|[\r\n]$/.test(text)
  const bytes = utf8Of(isComplete ? text : `${text}\n`, 4)
  const part: Part = {
    bytes,
    end: isComplete ? textEnd : textEnd + 1,
    textEnd,
    decode: (from, to) => Buffer.from(bytes.subarray(from, to)).toString(),
  }
  const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: ['core.compliance'] }
  const checked: number[] = []
  const batches: number[] = []
  const problems: [line: number, code: string][] = []
  const inFields: string[] = []
  const checkDoubts = doubtChecker()
  const reading = readPart(
    part,
    startOfFile,
    context,
    { tablesOf, hasher, hasNames: true },
    {
      check: ({ entries, places }) => {
        const lines = places.map(({ line }) => line)
        checked.push(...lines)
        batches.push(entries.length)
        const file = checkSome([], entries, lines, context)
        for (const { entry, code } of ownProblems(file)) problems.push([lines[entry]!, code])
        return file.entries
      },
      ...(hasFields && {
        checkDoubts: (doubtful: DoubtfulEntry) => {
          checkDoubts(doubtful, context, ({ message }) => inFields.unshift(message))
          return true
        },
      }),
    },
  )
  return { ...reading, checked, batches, problems, inFields }
}

test.each([
  ['nothing', '', 0],
  ['blank lines', '\n\n', 2],
  ['a block with blank lines', '@BEGIN\n\nx\n\n\n@END\n', 6],
  ['a block with every kind of line end', '@BEGIN\r\n\r\n\r\r\n@END\r', 5],
  ['records of several lines', '@CONTROL rid=C-1\n  | title="x"\n@CONTROL rid=C-2 | color="red"\n  | title="x"\n', 4],
  ['a stray text of several lines', 'a\n b\n', 2],
])('below %s, lines are counted right', (_, above, line) => {
  const { after, checked, names } = read(`${above}@CONTROL rid=C-9 | color="red"\n`)
  expect([checked.at(-1), after.line, names.definitions.at(-1)]).toEqual([line, line + 1, line])
})

test.each([
  ['a record to check', '@CONTROL rid=C-1 | color="red"', 0],
  ['a record to skip', '@CONTROL rid=C-1\n@CONTROL rid=C-2', 1],
  ['a comment', '\n# x', 1],
  ['a block', '@BEGIN\nx', 1],
  ['stray lines', 'x\ny', 1],
  ['nothing', '', 0],
])('of a text that ends in %s, the last line is counted once', (_, text, line) => {
  expect(read(text).after.line).toBe(line)
  expect(read(`${text}\n`).after.line).toBe(line + 1)
})

test('a block that is open in the end has its text up to the next line that starts with @', () => {
  const open = (text: string) => read(text).openBlock
  expect(open('@CONTROL rid=C-1\n@BEGIN\nx\n @\n@CONTROL rid=C-2\n@BEGIN\n')).toEqual({
    text: '@BEGIN\nx\n @\n',
    line: 1,
  })
  expect(open('@BEGIN\nx\n')).toEqual({ text: '@BEGIN\nx\n', line: 0 })
  expect(open('@BEGIN\nx')).toEqual({ text: '@BEGIN\nx', line: 0 })
  expect(open('@BEGIN\n@CONTROL rid=C-2\n@END\n')).toBeUndefined()
})

test('comments are skipped with the lines around them, but for those that may suppress problems', () => {
  /** The texts that are skipped in one go. */
  const skippedIn = (text: string): string[] => {
    const bytes = utf8Of(text, 4)
    const end = bytes.length - 4
    const decode = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString()
    const found: string[] = []
    readPart(
      { bytes, end, textEnd: end, decode },
      startOfFile,
      { registry: builtinRegistry, fileName: 'a.rec', settingDomains: ['core.compliance'] },
      { tablesOf, hasher, hasNames: true },
      {
        check: ({ entries }) => entries.map(() => ({ tag: undefined, findings: [] })),
        skipped: (from, to) => found.push(decode(from, to)),
      },
    )
    return found
  }
  const record = '@CONTROL rid=C-1\n'
  for (const comment of ['# a\n', '#\n', '  # @a | b=c # d\r\n', '#\r', '#a é\n', '#\t Line\n', '# ~\n']) {
    const text = record + comment + record
    expect(skippedIn(text)).toEqual([text])
  }
  for (const comment of [
    '# recline-disable x\n',
    '#r\n',
    '#\t Recline\n',
    '# é\n',
    '#\u00a0recline-enable\n',
    '#\f recline-enable\n',
  ])
    expect(skippedIn(record + comment + record)).toEqual([record, record])
  expect(skippedIn(`${record}@XYZZY a=1\n@FINDING rid=F-1\n${record}`)).toEqual([record, '@FINDING rid=F-1\n' + record])
})

test('some entries are checked at a time', () => {
  const wrong = '@CONTROL rid=C-1 | color="red"\n'
  expect(read(wrong.repeat(300)).batches).toEqual([128, 128, 44])
  expect(read(wrong.repeat(256)).batches).toEqual([128, 128])
  expect(read(`${wrong}@DOC domain=core.compliance\n${wrong}`).batches).toEqual([1, 2])
  expect(read('@CONTROL rid=C-1\n\n# x\n').batches).toEqual([])
})

test.each([
  ['directly below a record', '@CONTROL rid=C-1 | owner=[a,\n  b]\n'],
  ['below a blank line', '@CONTROL rid=C-1 | owner=[a,\n\n \t\n  b]\n\nx\n'],
  ['below other stray lines', '[\na\n\nb\n\n]\n\nc\n'],
  ['below a comment', '@CONTROL rid=C-1 | owner=[a,\n# x\n  b]\n'],
  ['below a record to skip', '@CONTROL rid=C-1 | owner=[a,\n@CONTROL rid=C-2\n\n  b]\n'],
  ['below a block', '@CONTROL rid=C-1 | owner=[a,\n@BEGIN\n@END\n\n  b]\n'],
  ['below blank lines of a record of two lines', '@CONTROL rid=C-1\n  | owner=[a,\n\n  b]\n'],
])('stray lines %s have the same problems as in the whole', (_, text) => {
  const file = check(text, { settingDomains: ['core.compliance'] })
  const whole = problemsOf(file).map(({ entry, code }) => [file.tree.lineOf(entry), code])
  expect(read(text).problems).toEqual(whole)
})

test.each([
  ['the record', '', 1],
  ['a comment', '# x\n', 2],
  ['comments, indented or empty', '# x\n  #\n#\n', 4],
  ['another suppression', '# recline-disable-next-line notation\n', 2],
  ['a blank line', ' \t\n', undefined],
  ['a comment and a blank line', '# x\n\n', undefined],
])('the next line below a suppression is behind %s', (_, between, next) => {
  const text = `# recline-disable-next-line out-of-range\n${between}@CONTROL rid=C-1 | maturity:int=9\n`
  expect(read(text).directives[0]).toMatchObject({ place: 0, next })
})

test('of more different findings than are remembered, the same are found as in the whole', () => {
  const values = Array.from({ length: 2500 }, (_, index) => (index % 1100) + 6)
  const text = values.map((value, index) => `@CONTROL rid=C-${index} | maturity:int=${value}\n`).join('')
  const { inFields, checked } = read(text, true)
  expect(checked).toEqual([])
  expect(inFields).toEqual(problemsOf(check(text)).map(({ message }) => message))
})
