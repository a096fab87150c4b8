import { localize } from '../domains/localize.ts'
import type { BlockLook, BlockWord } from './template.ts'

/** What a word of a block is for. */
interface WordHelp {
  /** What stands behind it. Expressions are separated by commas. */
  readonly says: 'tag' | 'condition' | 'expressions' | 'look' | 'period' | 'other'
  /** In a sentence of Markdown. */
  readonly meaning: () => string
}

/** What each word of a block is for. */
const wordHelp: Readonly<Record<BlockWord, WordHelp>> = {
  tag: {
    says: 'tag',
    meaning: () => localize('The tag of the records, such as `FINDING` or `core.compliance.FINDING`.'),
  },
  show: { says: 'look', meaning: () => localize('How the result is shown; a table without it.') },
  title: { says: 'other', meaning: () => localize('What stands above it.') },
  where: {
    says: 'condition',
    meaning: () => localize('Only records for which this is true, such as `status == "open"`.'),
  },
  select: { says: 'expressions', meaning: () => localize('The columns of a table, separated by commas.') },
  sort: {
    says: 'expressions',
    meaning: () => localize('The order: expressions with commas between them, `-` before one for the end first.'),
  },
  limit: { says: 'other', meaning: () => localize('The most rows; 100 without it.') },
  'count-by': { says: 'expressions', meaning: () => localize('Counts the records with each value.') },
  'count-items': {
    says: 'other',
    meaning: () => localize('Counts a record for each item of the lists of `count-by`.'),
  },
  sum: { says: 'expressions', meaning: () => localize('The sum of numbers, for each group of `count-by`.') },
  min: {
    says: 'expressions',
    meaning: () => localize('The least number or the earliest time, for each group of `count-by`.'),
  },
  max: {
    says: 'expressions',
    meaning: () => localize('The greatest number or the latest time, for each group of `count-by`.'),
  },
  avg: { says: 'expressions', meaning: () => localize('The average of numbers, for each group of `count-by`.') },
  rows: {
    says: 'expressions',
    meaning: () => localize('Counts the records for each pair of two values: this one has a row for each value.'),
  },
  columns: {
    says: 'expressions',
    meaning: () => localize('The value of a matrix that has a column for each value; `rows` has the rows.'),
  },
  every: {
    says: 'period',
    meaning: () =>
      localize('Counts at the end of each `day`, `week`, `month`, `quarter` or `year`, as git has the records.'),
  },
  since: {
    says: 'other',
    meaning: () => localize('Where the time of `every` begins: a day, a month or a year, such as `2026-01`.'),
  },
  until: { says: 'other', meaning: () => localize('Where the time of `every` ends; today without it.') },
}

/** What each look shows, in a sentence of Markdown. */
export const lookHelp: Readonly<Record<BlockLook, () => string>> = {
  table: () => localize('The rows.'),
  number: () => localize('One number: how many records there are, or the first total.'),
  bar: () => localize('A bar for each group of `count-by`.'),
  line: () => localize('A line through the groups of `count-by`, in their order.'),
  timeline: () => localize('The days by which something is due, the earliest first.'),
  graph: () => localize('The records and their references.'),
  problems: () => localize('What `recline check` finds, errors first.'),
  changes: () => localize('What changed since the revision of `--since`.'),
}

/** What a word is for; undefined for a word that no block has. */
export const helpOfWord = (word: string): WordHelp | undefined =>
  Object.hasOwn(wordHelp, word) ? wordHelp[word as BlockWord] : undefined
