import { expect, test } from 'vitest'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import { tagsAtEnd } from './table-cell.ts'

const compliance: Editor = { fileName: 'a.compliance.rec' }

test('the tags of the domains in force at the end of the file', () => {
  const domains = (text: string): string[] => [
    ...new Set(tagsAtEnd(snapshotOf(text, compliance)).map(({ domain }) => domain)),
  ]
  expect(domains('')).toEqual(['core.compliance'])
  expect(domains('@DOC domain=[hr, health]\n')).toEqual(['core.hr', 'core.health'])
  expect(tagsAtEnd(snapshotOf('', compliance))[0]).toMatchObject({ key: 'core.compliance.CONTROL', name: 'CONTROL' })
})
