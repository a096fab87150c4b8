import fc from 'fast-check'
import { expect, test } from 'vitest'
import { problemsOf } from '../../shared/check/check.ts'
import { fixAll } from '../../shared/check/fixes/fixes.ts'
import { positionAt, positionIn, textOf } from '../../shared/syntax/tree.ts'
import { accept, applyEdit, completionsAt, expectAround, insertRange, snapshotOf } from '../../test/editor.ts'
import { runs } from '../../test/property-values.ts'
import { codeActions, fixAllKind } from './code-actions.ts'
import { hover } from './hover.ts'

/** What is true at every position of any text. */

const lines = fc.constantFrom(
  '@CONTROL rid=C-1 | title="x" | status="tested" | maturity:int=3',
  '@CERT rid = C-1 | auto_renew : bool = true | algorithm = RSA',
  '@VITALS bp="120/80" | hr=90',
  '@EVIDENCE collected:ts=2026-02-28 | type="log"',
  '@DOC domain=[core.compliance, health] | title="y"',
  '@DOC domain="compliance@1.0"',
  '  | owner="z" | tags=[a, "b"]',
  '@control maturity="9"',
  'CONTROL',
  '# recline-disable-next-line notation',
  '@BEGIN note',
  '@END',
  '',
)
const pieces = fc.constantFrom(
  ' ',
  '  ',
  '|',
  ' | ',
  '"',
  '=',
  ':',
  '[',
  ']',
  '\\',
  '@',
  '#',
  ' # note',
  'x',
  ' y ',
  'status=',
  'rid',
  'domain=',
  'core.le',
  ':int',
  '\n',
  '\n  | ',
  '\t',
  '🙂',
  '\ud83d',
  '\u00a0',
  '\ufeff',
  '\0',
  '$0',
  '${1:a}',
  '}',
  '@BEGIN\n',
)
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.oneof(fc.constant(''), pieces)), { maxLength: 5 })

/** Some lines with random deletions and insertions, with one kind of line break. */
const texts = fc
  .tuple(fc.array(lines, { maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\r'), edits)
  .map(([parts, lineBreak, changes]) =>
    changes
      .reduce((text, [at, length, insert]) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + insert + text.slice(start + length)
      }, parts.join('\n'))
      .replace(/\r\n|\r|\n/g, lineBreak),
  )

const editor = { domains: ['compliance', 'infrastructure', 'health'] }

const count = (text: string, part: string): number => text.split(part).length - 1

/** The number of problems that make the text unreadable, and of lines with such a problem. */
function unreadable(text: string): { problems: number; lines: number } {
  const { file } = snapshotOf(text, editor)
  const problems = problemsOf(file).filter(({ code }) => code === 'syntax' || code === 'unclosed-string')
  return {
    problems: problems.length,
    lines: new Set(problems.map(({ entry, start }) => positionIn(file.tree, entry, start).line)).size,
  }
}

/** Every offset of the text where a cursor can be: not between CR and LF. */
const offsets = (text: string): number[] =>
  [...Array(text.length + 1).keys()].filter(offset => text.slice(offset - 1, offset + 1) !== '\r\n')

test(
  'accepting a completion breaks nothing',
  () =>
    fc.assert(
      fc.property(texts, text => {
        const snapshot = snapshotOf(text, editor)
        const before = unreadable(text)
        for (const offset of offsets(text)) {
          const position = positionAt(snapshot.file.tree, offset)
          const items = completionsAt(snapshot, position)
          // The first and the last two items: a tag with fields, a header, a block. The others are like the first.
          for (const item of items.filter((_, index) => index === 0 || index >= items.length - 2)) {
            expectAround(insertRange(item.textEdit!), position)
            const after = accept(snapshot, item)
            const what = `${JSON.stringify(text.slice(0, offset))} + ${item.label} + ${JSON.stringify(text.slice(offset))} = ${JSON.stringify(after)}`
            // Lines below can become continuation lines of a new record, and one such line can have several problems.
            const measure = item.label.startsWith('@') ? 'lines' : 'problems'
            // Words that were there before stay, and may then be text outside of fields.
            const kept = 'insert' in item.textEdit! ? 1 : 0
            expect(unreadable(after)[measure], what).toBeLessThanOrEqual(before[measure] + kept)
            for (const doubled of ['""""', '||'])
              expect(count(after, doubled), what).toBeLessThanOrEqual(count(text, doubled))
          }
        }
      }),
      { numRuns: runs(40), examples: [['@E\n  | ']] },
    ),
  60_000,
)

test(
  'a hover marks what the mouse is on',
  () =>
    fc.assert(
      fc.property(texts, text => {
        const snapshot = snapshotOf(text, editor)
        for (const offset of offsets(text)) {
          const position = positionAt(snapshot.file.tree, offset)
          const answer = hover(snapshot, position)
          if (answer) expectAround(answer.range!, position)
        }
      }),
      { numRuns: runs(150) },
    ),
  60_000,
)

test(
  'the edits of every action fit together',
  () =>
    fc.assert(
      fc.property(texts, text => {
        const snapshot = snapshotOf(text, editor)
        const all = { start: { line: 0, character: 0 }, end: positionAt(snapshot.file.tree, text.length) }
        // Those without edits run a command.
        for (const { edit } of codeActions(snapshot, all, { diagnostics: [] }))
          if (edit) expect(applyEdit(snapshot, edit)).not.toBe(text)
        for (const { edit } of codeActions(snapshot, all, { diagnostics: [], only: [fixAllKind] })) {
          expect(applyEdit(snapshot, edit!)).toBe(textOf(fixAll(snapshot.file).tree))
        }
      }),
      { numRuns: runs(150) },
    ),
  60_000,
)
