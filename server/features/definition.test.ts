import { expect, test } from 'vitest'
import type { Location } from 'vscode-languageserver-types'
import { open } from '../../test/editor.ts'
import { type DescriptorPart, definition, withLines } from './definition.ts'

/** Where the definition at the cursor is, as `file line:character`, from 1. */
function definitionAt(text: string, others: Record<string, string> = {}): string[] | null {
  const { snapshot, position } = open(text, { others })
  const show = ({ uri, range: { start } }: Location): string =>
    `${uri.slice(8)} ${start.line + 1}:${start.character + 1}`
  return definition(snapshot, position, () => undefined)?.map(show) ?? null
}

/** The part of a descriptor that is looked up at the cursor. */
function lookedUp(text: string): string | undefined {
  const parts: DescriptorPart[] = []
  const { snapshot, position } = open(text)
  const place: Location = { uri: 'file:///own.json', range: { start: position, end: position } }
  const answer = definition(snapshot, position, part => {
    parts.push(part)
    return place
  })
  expect(answer).toEqual(parts.length > 0 ? [place] : null)
  return parts.map(({ domain, tag, field }) => [domain.path, tag?.name, field?.name].filter(Boolean).join(' '))[0]
}

test('the definition of a reference is its record in any file', () => {
  expect(definitionAt('@FINDING rid=F-1 | control_ref="C-$01"\n@CONTROL rid=C-1')).toEqual(['test.rec 2:14'])
  expect(
    definitionAt('@FINDING rid=F-1 | control_ref="$0C-1"', { 'b.rec': '# note\r\n@CONTROL title="🙂" | rid="C-1"' }),
  ).toEqual(['b.rec 2:28'])
  expect(definitionAt('@SERVICE rid=S-1 | dependencies="S-2, S-$03"\n@SERVICE rid=S-2\n@SERVICE rid=S-3')).toEqual([
    'test.rec 3:14',
  ])
  expect(definitionAt('@SERVICE rid=S-1 | dependencies=[S-2$0, S-3]\n@SERVICE rid=S-2\n@SERVICE rid=S-3')).toEqual([
    'test.rec 2:14',
  ])
})

test('the definition of an id is its record and all others with the same id', () => {
  expect(definitionAt('@CONTROL rid=C-1$0')).toEqual(['test.rec 1:14'])
  expect(definitionAt('@CONTROL rid=$0C-1', { 'b.rec': '@CONTROL rid=C-1' })).toEqual(['b.rec 1:14', 'test.rec 1:14'])
})

test('other words have no definition', () => {
  expect(definitionAt('@FINDING rid=F-1 | control_ref="C-9$0"')).toEqual([])
  expect(definitionAt('@FINDING rid=F-1 | control_ref="F-1$0"')).toEqual([])
  for (const text of [
    '$0',
    '@CONTROL rid=C-1 | title="x$0"',
    '# C-1$0',
    '@CON$0TROL rid=C-1',
    '@CONTROL r$0id=C-1',
    '@CONTROL rid=C-1 |$0',
    '@CONTROL rid=C-1\n$0',
  ])
    expect(definitionAt(text), text).toBeNull()
})

test('the definition of tags, fields and domains is in their descriptor if it is a file', () => {
  expect(lookedUp('@CON$0TROL rid=C-1')).toBe('core.compliance CONTROL')
  expect(lookedUp('@CONTROL sta$0tus="x"')).toBe('core.compliance CONTROL status')
  expect(lookedUp('@DOC domain=[core.legal, hea$0lth@1.0]')).toBe('core.health')
  for (const text of [
    '@NOTAG$0 x=1',
    '@CONTROL un$0known=1',
    '@DOC domain=nowhere$0',
    '@CONTROL title="x$0"',
    '@D$0OC domain=legal',
  ]) {
    expect(lookedUp(text), text).toBeUndefined()
  }
})

test('a link has the whole line of the definition for a preview', () => {
  const range = { start: { line: 3, character: 13 }, end: { line: 3, character: 16 } }
  expect(withLines([{ uri: 'file:///a.rec', range }])).toEqual([
    {
      targetUri: 'file:///a.rec',
      targetRange: { start: { line: 3, character: 0 }, end: { line: 3, character: 2 ** 31 - 1 } },
      targetSelectionRange: range,
    },
  ])
})
