import { expect, test } from 'vitest'
import { type Editor, snapshotOf } from '../../test/editor.ts'
import type { CodeLensSettings } from '../snapshot/settings.ts'
import { codeLenses, resolveCodeLens } from './code-lenses.ts'

/** The lenses as `line text`, lines from 0. */
function lenses(
  text: string,
  editor?: Editor,
  settings: CodeLensSettings = { references: true, counts: true },
): string[] {
  const snapshot = snapshotOf(text, editor)
  return codeLenses(snapshot, settings).map(lens => {
    const { range, command } = lens.command ? lens : resolveCodeLens(snapshot, lens, undefined)
    expect(command!.command).toBe('')
    return `${range.start.line} ${command!.title}`
  })
}

test('a lens counts the references to a record in all files', () => {
  const others = { 'b.rec': '@FINDING control_ref="CTL-1"\n@EVIDENCE control_ref="CTL-1"\n' }
  expect(
    lenses('@CONTROL rid=CTL-1\n@CONTROL rid=CTL-2\n@FINDING rid=F-1 | control_ref="CTL-1"\n', { others }),
  ).toEqual(['0 referenced by 3'])
})

test('a reference to the same id of another tag does not count', () => {
  expect(lenses('@CONTROL rid=X-1\n@CLAUSE rid=X-1\n@FINDING control_ref="X-1"\n')).toEqual([
    '0 referenced by 1',
    '1 not referenced',
  ])
})

test('a click on a lens shows the references', () => {
  const snapshot = snapshotOf('@FINDING control_ref="CTL-1"\n@CONTROL rid=CTL-1\n')
  const [lens] = codeLenses(snapshot, { references: true, counts: true })
  expect(resolveCodeLens(snapshot, lens!, 'show').command).toEqual({
    title: 'referenced by 1',
    command: 'show',
    arguments: [
      snapshot.uri,
      { line: 1, character: 13 },
      [{ uri: snapshot.uri, range: { start: { line: 0, character: 22 }, end: { line: 0, character: 27 } } }],
    ],
  })
})

test('a lens counts the records under a header by domain', () => {
  expect(
    lenses(
      '@CERT\n@DOC domain=[compliance, health]\n@CONTROL\n@DX\n@DX\n@NOTAG a=1\n@CON\n# x\n@DOC\n@DX\n@DOC domain=legal',
    ),
  ).toEqual([
    '1 4 records: 2 of core.health, 1 of core.compliance, 1 of no domain',
    '8 1 record of core.health',
    '10 no records',
  ])
})

test('each kind of lens can be off, and a file without records has none', () => {
  const text = '@DOC\n@CONTROL rid=CTL-1\n@FINDING control_ref="CTL-1"\n'
  expect(lenses(text, {}, { references: false, counts: true })).toEqual(['0 2 records of core.compliance'])
  expect(lenses(text, {}, { references: true, counts: false })).toEqual(['1 referenced by 1'])
  expect(lenses('')).toEqual([])
})
