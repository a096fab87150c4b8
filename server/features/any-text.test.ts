import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accept, applyEdit, completionsAt, expectAround, snapshotOf } from '../../test/editor.ts'
import { problemsOf } from '../../shared/check.ts'
import { fixAll } from '../../shared/fixes.ts'
import { positionAt, textOf } from '../../shared/tree.ts'
import { codeActions, fixAllKind } from './code-actions.ts'
import { hover } from './hover.ts'

/** What holds at every place of any text, however broken. */

const pieces = fc.constantFrom(
  '@CONTROL rid=C-1 | title="x"', '@CERT ', '@VITALS bp="120/80"', '@DOC domain=', 'core.legal', '[core.health, ', '@control', '@', '@ ', 'CONTROL ',
  'status="tested"', 'status=', 'status="te', 'maturity:int=3', 'maturity', 'maturity=9', ':int', ': ', ':', 'auto_renew=', 'expires:ts=', 'valid_to=2026-02-30',
  ' ', ' ', ' | ', ' | ', '|', '"', '=', '[', ']', '\\', 'x', ' y ', '# note', ' # note', '\n', '\n', '\n  | ', '\r\n', '\r', '\n\n', '@BEGIN', '@END\n', '  @BEGIN',
  '🙂', '\ud83d', '\u00a0', '\ufeff', '\0', '$0', '${1:a}', '}', '#  recline-disable-next-line\n',
)
const texts = fc.array(pieces, { maxLength: 20 }).map(parts => parts.join(''))
const editor = { domains: ['compliance', 'infrastructure', 'health'] }

const count = (text: string, part: string): number => text.split(part).length - 1

/** How many problems make the text unreadable. */
const unreadable = (text: string): number =>
  problemsOf(snapshotOf(text, editor).file).filter(({ code }) => code === 'syntax' || code === 'unclosed-string').length

/** Every offset of the text at which a cursor can stand: not between CR and LF. */
const offsets = (text: string): number[] => [...Array(text.length + 1).keys()].filter(offset => text.slice(offset - 1, offset + 1) !== '\r\n')

test('accepting a completion breaks nothing', () => fc.assert(fc.property(texts, text => {
  const snapshot = snapshotOf(text, editor)
  const before = unreadable(text)
  for (const offset of offsets(text)) {
    const position = positionAt(snapshot.file.tree, offset)
    for (const item of completionsAt(snapshot, position)) {
      if (!item.textEdit || !('range' in item.textEdit)) throw new Error(`${item.label} has no range`)
      expectAround(item.textEdit.range, position)
      const after = accept(snapshot, item)
      const what = `${JSON.stringify(text.slice(0, offset))} + ${item.label} + ${JSON.stringify(text.slice(offset))} = ${JSON.stringify(after)}`
      expect(unreadable(after), what).toBeLessThanOrEqual(before)
      for (const doubled of ['""""', '||']) expect(count(after, doubled), what).toBeLessThanOrEqual(count(text, doubled))
    }
  }
}), { numRuns: Number(process.env.RUNS ?? 100) }), 600_000)

test('a hover marks what the mouse is on', () => fc.assert(fc.property(texts, text => {
  const snapshot = snapshotOf(text, editor)
  for (const offset of offsets(text)) {
    const position = positionAt(snapshot.file.tree, offset)
    const answer = hover(snapshot, position)
    if (answer) expectAround(answer.range!, position)
  }
}), { numRuns: Number(process.env.RUNS ?? 300) }))

test('the edits of every action fit together', () => fc.assert(fc.property(texts, text => {
  const snapshot = snapshotOf(text, editor)
  const all = { start: { line: 0, character: 0 }, end: positionAt(snapshot.file.tree, text.length) }
  for (const { edit } of codeActions(snapshot, all, { diagnostics: [] })) expect(applyEdit(snapshot, edit!)).not.toBe(text)
  for (const { edit } of codeActions(snapshot, all, { diagnostics: [], only: [fixAllKind] })) {
    expect(applyEdit(snapshot, edit!)).toBe(textOf(fixAll(snapshot.file).tree))
  }
}), { numRuns: Number(process.env.RUNS ?? 300) }))
