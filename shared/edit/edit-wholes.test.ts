import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSelection } from '../../test/marked-selection.ts'
import { applyChanges } from '../syntax/text-change.ts'
import { offsetAt, type Position, parse, positionAt, textOf } from '../syntax/tree.ts'
import { editWholes, type WholesAction } from './edit-wholes.ts'

const act = (text: string, action: WholesAction): string | undefined =>
  changedSelection(text, (tree, selections) => editWholes(tree, action, selections))

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
  for (const action of ['moveUp', 'delete', 'toggleComment', 'select'] as const)
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
      const tree = parse(text)
      const at = (number: number): Position => positionAt(tree, offsetAt(tree, { line: number, character: 0 }))
      const selections = [{ anchor: at(one), active: at(other) }]
      const lines = (of: string): string[] => of.split(/\r\n|\n/).sort()
      const written = (of: string): string[] => lines(of).filter(line => line !== '')
      const moved = editWholes(tree, 'moveDown', selections)
      if (moved) {
        const after = applyChanges(tree, moved.changes)
        expect(written(after)).toEqual(written(text))
        // A comment that would be directly above another record gets a blank line.
        expect(lines(after).length).toBeGreaterThanOrEqual(lines(text).length)
      }
      const commented = editWholes(tree, 'toggleComment', selections)
      if (commented && tree.entries.every(({ kind }) => kind !== 'comment')) {
        const between = parse(applyChanges(tree, commented.changes))
        const back = editWholes(between, 'toggleComment', commented.selections)
        if (back) expect(applyChanges(between, back.changes)).toBe(textOf(tree))
      }
    }),
  ))
