import { expect, test } from 'vitest'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { proposedHeader } from './choose-domains.ts'

const header = (text: string, editor?: Editor): string | undefined => proposedHeader(snapshotOf(text, editor))?.header

test('the proposed header names the domains of the records, the one with most records first', () => {
  const text = '@CONTROL rid=C-1\n@VITALS hr:int=70\n@VITALS hr:int=71\n'
  expect(proposedHeader(snapshotOf('\n@CONTROL rid=C-1\n'))).toEqual({
    header: '@DOC domain=core.compliance',
    edits: [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: '@DOC domain=core.compliance\n',
      },
    ],
  })
  expect(header(text)).toBe('@DOC domain=[core.health, core.compliance]')
})

test('there is none if something chooses the domains, or if no domain defines the tags', () => {
  expect(header('@DOC domain=core.health\n@CONTROL rid=C-1\n')).toBeUndefined()
  expect(header('@CONTROL rid=C-1\n', { fileName: 'a.compliance.rec' })).toBeUndefined()
  expect(header('@CONTROL rid=C-1\n', { domains: ['core.compliance'] })).toBeUndefined()
  expect(header('@CON\n')).toBeUndefined()
  expect(header('')).toBeUndefined()
})
