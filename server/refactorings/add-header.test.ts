import { expect, test } from 'vitest'
import { expectRefactored, offeredFor } from '../../test/refactorings.ts'
import { addHeader } from './add-header.ts'

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
