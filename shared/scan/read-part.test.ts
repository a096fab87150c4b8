import { expect, test } from 'vitest'
import { builtinRegistry, check } from '../../test/records.ts'
import { problemsOf } from '../check/check.ts'
import { checkSome } from '../check/check-some.ts'
import type { DoubtfulFields } from './doubtful-fields.ts'
import { fieldChecker } from './field-findings.ts'
import { NameHasher } from './names.ts'
import { type Part, startOfFile } from './part.ts'
import { readPart } from './read-part.ts'
import { tablesMaker } from './tables.ts'
import { utf8Of } from './utf8.ts'

const hasher = new NameHasher({ low: 1, high: 2 })
const tablesOf = tablesMaker(hasher, { registry: builtinRegistry })

/**
 * Reads a text as a part, with the lines of the records that the check looks at. Lines count from 0.
 *
 * @param hasFields whether records are skipped except for doubtful fields; `inFields` has the problems of these
 */
function read(text: string, hasFields = false) {
  const textEnd = utf8Of(text).length
  const bytes = utf8Of(text, 4)
  const part: Part = {
    bytes,
    end: textEnd,
    textEnd,
    decode: (from, to) => Buffer.from(bytes.subarray(from, to)).toString(),
  }
  const context = { registry: builtinRegistry, fileName: 'a.rec', settingDomains: ['core.compliance'] }
  const checked: number[] = []
  const inFields: string[] = []
  const checkFields = fieldChecker()
  const reading = readPart(
    part,
    startOfFile,
    context,
    { tablesOf, hasher, hasNames: true },
    {
      check: ({ entries, places }) => {
        const lines = places.map(({ line }) => line)
        checked.push(...lines)
        return checkSome([], entries, lines, context).entries
      },
      ...(hasFields && {
        checkFields: (doubtful: DoubtfulFields) => {
          checkFields(doubtful, context, ({ message }) => inFields.unshift(message))
          return true
        },
      }),
    },
  )
  return { ...reading, checked, inFields }
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
  ['the record', '', 1],
  ['a comment', '# x\n', 2],
  ['comments, indented or empty', '# x\n  #\n#\n', 4],
  ['another suppression', '# recline-disable-next-line notation\n', 2],
  ['a blank line', '\n', 1],
  ['a comment and a blank line', '# x\n\n', 2],
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
