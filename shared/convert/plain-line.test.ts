import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyFiles, context } from '../../test/convert.ts'
import { damagedFiles } from '../../test/damaged.ts'
import { oddDomains, oddRecords } from '../../test/odd-records.ts'
import { runs } from '../../test/property-values.ts'
import { domainsOfFile } from '../domains/domains-in-force.ts'
import type { Domain } from '../domains/registry.ts'
import { parseEntries } from '../syntax/parse.ts'
import { csvOf } from './csv.ts'
import { carriesText, jsonOf } from './json-lines.ts'
import { plainLine } from './plain-line.ts'
import { plainRecord, recordOfFields } from './plain-record.ts'
import { tableOf } from './table.ts'

const { domains } = domainsOfFile(context)

/** Expects that records read as plain lines are the same as by their parsed fields, also as JSON and as a table. */
function expectSame(text: string, inForce: readonly Domain[]): void {
  const entries = parseEntries(text).filter(entry => entry.kind === 'record')
  const records = entries.map(entry => plainRecord(entry, inForce))
  const parsed = entries.map(entry => recordOfFields(entry, inForce))
  expect(records.map(record => ({ ...record, isPlain: false }))).toEqual(parsed)
  expect(records.map(jsonOf)).toEqual(parsed.map(jsonOf))
  expect(records.map(carriesText)).toEqual(parsed.map(carriesText))
  const [table, other] = [tableOf(records, 'X'), tableOf(parsed, 'X')]
  expect(table.columns).toEqual(other.columns)
  expect([...csvOf(table)]).toEqual([...csvOf(other)])
}

test('a record that is read as a plain line says the same as its parsed fields', () => {
  fc.assert(
    fc.property(fc.oneof(anyFiles(), damagedFiles()), text => expectSame(text, domains)),
    { numRuns: runs(3000) },
  )
})

test('so does a record of domains whose tags have several definitions', () => {
  const inForce = [...oddDomains.domains.values()]
  fc.assert(
    fc.property(oddRecords, text => {
      expectSame(text, inForce)
      expectSame(text, inForce.slice(0, 1))
    }),
    { numRuns: runs(3000) },
  )
})

/** Canonical records from which up to three quotes are missing. */
const unclosedRecords = fc
  .tuple(
    fc.array(fc.constantFrom('"x"', '""', '"a b"', '"a ="', '3'), { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat({ max: 10 }), { maxLength: 3 }),
  )
  .map(([values, missing]) => {
    const text = `@CONTROL ${values.map((value, index) => `${'abcde'[index]!}=${value}`).join(' | ')}\n`
    let quotes = 0
    return text.replace(/"/g, quote => (missing.includes(quotes++) ? '' : quote))
  })

test('so does a record from which quotes are missing', () => {
  fc.assert(
    fc.property(unclosedRecords, text => expectSame(text, domains)),
    { numRuns: runs(3000) },
  )
})

test.each([
  ['@CONTROL rid=CTL-1 | title="a b" | maturity:int=3\n', ['CTL-1', 'a b', '3']],
  ['@X a=1\r\n', ['1']],
  ['@X a=1', ['1']],
  ['@X a=""\n', ['']],
  ['@X\n', undefined],
  ['@X a="x\\n"\n', undefined],
  ['@X a="é 文字" | b=é\n', undefined],
  ['@X a="é 文字, Ωж\u2019 …" | b=1\n', ['é 文字, Ωж\u2019 …', '1']],
  ['@X a="\u00a0"\n', undefined],
  ['@X a="\u202e"\n', undefined],
  ['@X a="\ud83d\ude00"\n', undefined],
  ['@X a="\ufeff"\n', undefined],
  ['@X a="x ="\n', ['x =']],
  ['@X a="x | b="y"\n', undefined],
  ['@X a=1  | b=2\n', undefined],
  ['@X a=1\n  | b=2\n', undefined],
  ['@X a=[b]\n', undefined],
])('a record of one line in canonical notation is a plain line: %j', (text, values) => {
  const [record] = parseEntries(text)
  expect(record?.kind === 'record' && plainLine(record)?.values).toEqual(values)
})
