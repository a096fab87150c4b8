import pc from 'picocolors'
import { oneLine } from '../output/one-line.ts'
import type { NamedChange, RecordChange } from './history.ts'

/** A history for people: a line for each commit, or for what is not committed yet, with the changed fields below. */
export function* historyText(history: readonly (RecordChange | NamedChange)[], hasColors: boolean): Generator<string> {
  const { yellow, dim, green, red } = pc.createColors(hasColors)
  for (const change of history) {
    const { record, kind, fields } = change
    if ('commit' in change) {
      const { commit, date, author, subject } = change
      yield `${yellow(commit.slice(0, 10))} ${date.slice(0, 10)} ${oneLine(author)}  ${oneLine(subject)}\n`
    } else yield `${yellow('not committed yet')}\n`
    yield `    ${oneLine(record)} ${kind}\n`
    for (const { name, before, after, direction } of fields) {
      const shown = (value: string | undefined): string => (value === undefined ? '(none)' : oneLine(value))
      const way = direction === undefined ? '' : dim(` (${direction})`)
      yield `    ${oneLine(name)}  ${red(shown(before))} -> ${green(shown(after))}${way}\n`
    }
  }
}
