import { expect, test } from 'vitest'
import { searchValues } from '../../shared/index/value-search.ts'
import { snapshotOf } from '../../test/editor.ts'
import { matchingRecords, queryOfValues, workspaceSymbols } from './workspace-symbols.ts'

const { index, registry } = snapshotOf('@CONTROL rid=CTL-2 | title="Access review"\n@EVIDENCE collector="Auditor"\n', {
  others: {
    'b.rec':
      '@CONTROL rid=CTL-10 | title="Backup"\n@FINDING rid=FND-1 | control_ref="CTL-2" | description="No review of access"\n',
    'c.rec': '@CONTROL rid=CTL-1',
  },
})

const find = (typed: string): string[] =>
  workspaceSymbols(index, registry, matchingRecords(index, typed)).map(
    ({
      name,
      location: {
        uri,
        range: { start },
      },
    }) => `${name} @ ${uri.slice(8)} ${start.line + 1}:${start.character + 1}`,
  )

test('records are found by id, tag and title, in open and closed files', () => {
  expect(find('fnd-1')).toEqual(['FINDING FND-1 No review of access @ b.rec 2:14'])
  expect(find('backup')).toEqual(['CONTROL CTL-10 Backup @ b.rec 1:14'])
  expect(find('evidence')).toEqual(['EVIDENCE Auditor @ test.rec 2:1'])
  expect(find('nothing')).toEqual([])
})

test('the best matches come first: the same id, ids with the same start, words, and parts of words in any order', () => {
  expect(find('ctl-1').map(line => line.split(' ')[1])).toEqual(['CTL-1', 'CTL-10'])
  expect(find('review').map(line => line.split(' ')[1])).toEqual(['CTL-2', 'FND-1'])
  expect(find('view acc').map(line => line.split(' ')[1])).toEqual(['CTL-2', 'FND-1'])
  expect(find('c2acc')).toEqual([])
  expect(find('c2').map(line => line.split(' ')[1])).toEqual(['CTL-2'])
  expect(find('').map(line => line.split(' @ ')[0])).toEqual([
    'CONTROL CTL-1',
    'CONTROL CTL-2 Access review',
    'CONTROL CTL-10 Backup',
    'EVIDENCE Auditor',
    'FINDING FND-1 No review of access',
  ])
})

test('a record with all words is found among very many with one of them', () => {
  const many = Array.from({ length: 6000 }, (_, number) => `@CONTROL rid=C-${number} | title="Review"`)
  const { index: large } = snapshotOf([...many, '@CONTROL rid=Z-1 | title="Review of rare things"'].join('\n'))
  expect(matchingRecords(large, 'rare review').map(({ id }) => id)).toEqual(['Z-1'])
  expect(matchingRecords(large, 'review rare').map(({ id }) => id)).toEqual(['Z-1'])
})

test('each tag has a kind of its own', () => {
  const kinds = workspaceSymbols(index, registry, matchingRecords(index, '')).map(({ name, kind }) => [
    name.split(' ')[0],
    kind,
  ])
  expect(new Set(kinds.map(([, kind]) => kind)).size).toBe(3)
  expect(kinds.filter(([tag]) => tag === 'CONTROL').every(([, kind]) => kind === kinds[0]![1])).toBe(true)
})

test('there are no more symbols than the limit', () => {
  const { index: large } = snapshotOf(
    Array.from({ length: 500 }, (_, number) => `@CONTROL rid=C-${500 - number}`).join('\n'),
  )
  const names = workspaceSymbols(large, registry, matchingRecords(large, 'c')).map(({ name }) => name)
  expect([names.length, names[0], names.at(-1)]).toEqual([200, 'CONTROL C-1', 'CONTROL C-200'])
})

test('a text that is no start of an id is searched in all values, behind the records that the index has found', () => {
  const text = `@CONTROL rid=CTL-1 | title="Access of reviewers"
@CONTROL rid=CTL-2 | title="Backup" | owner="The reviewers of 2026"
  | framework="ISO 27001"
@STRANGE rid=S-1 | by="Reviewers"
`
  const { index } = snapshotOf('', { others: { 'a.rec': text } })
  const [uri] = [...index.uris()].filter(each => each.endsWith('a.rec'))
  const names = (typed: string): string[] | undefined => {
    const records = matchingRecords(index, typed)
    const query = queryOfValues(typed, records)
    const values = query && new Map([[uri!, searchValues(text, query)]])
    return values && workspaceSymbols(index, registry, records, values).map(({ name }) => name)
  }
  expect(names('Reviewers')).toEqual([
    'CONTROL CTL-1 Access of reviewers',
    'CONTROL CTL-2 Backup · owner: The reviewers of 2026',
    'STRANGE · by: Reviewers',
  ])
  expect(names('27001')).toEqual(['CONTROL CTL-2 Backup · framework: ISO 27001'])
  expect(names('ctl-')).toBeUndefined()
  expect(names('20')).toBeUndefined()
})

test('a found value is in the part of a name that VS Code searches, whatever the title', () => {
  const text = `@FINDING rid=FND-1 | description="${'A long description of the finding. '.repeat(4)}" | status="remediated"\n`
  const { index } = snapshotOf('', { others: { 'a.rec': text } })
  const [uri] = [...index.uris()].filter(each => each.endsWith('a.rec'))
  const found = new Map([[uri!, searchValues(text, { query: 'remediated', limit: 9 })]])
  const [name] = workspaceSymbols(index, registry, [], found).map(({ name }) => name)
  expect(name).toBe(
    'FINDING FND-1 A long description of the finding. A long description of the finding. A long descrip… · status: remediated',
  )
})
