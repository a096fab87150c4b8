import { expect, test } from 'vitest'
import type { DocumentHighlight } from 'vscode-languageserver-types'
import { open } from '../../test/editor.ts'
import { documentHighlights } from './document-highlights.ts'

const kinds = { 1: 'text', 2: 'read', 3: 'write' }

/** The highlights at the cursor as `line:start-end kind`, from 1. */
function highlightsAt(text: string): string[] | null {
  const { snapshot, position } = open(text, { others: { 'b.rec': '@CONTROL rid=C-1' } })
  const show = ({ range: { start, end }, kind }: DocumentHighlight): string =>
    `${start.line + 1}:${start.character + 1}-${end.character + 1} ${kinds[kind!]}`
  return documentHighlights(snapshot, position)?.map(show) ?? null
}

test('an id is highlighted with the references to it in the file', () => {
  expect(highlightsAt('@CONTROL rid=C-$01\n@FINDING rid=C-1 | control_ref="C-1"\n@EVIDENCE control_ref="C-2"')).toEqual(
    ['1:14-17 write', '2:33-36 read'],
  )
  expect(highlightsAt('@EVIDENCE control_ref="C-1$0"\r\n@EVIDENCE collector="🙂" | control_ref="C-1"')).toEqual([
    '1:24-27 read',
    '2:41-44 read',
  ])
})

test('a tag is highlighted in all its records', () => {
  expect(highlightsAt('@CON$0TROL rid=C-1\n@FINDING rid=F-1\n  @control rid=C-2')).toEqual([
    '1:1-9 text',
    '3:3-11 text',
  ])
})

test('other words are not highlighted', () => {
  for (const text of ['$0', '@CONTROL title="x$0"', '@NOTAG$0', '# C-1$0']) expect(highlightsAt(text), text).toBeNull()
})

test('if there are too many, those around the cursor are highlighted', () => {
  const records = (count: number): string => '@EVIDENCE control_ref="C-1"\n'.repeat(count)
  const lines = (text: string): number[] => highlightsAt(text)!.map(highlight => Number(highlight.split(':')[0]))
  const around = (before: number, after: number): number[] =>
    lines(`${records(before)}@EVI$0DENCE x\n${records(after)}`)
  expect([around(1200, 1200)[0], around(1200, 1200).at(-1), around(1200, 1200).length]).toEqual([701, 1700, 1000])
  expect([around(0, 1200)[0], around(0, 1200).length, around(1200, 0).at(-1), around(1200, 0).length]).toEqual([
    1, 1000, 1201, 1000,
  ])
})
