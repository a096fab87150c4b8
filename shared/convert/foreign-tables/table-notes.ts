import { counted } from '../../basics/text.ts'
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

/** A note such as `"Amount": 2 numbers are read with a decimal comma, such as "1,5" as 1.5.` */
export const noteOnValues = (
  column: string,
  noun: string,
  count: number,
  what: string,
  meaning: string,
  example: string,
): TableNote => ({
  kind: `${column} ${what}`,
  count,
  say: total =>
    `${show(column)}: ${counted(total, noun)} ${total === 1 ? 'is' : 'are'} ${what}, such as ${example}${meaning}.`,
})
