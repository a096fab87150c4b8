import type { BlockLook, BlockWord } from './template.ts'

/** What a word of a block is for. */
interface WordHelp {
  /** What stands behind it. Expressions are separated by commas. */
  readonly says: 'tag' | 'condition' | 'expressions' | 'look' | 'period' | 'other'
  /** In a sentence of Markdown. */
  readonly meaning: string
}

/** What each word of a block is for. */
const wordHelp: Readonly<Record<BlockWord, WordHelp>> = {
  tag: { says: 'tag', meaning: 'The tag of the records, such as `FINDING` or `core.compliance.FINDING`.' },
  show: { says: 'look', meaning: 'How the result is shown; a table without it.' },
  title: { says: 'other', meaning: 'What stands above it.' },
  where: { says: 'condition', meaning: 'Only records for which this is true, such as `status == "open"`.' },
  select: { says: 'expressions', meaning: 'The columns of a table, separated by commas.' },
  sort: {
    says: 'expressions',
    meaning: 'The order: expressions with commas between them, `-` before one for the end first.',
  },
  limit: { says: 'other', meaning: 'The most rows; 100 without it.' },
  'count-by': { says: 'expressions', meaning: 'Counts the records with each value.' },
  'count-items': { says: 'other', meaning: 'Counts a record for each item of the lists of `count-by`.' },
  sum: { says: 'expressions', meaning: 'The sum of numbers, for each group of `count-by`.' },
  min: { says: 'expressions', meaning: 'The least number or the earliest time, for each group of `count-by`.' },
  max: { says: 'expressions', meaning: 'The greatest number or the latest time, for each group of `count-by`.' },
  avg: { says: 'expressions', meaning: 'The average of numbers, for each group of `count-by`.' },
  rows: {
    says: 'expressions',
    meaning: 'Counts the records for each pair of two values: this one has a row for each value.',
  },
  columns: {
    says: 'expressions',
    meaning: 'The value of a matrix that has a column for each value; `rows` has the rows.',
  },
  every: {
    says: 'period',
    meaning: 'Counts at the end of each `day`, `week`, `month`, `quarter` or `year`, as git has the records.',
  },
  since: { says: 'other', meaning: 'Where the time of `every` begins: a day, a month or a year, such as `2026-01`.' },
  until: { says: 'other', meaning: 'Where the time of `every` ends; today without it.' },
}

/** What each look shows, in a sentence of Markdown. */
export const lookHelp: Readonly<Record<BlockLook, string>> = {
  table: 'The rows.',
  number: 'One number: how many records there are, or the first total.',
  bar: 'A bar for each group of `count-by`.',
  line: 'A line through the groups of `count-by`, in their order.',
  timeline: 'The days by which something is due, the earliest first.',
  graph: 'The records and their references.',
  problems: 'What `recline check` finds, errors first.',
  changes: 'What changed since the revision of `--since`.',
}

/** What a word is for; undefined for a word that no block has. */
export const helpOfWord = (word: string): WordHelp | undefined =>
  Object.hasOwn(wordHelp, word) ? wordHelp[word as BlockWord] : undefined
