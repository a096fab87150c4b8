import { firstSentences } from '../basics/text.ts'
import { localize } from '../domains/localize.ts'
import type { Cell, Row } from './cells.ts'
import { betweenNames, keyOfGroup, nameOfGroup } from './group-names.ts'
import { compareForSort, type GroupRow } from './group-table.ts'
import type { PeriodEnd } from './periods.ts'
import type { Groups, ResultColumn } from './query-plan.ts'

/** What a query counts at the end of a period. */
export interface CountedPeriod extends PeriodEnd {
  /** The commit whose records are counted; undefined if there is none yet. */
  readonly commit?: string
  /** The rows of the groups; undefined if there is nothing to count. */
  readonly groups?: readonly GroupRow[]
  /** How many files of the commit could not be read, or have a merge conflict. */
  readonly unread: number
}

/** What a query counts at the ends of some periods. */
export interface CountedOverTime {
  readonly periods: readonly CountedPeriod[]
  /** Sentences about what the numbers leave out. */
  readonly notes: readonly string[]
  /** Sentences about what could not be read, so that numbers can be wrong. */
  readonly failures: readonly string[]
}

/** Numbers over time: a row for each period, and a column for each group and total. */
export interface TableOverTime {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly Row[]
  /** The columns of the numbers. */
  readonly numbers: readonly number[]
}

/** The most columns of numbers. */
const mostColumnsOverTime = 500

/**
 * Makes a table of what was counted. A group that has no record at the end of a period has the count 0 there, and no
 * totals. A period without anything to count has an empty row.
 *
 * @param hasCommits whether the table names the commits
 */
export function tableOverTime(
  { by, totals, columns }: Groups,
  ends: readonly CountedPeriod[],
  hasCommits: boolean,
): TableOverTime | { readonly problem: string } {
  const values = columns.slice(by.length)
  // Where there are groups, each has its totals, and only without totals its count.
  const shown = by.length > 0 && totals.length > 0 ? values.slice(1) : values
  const groups = groupsOverTime(ends, by.length)
  if (groups.length * shown.length > mostColumnsOverTime) {
    const names = by.map(({ name }) => name).join(', ')
    return {
      problem: localize(
        '{names} has {count} values over this time, and each is a column; count by something that has at most {most}.',
        { names, count: groups.length, most: Math.floor(mostColumnsOverTime / shown.length) },
      ),
    }
  }
  const hasUnread = ends.some(({ unread }) => unread > 0)
  const before: ResultColumn[] = [
    { name: ownColumns.day, type: { kind: 'ts' } },
    ...(hasCommits ? [{ name: ownColumns.commit, type: { kind: 'string' } } as const] : []),
  ]
  const numbers = groups.flatMap(({ cells }) =>
    shown.map(({ name, type }): ResultColumn => {
      if (by.length === 0) return { name, type }
      const group = cells.map(cell => nameOfGroup(cell, Object.values(ownColumns))).join(betweenNames)
      return { name: shown.length > 1 ? `${group}: ${name}` : group, type }
    }),
  )
  const rows = ends.map(({ day, commit, groups: rowsOfGroups, unread }): Row => {
    const byKey = new Map(rowsOfGroups?.map(row => [keyOfGroup(row.slice(0, by.length)), row]))
    const cells = groups.flatMap(({ key }): readonly Cell[] => {
      const row = byKey.get(key)?.slice(-shown.length)
      if (row) return row
      return shown.map(() => (rowsOfGroups && totals.length === 0 ? 0 : undefined))
    })
    return [
      { time: Date.parse(day), isDate: true },
      ...(hasCommits ? [commit] : []),
      ...cells,
      ...(hasUnread ? [commit === undefined ? undefined : unread] : []),
    ]
  })
  return {
    columns: [
      ...before,
      ...numbers,
      ...(hasUnread ? [{ name: ownColumns.unread, type: { kind: 'int' } } as const] : []),
    ],
    rows,
    numbers: numbers.map((_, index) => before.length + index),
  }
}

const ownColumns = { day: 'day', commit: 'commit', unread: 'unread' }

/** The groups of all periods, in the order of their values. Without groups there is one for all records. */
function groupsOverTime(
  ends: readonly CountedPeriod[],
  columns: number,
): { readonly key: string; readonly cells: readonly Cell[] }[] {
  const all = new Map<string, readonly Cell[]>()
  if (columns === 0) all.set(keyOfGroup([]), [])
  else
    for (const { groups = [] } of ends)
      for (const row of groups) {
        const cells = row.slice(0, columns)
        all.set(keyOfGroup(cells), cells)
      }
  return [...all]
    .map(([key, cells]) => ({ key, cells }))
    .sort((one, other) => {
      for (const [index, cell] of one.cells.entries()) {
        const order = compareForSort(cell, other.cells[index], false)
        if (order !== 0) return order
      }
      return 0
    })
}

/** Sentences about a period, each said once for all periods that it is about. */
export function sentencesOverTime(
  said: readonly { readonly day: string; readonly sentences: readonly string[] }[],
): readonly string[] {
  const days = new Map<string, string[]>()
  for (const { day, sentences } of said)
    for (const sentence of sentences) days.set(sentence, [...(days.get(sentence) ?? []), day])
  const all = [...days].map(([sentence, [first, ...others]]) => saidOfDays(first!, others.length, sentence))
  return firstSentences(all, left =>
    left === 1
      ? localize('1 more sentence of this kind: ask for fewer days to see all.')
      : localize('{count} more sentences of this kind: ask for fewer days to see all.', { count: left }),
  )
}

function saidOfDays(day: string, others: number, sentence: string): string {
  if (others === 0) return `${day}: ${sentence}`
  return others === 1
    ? localize('{day} and 1 more day: {sentence}', { day, sentence })
    : localize('{day} and {count} more days: {sentence}', { day, count: others, sentence })
}
