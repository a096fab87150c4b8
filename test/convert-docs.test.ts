import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { csvOf } from '../shared/convert/csv.ts'
import { followHeaders } from '../shared/convert/declared-types.ts'
import { jsonOf } from '../shared/convert/json-lines.ts'
import { markdownOf } from '../shared/convert/markdown.ts'
import { plainEntry } from '../shared/convert/plain-record.ts'
import { parseEntries } from '../shared/syntax/parse.ts'
import { context, tablesOf } from './convert.ts'

const page = readFileSync(new URL('../docs/convert.md', import.meta.url), 'utf8')

/** The first fence of a language on the page. */
const fence = (language: string): string => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)![1]!

test('the page on other forms shows the same records in each', () => {
  const domainsAt = followHeaders(context)
  const json = parseEntries(fence('rec'))
    .flatMap(entry => plainEntry(entry, domainsAt(entry)) ?? [])
    .map(jsonOf)
  expect(fence('json')).toBe(`[\n${json.join(',\n')}\n]\n`)
  const { table, orders } = tablesOf(fence('rec').replace(/^#.*\n/m, '')).find(({ table: { tag } }) => tag === 'TXN')!
  expect(fence('csv')).toBe([...csvOf(table, { orders: orders.map(order => order + 1) })].join(''))
  expect(fence('markdown')).toBe([...markdownOf(table)].join(''))
})
