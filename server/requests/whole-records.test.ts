import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EditWholeRecordsParams, Selection } from '../../shared/protocol/whole-records.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { offsetAt, type Position, parse, positionAt, type Tree, textOf } from '../../shared/syntax/tree.ts'
import { snapshotOf } from '../../test/editor.ts'
import { editWholeRecords } from './whole-records.ts'

type Action = EditWholeRecordsParams['action']

/**
 * The text after an action, with `«` and `»` around what is selected, or `▮` at a cursor; undefined without an answer.
 */
function act(text: string, action: Action): string | undefined {
  const clean = text.replace(/[«»▮]/g, '')
  const tree = parse(clean)
  const place = (mark: string): Position | undefined =>
    text.includes(mark)
      ? positionAt(tree, text.replace(/[«»▮]/g, found => (found === mark ? mark : '')).indexOf(mark))
      : undefined
  const anchor = place('«') ?? place('▮')!
  const active = place('»') ?? anchor
  const answer = editWholeRecords(snapshotOf(clean), { action, selections: [{ anchor, active }] })
  return answer === null ? undefined : marked(changed(tree, answer.edits), answer.selections[0]!)
}

const changed = (tree: Tree, edits: NonNullable<ReturnType<typeof editWholeRecords>>['edits']): string =>
  applyChanges(
    tree,
    edits.map(({ range, newText }) => ({
      start: offsetAt(tree, range.start),
      end: offsetAt(tree, range.end),
      text: newText,
    })),
  )

function marked(text: string, { anchor, active }: Selection): string {
  const tree = parse(text)
  const [start, end] = [offsetAt(tree, anchor), offsetAt(tree, active)]
  if (start === end) return `${text.slice(0, start)}▮${text.slice(start)}`
  return `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`
}

test('a record moves with its continuation lines and the comment above it', () => {
  const text = '@RISK rid=R-1\n\n# About C-1.\n@CONTROL rid=C-1\n  | title="A▮"\n@CONTROL rid=C-2\n'
  expect(act(text, 'moveUp')).toBe(
    '# About C-1.\n@CONTROL rid=C-1\n  | title="A▮"\n\n@RISK rid=R-1\n@CONTROL rid=C-2\n',
  )
  expect(act(text, 'moveDown')).toBe(
    '@RISK rid=R-1\n\n@CONTROL rid=C-2\n# About C-1.\n@CONTROL rid=C-1\n  | title="A▮"\n',
  )
})

test('the first record does not move up, and the last one gets a line break when it does', () => {
  expect(act('@CONTROL rid=C▮-1\n@CONTROL rid=C-2', 'moveUp')).toBe('@CONTROL rid=C▮-1\n@CONTROL rid=C-2')
  expect(act('@CONTROL rid=C-1\r\n@CONTROL rid=C▮-2', 'moveUp')).toBe('@CONTROL rid=C▮-2\r\n@CONTROL rid=C-1')
  expect(act('@CONTROL rid=C▮-1\n@CONTROL rid=C-2', 'moveDown')).toBe('@CONTROL rid=C-2\n@CONTROL rid=C▮-1')
})

test('selected records move together, past a whole block', () => {
  expect(act('@CONTROL rid=C-«1\n\n@CONTROL rid»=C-2\n@BEGIN\nfree\n@END\n', 'moveDown')).toBe(
    '@BEGIN\nfree\n@END\n@CONTROL rid=C-«1\n\n@CONTROL rid»=C-2\n',
  )
})

test('a copy has the next free id, and the cursor is in it', () => {
  const text = '# Access.\n@CONTROL rid=C-1▮ | title="A"\n  | owner="x"\n@CONTROL rid=C-2\n'
  const [record, copy] = [
    '# Access.\n@CONTROL rid=C-1 | title="A"\n  | owner="x"\n',
    '# Access.\n@CONTROL rid=C-3▮ | title="A"\n  | owner="x"\n',
  ]
  expect(act(text, 'duplicateDown')).toBe(`${record}${copy}@CONTROL rid=C-2\n`)
  expect(act(text, 'duplicateUp')).toBe(`${copy}${record}@CONTROL rid=C-2\n`)
})

test('a copy between blank lines has a blank line, too', () => {
  expect(act('@CONTROL rid=C▮-1\n\n@CONTROL rid=C-2\n', 'duplicateDown')).toBe(
    '@CONTROL rid=C-1\n\n@CONTROL rid=C▮-3\n\n@CONTROL rid=C-2\n',
  )
  expect(act('@RISK rid=R-1\n@CONTROL rid=C▮-1', 'duplicateDown')).toBe(
    '@RISK rid=R-1\n@CONTROL rid=C-1\n@CONTROL rid=C▮-2',
  )
})

test('deletion takes the whole record, but only one line on a continuation line or a comment', () => {
  expect(act('@RISK rid=R-1\n\n# About C-1.\n@CONTROL rid=C-1▮\n  | title="A"\n\n@CONTROL rid=C-2\n', 'delete')).toBe(
    '@RISK rid=R-1\n\n▮@CONTROL rid=C-2\n',
  )
  expect(act('@CONTROL rid=C-1\n  | title="A▮"\n', 'delete')).toBeUndefined()
  expect(act('# About▮ C-1.\n@CONTROL rid=C-1\n', 'delete')).toBeUndefined()
  expect(act('@CONTROL rid=C-«1\n@CONTROL rid=C-2\n@CONTROL rid»=C-3\n@RISK rid=R-1\n', 'delete')).toBe(
    '▮@RISK rid=R-1\n',
  )
})

test('a record is commented out with all its lines, and back; the comment above stays as it is', () => {
  const live = '# About C-1.\n@CONTROL rid=C-1\n  | title▮="A"\n@CONTROL rid=C-2\n'
  const commented = '# About C-1.\n# @CONTROL rid=C-1\n#   | title▮="A"\n@CONTROL rid=C-2\n'
  expect(act(live, 'toggleComment')).toBe(commented)
  expect(act(commented, 'toggleComment')).toBe(live)
})

test('a comment that is no record is left to the editor', () => {
  expect(act('# About▮ C-1.\n# @CONTROL rid=C-1\n', 'toggleComment')).toBeUndefined()
  expect(act('# See @home▮ for more.\n', 'toggleComment')).toBeUndefined()
  expect(act(' #▮', 'toggleComment')).toBeUndefined()
  expect(act('  # @CONTROL▮ rid=C-1\n', 'toggleComment')).toBe('@CONTROL▮ rid=C-1\n')
})

test('a selection of live and commented records is commented', () => {
  expect(act('@CONTROL rid=C«-1\n# @CONTROL rid=C-2\n@CONTROL» rid=C-3\n', 'toggleComment')).toBe(
    '# @CONTROL rid=C«-1\n# @CONTROL rid=C-2\n# @CONTROL» rid=C-3\n',
  )
})

test('the whole record is selected, then the next one too', () => {
  const once = act('# About C-1.\n@CONTROL rid=C-1\n  | ti▮tle="A"\n\n@CONTROL rid=C-2\n', 'select')!
  expect(once).toBe('«# About C-1.\n@CONTROL rid=C-1\n  | title="A"\n»\n@CONTROL rid=C-2\n')
  expect(act(once, 'select')).toBe('«# About C-1.\n@CONTROL rid=C-1\n  | title="A"\n\n@CONTROL rid=C-2\n»')
  expect(act('@CONTROL rid=▮C-1', 'select')).toBe('«@CONTROL rid=C-1»')
})

test('without a record there is no answer', () => {
  for (const action of ['moveUp', 'duplicateDown', 'delete', 'toggleComment', 'select'] as const)
    expect(act('@CONTROL rid=C-1\n\n▮\n\n@BEGIN\n@END\n', action)).toBeUndefined()
})

const line = fc.constantFrom(
  '@CONTROL rid=C-1',
  '@RISK rid=R-1 | title="a',
  ' | owner="x"',
  '# note',
  '# @RISK rid=R-2',
  '',
  'free',
  '@BEGIN',
  '@END',
  '@DOC domain=legal',
)
const file = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end))
const place = fc.nat({ max: 12 })

test('moving back and commenting twice give the same text; nothing is lost', () =>
  fc.assert(
    fc.property(file, place, place, (text, one, other) => {
      const snapshot = snapshotOf(text)
      const { tree } = snapshot.file
      const at = (number: number): Position => positionAt(tree, offsetAt(tree, { line: number, character: 0 }))
      const selections = [{ anchor: at(one), active: at(other) }]
      const lines = (of: string): string[] => of.split(/\r\n|\n/).sort()
      const written = (of: string): string[] => lines(of).filter(line => line !== '')
      const moved = editWholeRecords(snapshot, { action: 'moveDown', selections })
      if (moved) {
        const after = changed(tree, moved.edits)
        expect(written(after)).toEqual(written(text))
        // A comment that would be directly above another record gets a blank line.
        expect(lines(after).length).toBeGreaterThanOrEqual(lines(text).length)
      }
      const commented = editWholeRecords(snapshot, { action: 'toggleComment', selections })
      if (commented && tree.entries.every(({ kind }) => kind !== 'comment')) {
        const between = snapshotOf(changed(tree, commented.edits))
        const back = editWholeRecords(between, { action: 'toggleComment', selections: commented.selections })
        if (back) expect(changed(between.file.tree, back.edits)).toBe(textOf(tree))
      }
    }),
  ))
