import fc from 'fast-check'
import type { CheckedFile } from '../shared/check/check.ts'
import { followHeaders } from '../shared/convert/declared-types.ts'
import { isTag, type PlainRecord, plainEntry } from '../shared/convert/plain-record.ts'
import { type PlainTable, tableOf } from '../shared/convert/table.ts'
import type { FileContext } from '../shared/domains/domains-in-force.ts'
import { fieldOf } from '../shared/domains/registry.ts'
import { fieldType, quote, type RecordNode, tagName, tagWord, valueText } from '../shared/syntax/nodes.ts'
import { parseEntries } from '../shared/syntax/parse.ts'
import { typeNamed } from '../shared/syntax/type-words.ts'
import { builtinRegistry } from './records.ts'

/** The content of a file that a conversion to another form and back must keep. */
export const meanings = (file: CheckedFile): unknown[] =>
  file.tree.entries.flatMap((entry, index): unknown[] => {
    if (entry.kind === 'blank') return []
    return entry.kind === 'record' ? [meaningOf(file, index)] : [entry.text.replace(/[\r\n]+$/, '')]
  })

/**
 * The content of the records that a conversion to tables and back must keep. Tables have no comments, no records
 * without a readable tag, and no order of fields.
 */
export const recordMeanings = (file: CheckedFile): unknown[] =>
  file.tree.entries.flatMap((entry, index): unknown[] => {
    if (entry.kind !== 'record' || !isTag(tagName(entry) ?? '')) return []
    const [tag, fields, strays] = meaningOf(file, index)
    return [[tag, fields.map(field => JSON.stringify(field)).sort(), strays]]
  })

/** The text after it is written as UTF-8: lone surrogates become U+FFFD. */
export const inUtf8 = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** The tables of a file's records. `orders` has the position of each row among all records. */
export function tablesOf(text: string): { readonly table: PlainTable; readonly orders: readonly number[] }[] {
  const domainsAt = followHeaders(context)
  const byTag = new Map<string, { records: PlainRecord[]; orders: number[] }>()
  parseEntries(text).forEach((entry, index) => {
    const plain = plainEntry(entry, domainsAt(entry))
    if (plain?.kind !== 'record' || !isTag(plain.tag)) return
    const of = byTag.get(plain.tag) ?? { records: [], orders: [] }
    of.records.push(plain)
    of.orders.push(index)
    byTag.set(plain.tag, of)
  })
  return [...byTag].map(([tag, { records, orders }]) => ({ table: tableOf(records, tag), orders }))
}

/** Decides the domains of records in tests: all built-in domains. */
export const context: FileContext = { registry: builtinRegistry, fileName: 'test.rec', settingDomains: [] }

/** The tag of a record, its fields with their types, and its unreadable parts. */
function meaningOf(
  { tree, entries }: CheckedFile,
  index: number,
): readonly [tag: string, fields: unknown[], strays: string[]] {
  const record = tree.entries[index] as RecordNode
  const { tag } = entries[index]!
  const fields = record.fields.map(field => {
    const word = fieldType(record, field)
    const name = field.name
    const type = word ? (typeNamed(word) ?? word) : ((tag && fieldOf(tag, name)?.type) ?? 'string')
    return field.value ? [name, type, valueText(record, field.value), field.value.kind === 'list'] : [name]
  })
  return [
    tagName(record) ?? tagWord(record),
    fields,
    record.strays.map(({ start, end }) => record.text.slice(start, end)),
  ]
}

/** Generates files of records with any tags, fields, types and values that can be written. */
export const anyFiles = (): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 6, arbitrary: anyRecords }, comments), { maxLength: 8 })
    .map(lines => lines.map(line => `${line}\n`).join(''))

const comments = fc.constantFrom(
  '# a comment',
  '@DOC domain=core.compliance',
  '@DOC domain=[core.health, core.insurance]',
  '@DOC',
  '@BEGIN x\n@END',
  '',
)

const names = fc.constantFrom(
  'rid',
  'title',
  'status',
  'maturity',
  'amount',
  'premium',
  'collected',
  'automated',
  'x',
  'X-1.y',
  '__proto__',
  'constructor',
  'bp',
  'a',
  'list',
)

const types = fc.constantFrom(
  '',
  '',
  '',
  '',
  ':int',
  ':float',
  ':ts',
  ':bool',
  ':string',
  ':str',
  ':ref',
  ':vector',
  ':list',
  ':text',
)

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '3',
    '-3',
    '+3',
    '007',
    '-0',
    '4.50',
    '1e3',
    '1e21',
    '9007199254740993',
    '-9223372036854775808',
    '9223372036854775808',
    '1e999',
    '0.1',
    '-0.0',
    'true',
    'false',
    'null',
    'True',
    '2026-06-30',
    '2026-06-30T14:05Z',
    '2026-06-30T14:05:00Z',
    '2026-06-30T14:05:00.123Z',
    '2026-06-30T14:05:00.1234567Z',
    '2026-06-30T14:05:00+02:00',
    '2026-06-30T14:05:00',
    '2026-06-30T14:05',
    '0000-01-01',
    '9999-12-31T23:59:59.999999Z',
    '2026-02-30',
    '=1+1',
    "'=1+1",
    "''@a",
    '@x',
    '-x',
    '+49 30',
    '\t=1',
    '[a, b]',
    '[a',
    'a,b',
    'a;b',
    '"',
    '""',
    ' a ',
    'a\nb',
    'a\r\nb',
    'a\rb',
    '\n',
    '\ufeff',
    '\ufeffa',
    '\ud83d',
    'a|b',
    '<img src=x>',
    '\\',
    '\\n',
    'NULL',
    'NaN',
    '#',
    '# x',
  ),
)

const lists = fc.constantFrom(
  '[a, b]',
  '[]',
  '[a,b]',
  '["a", "b c", 3, 4.50, true, null]',
  '["3"]',
  '[[a], [b, [c]]]',
  '[ a ]',
  '[a b]',
  '["\\"", "\\u00e9"]',
  '[a, ]',
  '[+3, 007, -1]',
)

const values = fc.oneof(
  { weight: 8, arbitrary: texts.map(quote) },
  { weight: 2, arbitrary: fc.constantFrom('3', '4.50', 'true', '2026-06-30', 'CTL-1', '-0', '+3', 'x', '007') },
  lists,
)

const anyRecords = fc
  .tuple(
    fc.constantFrom('CONTROL', 'CONTROL', 'POLICY', 'POSITION', 'TXN', 'EVIDENCE', 'CERT', 'OTHER', 'A', 'DOC'),
    fc.uniqueArray(fc.tuple(names, types, values), { selector: ([name]) => name, maxLength: 6 }),
  )
  .map(
    ([tag, fields]) =>
      `@${tag}${fields.map(([name, type, value], index) => `${index === 0 ? ' ' : ' | '}${name}${type}=${value}`).join('')}`,
  )
