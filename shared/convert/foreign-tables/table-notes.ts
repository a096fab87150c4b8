import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'

/** What the user should know about a table. One note names all tables that it is true of. */
export interface TableNote {
  /** The same for notes that are about the same in several tables. */
  readonly kind: string
  /** How many values it is about. */
  readonly count: number
  /** Whether something of the table is lost. */
  readonly isLoss?: boolean
  /** The sentence for a number of values. */
  readonly say: (count: number) => string
}

/** A note that is the same sentence for every table. */
export const plainNote = (sentence: string): TableNote => ({ kind: sentence, count: 1, say: () => sentence })

/** The sentences of notes about one table. */
export const sentencesOf = (notes: readonly TableNote[]): string[] => notes.map(({ count, say }) => say(count))

/** What the values of a note are. */
export type NotedValues = keyof typeof valueCounts

/** Numbers of values, in words. */
export const valueCounts = {
  value: (count: number) => (count === 1 ? localize('1 value') : localize('{count} values', { count })),
  number: (count: number) => (count === 1 ? localize('1 number') : localize('{count} numbers', { count })),
  date: (count: number) => (count === 1 ? localize('1 date') : localize('{count} dates', { count })),
  time: (count: number) => (count === 1 ? localize('1 time') : localize('{count} times', { count })),
  comparator: (count: number) => (count === 1 ? localize('1 comparator') : localize('{count} comparators', { count })),
  unit: (count: number) => (count === 1 ? localize('1 unit') : localize('{count} units', { count })),
}

/**
 * A note such as `"Amount": 2 numbers are read with a decimal comma, such as "1,5" as 1.5.`
 *
 * @param what what happened to them, such as `read with a decimal comma`
 * @param example one of them, and what it became
 */
export const noteOnValues = (
  column: string,
  noun: NotedValues,
  count: number,
  what: string,
  example: string,
): TableNote => ({
  kind: `${column} ${what}`,
  count,
  say: total => {
    const said = { column: show(column), values: valueCounts[noun](total), what, example }
    return total === 1
      ? localize('{column}: {values} is {what}, such as {example}.', { ...said })
      : localize('{column}: {values} are {what}, such as {example}.', { ...said })
  },
})

/** A value of a column, and the row that has it. */
export interface PlacedValue {
  readonly text: string
  readonly row: number
}

/** An example of a value that became another one. */
export const becameText = (text: string, value: string): string => localize('{text} as {value}', { text, value })

/** A text with the place where it stands. */
export const textInPlaceOf = (text: string, place: string): string =>
  localize('{text} in {place}', { text: show(text), place })
