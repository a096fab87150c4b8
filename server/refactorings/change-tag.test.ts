import { expect, test } from 'vitest'
import { snapshotOf } from '../../test/editor.ts'
import { builtinRegistry, check } from '../../test/records.ts'
import { expectRefactored, offeredFor, offersIn } from '../../test/refactorings.ts'
import { addHeader, changeTag } from './change-tag.ts'

const expectChanged = (before: string, title: string, after: string): void =>
  expectRefactored(changeTag, before, title, after)

test('the tags that define most of the fields are offered, with the fields that would be removed', () => {
  expect(offeredFor(changeTag, '@CONTROL rid=C-1 | title="x" | status="draft" | owner="me"')).toEqual([
    'Change the tag to POLICY',
    'Change the tag to FINDING, without title, owner',
    'Change the tag to RISK_ASSESSMENT, without title, status',
    'Change the tag to OBLIGATION, without title, owner',
  ])
  expect(offeredFor(changeTag, '@CONTROL title="x" | a=1 | b=2 | c=3 | d=4')).toContain(
    'Change the tag to POLICY, without 4 fields',
  )
  expect(offeredFor(changeTag, '@CONTROL title="x" | a=1 | a=2')).toEqual(['Change the tag to POLICY, without a'])
})

test('at most five tags are offered', () => {
  const counts = [...builtinRegistry.domains.values()].map(({ path, tags }) => {
    const names = new Set([...tags.values()].flatMap(({ fields }) => [...fields.keys()]))
    return offeredFor(changeTag, `@${[...tags.keys()][0]!} ${[...names].map(name => `${name}=1`).join(' | ')}`, {
      domains: [path],
    }).length
  })
  expect(Math.max(...counts)).toBe(5)
})

test('fields of the new tag keep their text and their lines', () => {
  expectChanged(
    '\ufeff@CONTROL rid="C-1"|framework="ISO" | title = "🙂"\r\n  | maturity=3 | owner=me\r\n |status="draft"\r\n',
    'Change the tag to POLICY, without framework, maturity',
    '\ufeff@POLICY rid="C-1" | title = "🙂" | owner=me\r\n |status="draft"\r\n',
  )
  expectChanged(
    '@control framework="ISO" | title="x" owner="y"',
    'Change the tag to POLICY, without framework',
    '@POLICY title="x" | owner="y"',
  )
  expectChanged(
    '@CONTROL title="x"\n  | maturity:int=3\n',
    'Change the tag to POLICY, without maturity',
    '@POLICY title="x"\n',
  )
})

test('the title says how many records refer to the record with its old tag', () => {
  const others = { 'b.rec': '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-1"\n' }
  expect(offeredFor(changeTag, '@CONTROL rid=C-1 | title="x"', { others })).toEqual([
    'Change the tag to POLICY; 2 records refer to it as CONTROL',
  ])
  expect(
    offeredFor(changeTag, '@CONTROL rid=C-1 | title="x" | maturity:int=3', {
      others: { 'b.rec': '@FINDING control_ref="C-1"' },
    }),
  ).toEqual(['Change the tag to POLICY, without maturity; a record refers to it as CONTROL'])
})

test('nothing is offered for an unknown tag, for no shared field, or for a broken record', () => {
  for (const text of [
    '@NOTAG title="x"',
    '@CONTROL',
    '@CONTROL rid=C-1',
    '@TXN id="1"',
    '@DOC title="x"',
    '@CONTROL title="x',
    '@CONTROL title="x" # note',
    '@CONTROL title',
  ]) {
    expect(offeredFor(changeTag, text)).toEqual([])
  }
})

test('a tag is only offered if the record would stay in its domain', () => {
  // With this field alone POLICY could be that of insurance.
  expect(offeredFor(changeTag, '@CONTROL rid=C-1 | status="draft"')).not.toContain('Change the tag to POLICY')
  expect(offeredFor(changeTag, '@CONTROL rid=C-1 | status="draft"', { domains: ['compliance'] })).toContain(
    'Change the tag to POLICY',
  )
})

test('a tag that would make a line of a block of the record is not offered', () => {
  const fields = [
    { name: 'a', type: 'string' as const },
    { name: 'b', type: 'string' as const },
  ]
  const descriptor = {
    domain: 'x.y',
    version: '1',
    description: '',
    records: ['ONE', 'BEGIN', 'END', 'TWO'].map(tag => ({ tag, fields })),
  }
  const snapshot = { ...snapshotOf(''), file: check('@ONE a="x" | b="y"\n', { descriptors: [descriptor] }) }
  expect(offersIn(changeTag, snapshot, 0).map(({ title }) => title)).toEqual(['Change the tag to TWO'])
})

test('the header names the domains of the records', () => {
  expectRefactored(
    addHeader,
    '\ufeff@CONTROL rid=C-1\r\n',
    'Add an @DOC header for core.compliance',
    '\ufeff@DOC domain=core.compliance\r\n@CONTROL rid=C-1\r\n',
  )
  expectRefactored(
    addHeader,
    '# Notes.\n\n@CLAUSE rid=1\n@CONTROL rid=C-1\n@CONTROL rid=C-2',
    'Add an @DOC header for core.compliance, core.legal',
    '# Notes.\n\n@DOC domain=[core.compliance, core.legal]\n@CLAUSE rid=1\n@CONTROL rid=C-1\n@CONTROL rid=C-2',
  )
})

test('the header names the domains that a setting or the file name chooses', () => {
  expect(offeredFor(addHeader, '@CONTROL rid=C-1', { fileName: 'a.legal.rec' })).toEqual([
    'Add an @DOC header for core.legal',
  ])
  expect(offeredFor(addHeader, '@CONTROL rid=C-1', { domains: ['hr', 'health', 'legal', 'devops'] })).toEqual([
    'Add an @DOC header for 4 domains',
  ])
})

test('a blank line separates the header from a line that would continue it', () =>
  expectRefactored(
    addHeader,
    '  | title="x"\n@CONTROL rid=C-1',
    'Add an @DOC header for core.compliance',
    '@DOC domain=core.compliance\n\n  | title="x"\n@CONTROL rid=C-1',
  ))

test('nothing is offered if there is a header, or no known tag', () => {
  for (const text of ['@DOC domain=hr\n@CONTROL rid=C-1', '@CONTROL rid=C-1\n@DOC title="x"', '@NOTAG a=1'])
    expect(offeredFor(addHeader, text)).toEqual([])
})
