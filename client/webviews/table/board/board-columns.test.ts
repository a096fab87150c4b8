import { expect, test } from 'vitest'
import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import type { TableGroup } from '../../../../shared/protocol/table/table-groups.ts'
import {
  boardColumns,
  boardFields,
  canBecome,
  firstBoardField,
  placeOfCard,
  rowForBoardKey,
  targetBeside,
} from './board-columns.ts'

const choicesOf = (values: string): TableColumn['choices'] =>
  values === '' ? [] : values.split(' ').map(value => ({ value, meaning: `is ${value}` }))

/** A column of a table as `name kind`, with the values that it allows. */
const columnOf = (text: string, values = '', more: Partial<TableColumn> = {}): TableColumn => {
  const [name, kind] = text.split(' ')
  return { name, kind, isRequired: false, choices: choicesOf(values), ...more } as TableColumn
}

/** Groups as `value:count`, in the order of their rows. */
const groupsOf = (text: string): TableGroup[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(group => {
      const [value = '', count] = group.split(':')
      return { value, title: '', count: Number(count), isFolded: false, totals: [] }
    })

/** The columns of a board as text: each with the row that it starts at, and how many cards it has. */
const shown = (values: string, groups: string, isRequired = false): string =>
  boardColumns({ choices: choicesOf(values), isRequired }, groupsOf(groups))
    .map(({ value, start, count, isTarget }) => `${value}${isTarget ? '' : '?'} ${count === 0 ? '-' : start}+${count}`)
    .join(', ')

test.each([
  ['the columns have the order of the allowed values', 'open closed', 'open:2 closed:1', 'open 0+2, closed 2+1,  -+0'],
  ['a value without records has a column', 'open done closed', 'closed:3', 'open -+0, done -+0, closed 0+3,  -+0'],
  ['records without a value come behind them', 'open closed', 'open:1 :4', 'open 0+1, closed -+0,  1+4'],
  // The rows of other values come before those without a value.
  ['other values come last', 'open', 'open:1 odd:2 Open:1 :3', 'open 0+1,  4+3, odd? 1+2, Open? 3+1'],
  ['without records, all columns are empty', 'open closed', '', 'open -+0, closed -+0,  -+0'],
])('%s', (_, values, groups, expected) => {
  expect(shown(values, groups)).toBe(expected)
})

test('a required field has a column for no value only if a record has none', () => {
  expect(shown('open', 'open:1', true)).toBe('open 0+1')
  expect(shown('open', 'open:1 :1', true)).toBe('open 0+1,  1+1')
})

test('a board is offered by fields with allowed values, but not by lists of them', () => {
  const columns = [
    columnOf('rid string'),
    columnOf('tags enum', 'a b', { isList: true }),
    columnOf('control_ref reference'),
    columnOf('severity enum', 'low high'),
    columnOf('active bool', 'true false'),
  ]
  expect(boardFields(columns).map(({ name }) => name)).toEqual(['severity', 'active'])
  expect(firstBoardField(columns, undefined)).toBe('severity')
  expect(firstBoardField(columns, 'active')).toBe('active')
  expect(firstBoardField(columns, 'control_ref')).toBe('severity')
  const withStatus = [...columns, columnOf('status enum', 'open closed')]
  expect(firstBoardField(withStatus, undefined)).toBe('status')
  const withStates = [...withStatus, columnOf('phase enum', 'a b', { transitions: { b: [] } })]
  expect(firstBoardField(withStates, undefined)).toBe('phase')
  expect(firstBoardField([columnOf('rid string')], 'rid')).toBeUndefined()
})

/** Three cards, none, two cards, and one of a value that is not allowed. */
const columns = boardColumns({ choices: choicesOf('a b c'), isRequired: true }, groupsOf('a:3 c:2 odd:1'))

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 2],
  ['ArrowUp', 3, 3],
  ['ArrowRight', 1, 4],
  ['ArrowRight', 2, 4],
  ['ArrowRight', 4, 5],
  ['ArrowRight', 5, 5],
  ['ArrowLeft', 4, 1],
  ['ArrowLeft', 0, 0],
  ['PageDown', 0, 2],
  ['PageUp', 2, 0],
  ['Home', 4, 1],
  ['End', 1, 5],
  ['Ctrl+Home', 4, 3],
  ['Ctrl+End', 0, 2],
  ['Ctrl+ArrowDown', 0, 2],
  ['Ctrl+ArrowRight', 0, 5],
  ['ArrowDown', -1, 0],
  ['x', 0, undefined],
])('%s on the card of row %i leads to that of row %s', (keys, row, expected) => {
  const key = keys.replace('Ctrl+', '')
  expect(rowForBoardKey(columns, row, key, key !== keys, 5)).toBe(expected)
})

test('without cards, no key leads to one', () => {
  expect(rowForBoardKey(boardColumns({ choices: [], isRequired: false }, []), 0, 'ArrowDown', false, 5)).toBeUndefined()
})

test('a card has a place in its column', () => {
  expect(placeOfCard(columns, 4)).toEqual({ column: 2, index: 1 })
  expect(placeOfCard(columns, 6)).toBeUndefined()
})

test('a card moves to the next value, also an empty one, and never to a value that is not allowed', () => {
  const to = (value: string, by: 1 | -1): string | undefined => targetBeside(columns, value, by)?.value
  expect([to('a', 1), to('b', 1), to('c', 1), to('odd', -1), to('a', -1), to('odd', 1)]).toEqual([
    'b',
    'c',
    undefined,
    'c',
    undefined,
    undefined,
  ])
  const optional = boardColumns({ choices: choicesOf('a'), isRequired: false }, [])
  expect(targetBeside(optional, 'a', 1)?.value).toBe('')
  expect(targetBeside(optional, 'gone', -1)).toBeUndefined()
})

test('states follow one another as the field says', () => {
  const field = { transitions: { retired: [], workshop: ['active'] } }
  expect(canBecome(field, 'workshop', 'active')).toBe(true)
  expect(canBecome(field, 'workshop', 'retired')).toBe(false)
  expect(canBecome(field, 'retired', 'retired')).toBe(true)
  expect(canBecome(field, 'retired', '')).toBe(true)
  expect(canBecome(field, 'active', 'retired')).toBe(true)
  expect(canBecome(field, 'constructor', 'active')).toBe(true)
  expect(canBecome({}, 'active', 'retired')).toBe(true)
})
