import type { TableColumn } from '../../../../shared/protocol/table/table.ts'
import type { TableGroup } from '../../../../shared/protocol/table/table-groups.ts'

/** A column of a board: a value of its field, and the cards of the records that have it. */
export interface BoardColumn {
  /** Empty for the records without a value. */
  readonly value: string
  /** What the value means; empty if the descriptor does not say it. */
  readonly meaning: string
  /** Whether cards can be moved here; not to a value that the field does not allow. */
  readonly isTarget: boolean
  /** How many records it has. */
  readonly count: number
  /** The row of the first of them: a board shows the rows of a table in groups, each group as a column. */
  readonly start: number
}

/** The columns of a table whose values can be the columns of a board. */
export const boardFields = (columns: readonly TableColumn[]): TableColumn[] =>
  columns.filter(({ kind, choices, isList }) => (kind === 'enum' || kind === 'bool') && choices.length > 0 && !isList)

/**
 * The name of the field that a board shows first: the one that groups the table, one whose states follow one another,
 * or the status.
 *
 * @param group the column that groups the table
 * @returns undefined if the table has no such field
 */
export function firstBoardField(columns: readonly TableColumn[], group: string | undefined): string | undefined {
  const fields = boardFields(columns)
  const named = (wanted: string | undefined): TableColumn | undefined => fields.find(({ name }) => name === wanted)
  return (named(group) ?? fields.find(({ transitions }) => transitions) ?? named('status') ?? fields[0])?.name
}

/**
 * The columns of a board: the values that the field allows in their order, no value, and then the values that records
 * have though the field does not allow them.
 *
 * @param groups those of the field, in the order of the rows; none of them is folded
 */
export function boardColumns(
  { choices, isRequired }: Pick<TableColumn, 'choices' | 'isRequired'>,
  groups: readonly TableGroup[],
): BoardColumn[] {
  const places = new Map<string, Pick<BoardColumn, 'start' | 'count'>>()
  let start = 0
  for (const { value, count } of groups) {
    places.set(value, { start, count })
    start += count
  }
  const columnOf = (value: string, meaning: string, isTarget: boolean): BoardColumn => {
    const { start = 0, count = 0 } = places.get(value) ?? {}
    return { value, meaning, isTarget, start, count }
  }
  const allowed = new Set(choices.map(({ value }) => value))
  const others = groups.filter(({ value }) => value !== '' && !allowed.has(value))
  return [
    ...choices.map(({ value, meaning }) => columnOf(value, meaning, true)),
    ...(isRequired && !places.has('') ? [] : [columnOf('', '', true)]),
    ...others.map(({ value }) => columnOf(value, '', false)),
  ]
}

/** Where the card of a row is: the index of its column, and its place there; undefined if there is no such card. */
export function placeOfCard(
  columns: readonly BoardColumn[],
  row: number,
): { readonly column: number; readonly index: number } | undefined {
  const column = columns.findIndex(({ start, count }) => row >= start && row < start + count)
  return column < 0 ? undefined : { column, index: row - columns[column]!.start }
}

/**
 * The row of the card that a key leads to. The arrows go from card to card, past empty columns; `Home` and `End` go to
 * the first and the last column, and with the control key to the first and the last card of the column.
 *
 * @param row of the card with the cursor; without such a card, the keys lead to the first one
 * @param isFar whether the control or the command key is pressed
 * @param page how many cards `PageUp` and `PageDown` go
 * @returns undefined for other keys, and if there are no cards
 */
export function rowForBoardKey(
  columns: readonly BoardColumn[],
  row: number,
  key: string,
  isFar: boolean,
  page: number,
): number | undefined {
  const filled = columns.filter(({ count }) => count > 0)
  const place = placeOfCard(filled, row)
  const from = place && filled[place.column]
  const { index, column } = place ?? { index: 0, column: -1 }
  const inColumn = (to: number): number | undefined =>
    from ? from.start + Math.max(0, Math.min(to, from.count - 1)) : filled[0]?.start
  const beside = (to: number): number | undefined => {
    const next = filled[Math.max(0, Math.min(to, filled.length - 1))]
    return next && next.start + Math.min(index, next.count - 1)
  }
  switch (key) {
    case 'ArrowUp':
      return inColumn(isFar ? 0 : index - 1)
    case 'ArrowDown':
      return inColumn(isFar ? Infinity : index + 1)
    case 'PageUp':
      return inColumn(index - page)
    case 'PageDown':
      return inColumn(index + page)
    case 'ArrowLeft':
      return beside(isFar ? 0 : column - 1)
    case 'ArrowRight':
      return beside(isFar ? filled.length : column + 1)
    case 'Home':
      return isFar ? inColumn(0) : beside(0)
    case 'End':
      return isFar ? inColumn(Infinity) : beside(filled.length)
    default:
      return undefined
  }
}

/**
 * The column beside that of a value, to which a card can be moved.
 *
 * @param value of the card
 * @returns undefined at the ends of the board
 */
export function targetBeside(columns: readonly BoardColumn[], value: string, by: 1 | -1): BoardColumn | undefined {
  const own = columns.findIndex(column => column.value === value)
  const targets = by > 0 ? columns.slice(own + 1) : columns.slice(0, Math.max(0, own)).reverse()
  return own < 0 ? undefined : targets.find(({ isTarget }) => isTarget)
}

/** Whether a value can follow another one, as far as the states of the field follow one another. */
export function canBecome(
  { transitions = {} }: Pick<TableColumn, 'transitions'>,
  before: string,
  value: string,
): boolean {
  const isFree = before === value || value === '' || !Object.hasOwn(transitions, before)
  return isFree || transitions[before]!.includes(value)
}
