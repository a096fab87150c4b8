import { expect, test } from 'vitest'
import { parse } from '../syntax/tree.ts'
import { foldQuery } from './match.ts'
import { searchTree, searchValues } from './value-search.ts'

const text = `# A review
@CONTROL rid=CTL-1 | title="Access" | owner="Identity | Access Review Board"
@CONTROL rid=CTL-2
  | review="none" | text="Ask for \\"Ana\\" | she knows"
@BEGIN notes
@CONTROL rid=CTL-3 | owner="review"
@END notes
@UNKNOWN rid=U-1 | seen:ts=2026-05-11 | list=[a, "Reviewer b"]
`

/** The values with a query: the line of the tag, the value, and in \`[]\` what was found. */
function find(query: string, limit = 10): string[] {
  const lines = text.split('\n')
  return searchValues(text, { query: foldQuery(query), limit }).map(({ tag, tagLine, field, excerpt, start, end }) => {
    const found = lines[start.line]!.slice(start.character, end.character)
    return `${tagLine} ${tag} ${field}: ${excerpt} [${start.line === end.line ? found : ''}]`
  })
}

test('a query is found in the values of all records, whatever its case', () => {
  expect(find('REVIEW')).toEqual([
    '1 CONTROL owner: Identity | Access Review Board [Review]',
    '7 UNKNOWN list: [a, "Reviewer b"] [Review]',
  ])
  expect(find('2026-05')).toEqual(['7 UNKNOWN seen: 2026-05-11 [2026-05]'])
  expect(find('y | acc')).toEqual(['1 CONTROL owner: Identity | Access Review Board [y | Acc]'])
  expect(find('for "ana" |')).toEqual(['2 CONTROL text: Ask for "Ana" | she knows [for \\"Ana\\" |]'])
  expect(find('ctl-2')).toEqual(['2 CONTROL rid: CTL-2 [CTL-2]'])
  expect(find('"access"')).toEqual([])
  expect([find('review', 1), find('review', 0)].map(({ length }) => length)).toEqual([1, 0])
})

test('names of fields, comments, blocks and parts of two values do not count', () => {
  expect(find('owner')).toEqual([])
  expect(find('she knows"')).toEqual([])
  expect(find('access" | o')).toEqual([])
})

test('of a long value, the part around the query is shown', () => {
  const long = `@CONTROL title="${'before '.repeat(20)}needle${' behind'.repeat(20)}"`
  const [found] = searchValues(long, { query: 'needle', limit: 1 })
  expect(found!.excerpt).toMatch(/^…before .*needle behind.*…$/)
  expect(found!.excerpt.length).toBeLessThan(90)
  const joined = `@CONTROL title="${'x'.repeat(200)}needle${'x'.repeat(200)}"`
  expect(searchValues(joined, { query: 'needle', limit: 1 })[0]!.excerpt).toMatch(/^…x{30}needlex{30}…$/)
})

test('about 30 characters around the query are shown, from the start of a word if one is near', () => {
  const shown = (before: string, behind = ''): string =>
    searchValues(`@CONTROL title="${before}needle${behind}"`, { query: 'needle', limit: 1 })[0]!.excerpt
  const [x30, y30] = ['x'.repeat(30), 'y'.repeat(30)]
  expect(shown(x30 + x30, y30)).toBe(`${x30}${x30}needle${y30}`)
  expect(shown(`x${x30}${x30}`, `${y30}y`)).toBe(`…${x30}needle${y30}…`)
  expect(shown(`a b ${x30}`)).toBe(`…${x30}needle`)
  expect(shown(`aa bb ${x30.slice(1)}`)).toBe(`…${x30.slice(1)}needle`)
  expect(shown(`a ${x30}${x30}x`)).toBe(`…${x30}needle`)
  expect(shown('a\\nb\\t')).toBe('a b needle')
})

test('other work has its turn while many records are searched', () => {
  const search = searchTree(parse('@CONTROL title="x"\n'.repeat(10_001)), { query: 'y', limit: 5 })
  let turns = 0
  while (!search.next().done) turns++
  expect(turns).toBe(2)
})

test('letters that are longer in lower case do not move what is found', () => {
  const [found] = searchValues('@CONTROL title="İİİ needle"', { query: 'needle', limit: 1 })
  expect([found!.start.character, found!.excerpt]).toEqual([20, 'İİİ needle'])
})
