import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFiles, context, meanings } from '../../test/convert.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { runs } from '../../test/property-values.ts'
import { check } from '../../test/records.ts'
import { parseEntries } from '../syntax/parse.ts'
import { followHeaders } from './declared-types.ts'
import { jsonObjectReader, readJson, recordsFromJson } from './json.ts'
import { jsonOf } from './json-lines.ts'
import { plainEntry } from './plain-record.ts'

/** Records as lines of JSON. */
function toJson(text: string): string {
  const domainsAt = followHeaders(context)
  return parseEntries(text)
    .flatMap(entry => plainEntry(entry, domainsAt(entry)) ?? [])
    .map(jsonOf)
    .join('\n')
}

/** JSON as records, or what is wrong with it, each behind what it stands on. */
function fromJson(text: string, tag?: string): string {
  const read = recordsFromJson(text, { context, ...(tag !== undefined && { tag }) })
  return 'text' in read
    ? read.text
    : read.problems.map(({ message, start, end }) => `«${text.slice(start, end)}» ${message}\n`).join('')
}

const back = (json: string): string => fromJson(`[${json.replaceAll('\n', ',\n')}]`)

function expectJson(records: string, json: string): void {
  expect(toJson(records)).toBe(json)
  expect(back(json)).toBe(records)
}

test('values are what their types by descriptor are in JSON', () => {
  expectJson(
    '@CONTROL rid=CTL-1 | title="3" | maturity:int=3\n',
    '{"$tag":"CONTROL","rid":"CTL-1","title":"3","maturity":3}',
  )
  expectJson(
    '@CERT rid=C-1 | auto_renew:bool=true | expires:ts=2026-06-30\n',
    '{"$tag":"CERT","rid":"C-1","auto_renew":true,"expires":"2026-06-30"}',
  )
  expect(toJson('@CONTROL maturity="3" | title=Access review')).toBe(
    '{"$tag":"CONTROL","maturity":3,"title":"Access review"}',
  )
})

test('numbers keep their digits', () => {
  expectJson('@TXN id="T" | amount:float=4.50\n', '{"$tag":"TXN","id":"T","amount":4.50}')
  expectJson('@CONTROL maturity:int=9007199254740993\n', '{"$tag":"CONTROL","maturity":9007199254740993}')
  expectJson('@CONTROL maturity:int=+3\n', '{"$tag":"CONTROL","maturity":"+3"}')
})

test('a whole number that JSON has with a fraction of zeros is a whole number where the type is int', () => {
  expect(fromJson('{"$tag":"CONTROL","maturity":3.0,"x:int":-2.00,"y":1.0}')).toBe(
    '@CONTROL maturity:int=3 | x:int=-2 | y:float=1.0\n',
  )
  expectJson('@CONTROL maturity="3.0" | x:int=3.0\n', '{"$tag":"CONTROL","maturity":"3.0","x:int":"3.0"}')
})

test('a number that its type does not allow is text, as any other value', () => {
  expectJson('@CONTROL x:int=1.5 | y:int=abc\n', '{"$tag":"CONTROL","x:int":"1.5","y:int":"abc"}')
  expectJson('@CONTROL maturity="1e2"\n', '{"$tag":"CONTROL","maturity":"1e2"}')
})

test('a tag that stands in an object twice is a problem', () => {
  expect(fromJson('{"$tag":"CONTROL","$tag":"FINDING","rid":"A"}')).toBe(
    '«"$tag"» "$tag" stands in this object twice; keep one of them.\n',
  )
})

test('a key has a type where neither the descriptor nor the value says it', () => {
  expectJson(
    '@CONTROL x:int=3 | y:float=4.5 | z:bool=true | t="3"\n',
    '{"$tag":"CONTROL","x":3,"y":4.5,"z":true,"t":"3"}',
  )
  expectJson(
    '@CONTROL x:float=3 | y:ts=2026-06-30 | z:vector=1 | maturity:float=3\n',
    '{"$tag":"CONTROL","x:float":3,"y:ts":"2026-06-30","z:vector":"1","maturity:float":3}',
  )
})

test('a value that is none of its type is text', () => {
  expectJson('@CONTROL maturity="three"\n', '{"$tag":"CONTROL","maturity":"three"}')
})

test('lists are arrays; one that an array cannot say comes with its text', () => {
  expectJson(
    '@DOC domain=[compliance, health@1.0] | x=["a b", 3, "3", [true, []]]\n',
    '{"$tag":"DOC","domain":["compliance","health@1.0"],"x":["a b",3,"3",[true,[]]]}',
  )
  expectJson(
    '@DOC domain=[compliance,health]\n',
    '{"$tag":"DOC","domain":["compliance","health"],"$text":"@DOC domain=[compliance,health]"}',
  )
})

test('comments, blocks and lines that are no record have a key of their own', () => {
  expectJson(
    '# Access\n@BEGIN x\n  y\n@END\nsome text\n',
    '{"$comment":"# Access"}\n{"$block":"@BEGIN x\\n  y\\n@END"}\n{"$line":"some text"}',
  )
})

test('the empty lines at the end of a block that nothing closes stay', () => {
  expectJson('@BEGIN\n\n', '{"$block":"@BEGIN\\n"}')
  expectJson('@A\n@BEGIN\nx\n\n\n', '{"$tag":"A"}\n{"$block":"@BEGIN\\nx\\n\\n"}')
})

test('a record of which something cannot be read comes with its text', () => {
  expectJson(
    '@CONTROL title="x"y | status= | title="open\n',
    '{"$tag":"CONTROL","title":"x","$text":"@CONTROL title=\\"x\\"y | status= | title=\\"open"}',
  )
})

test('a record that could be taken for a block comes with its text', () => {
  expectJson('@begin a="1"\n', '{"$tag":"BEGIN","a":"1","$text":"@begin a=\\"1\\""}')
  expect(fromJson('{"$tag":"BEGIN"}')).toContain('"BEGIN" is not a tag')
})

test('a header decides about the records below it', () => {
  expectJson(
    '@DOC domain=core.legal\n@CONTROL maturity="3"\n',
    '{"$tag":"DOC","domain":"core.legal"}\n{"$tag":"CONTROL","maturity":"3"}',
  )
})

test('JSON from elsewhere', () => {
  expect(fromJson('{"$tag":"CONTROL","rid":5,"maturity":3.5,"title":null,"owner":true}')).toBe(
    '@CONTROL rid=5 | maturity="3.5" | owner="true"\n',
  )
  expect(fromJson('[{"rid":"a b","status":"draft"}, {"$tag":"CERT"}]', 'CONTROL')).toBe(
    '@CONTROL rid="a b" | status="draft"\n@CERT\n',
  )
  expect(fromJson('[]')).toBe('')
  expect(fromJson('{"$tag":"A","x":1,"x":2}')).toBe('@A x:int=1 | x:int=2\n')
})

test('lines do not run into each other', () => {
  expect(back('{"$tag":"CONTROL"}\n{"$line":"  | x=1"}\n{"$block":"@BEGIN"}\n{"$comment":"# x"}')).toBe(
    '@CONTROL\n\n  | x=1\n@BEGIN\n@END\n# x\n',
  )
})

test.each([
  ['[{"$tag":"CONTROL",}]', '«}» This is not JSON: there is a comma with nothing behind it; remove the comma.'],
  [
    '{"$tag":"A"}\n{"$tag":"A"}',
    '«{» This is not JSON: there is something behind the end; remove it, or read this as ndjson, as its lines are values of their own.',
  ],
  ['', '«» This is not JSON: it is empty; write its contents in { }.'],
  [
    '[3, "x"]',
    '«3» Here is 3, and no record; a record is an object, as in {"$tag":"CONTROL","rid":"CTL-1"}.\n«"x"» Here is "x", and no record; a record is an object, as in {"$tag":"CONTROL","rid":"CTL-1"}.',
  ],
  ['{"rid":"x"}', '«{» This object does not say what kind of record it is; give it a tag, as in "$tag":"CONTROL".'],
  [
    '{"$tag":"control"}',
    '«"control"» "control" is not a tag; a tag is made of capital letters, digits and _, as in CONTROL.',
  ],
  [
    '{"$tag":"A","first name":1}',
    '«"first name"» "first name" cannot be the name of a field; a name starts with a letter or _ and goes on with letters, digits, _, . and -, as in due_date.',
  ],
  [
    '{"$tag":"A","$x":1}',
    '«"$x"» "$x" is not one of the names with $ that have a meaning; leave it out, or give the field a name without $.',
  ],
  [
    '{"$tag":"A","x":{"y":1}}',
    '«{"y":1}» x holds an object; a field holds a text, a number, true or false, or a list of them, so write its parts as fields of their own.',
  ],
  [
    '{"$tag":"A","x":"1","$text":"@A x=\\"2\\""}',
    '«"@A x=\\"2\\""» $text says something else than the fields beside it; take $text out, and the fields count.',
  ],
  [
    '{"$tag":"A","$text":"x"}',
    '«"x"» The text of $text has to be one record; take $text out, and the fields beside it count.',
  ],
  ['{"$comment":"x"}', '«"x"» The text of $comment has to be one line that starts with #; change it, or take it out.'],
  [
    '{"$comment":"# x","y":1}',
    '«{» $comment stands for a line that is no record, and so alone in its object; take the other keys out.',
  ],
])('what is wrong with %j', (json, problems) => expect(fromJson(json)).toBe(`${problems}\n`))

test('records are the same after there and back', () =>
  fc.assert(
    fc.property(fc.oneof(damagedFiles(), anyFiles()), text => {
      expect(meanings(check(back(toJson(text))))).toEqual(meanings(check(text)))
    }),
    { numRuns: runs(200) },
  ))

test('flat objects are read as any other, one by one and in a list', () => {
  const keys = [
    'rid',
    'title',
    'maturity',
    'maturity:float',
    'due:ts',
    '$tag',
    '$tag',
    '$text',
    '1',
    'a b',
    '__proto__',
  ]
  const values = [
    '"CONTROL"',
    '"RISK"',
    '"x"',
    '""',
    '"a, b"',
    '"\\u2028"',
    '"\\ud800"',
    '"\\u0041"',
    '["a"]',
    '{"b":1}',
  ]
  const others = ['1', '1.0', '1.5', '-0', '1e3', '1e400', '12345678901234567890', '01', 'true', 'null']
  const space = fc.constantFrom('', '', '', '', '', ' ', '\n', ' \t\r', '\u00a0', '\v')
  const member = fc
    .tuple(fc.constantFrom(...keys), fc.constantFrom(...values, ...others))
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
  const usual = fc.constantFrom('"rid":"x"', '"$tag":"CONTROL"', '"$tag":"RISK"', '"x":1.50', '"y":true')
  const object = fc
    .tuple(
      fc.array(fc.oneof({ weight: 3, arbitrary: usual }, member), { maxLength: 4 }),
      space,
      fc.constantFrom('}', '}', '}', '', ',}', '}}'),
    )
    .map(([members, blank, end]) => `{${blank}${members.join(`${blank},${blank}`)}${blank}${end}`)
  const odd = fc.constantFrom('3', '', '[', '{}{}', '{"x":"\\"}', '{"x":"\t"}', '{"x" 1}', '{"x":1 2}', '{"x:1}')
  const objects = fc.array(fc.oneof({ weight: 9, arbitrary: object }, odd), { maxLength: 4 })
  const ends = fc.constantFrom(...[']', ']', ' ]', '] ', '],', ',]', '', ']]'])
  // A byte order mark, which only a whole file can have, keeps the quick path from reading it.
  const readOne = (text: string, tag: string | undefined): unknown => {
    const entry = jsonObjectReader(tag)(text)
    return 'problems' in entry ? entry.problems.map(({ message }) => message) : entry
  }
  const readAll = (text: string, tag: string | undefined): unknown => {
    const entries: unknown[] = []
    const problems = readJson(text, tag, (entry, start) => entries.push([entry, text.slice(start, start + 9)]))
    return problems.length > 0 ? problems.map(({ message }) => message) : entries
  }
  const tags = fc.constantFrom(undefined, 'RISK', 'x')
  fc.assert(
    fc.property(objects, ends, tags, (some, end, tag) => {
      for (const text of some) expect(readOne(text, tag)).toEqual(readOne(`\ufeff${text}`, tag))
      const list = `[${some.join(',')}${end}`
      expect(readAll(list, tag)).toEqual(readAll(`\ufeff${list}`, tag))
    }),
    { numRuns: runs(2000) },
  )
})
