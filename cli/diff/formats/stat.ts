import { compareText } from '../../../shared/basics/text.ts'
import type { Change } from '../../../shared/diff/changes.ts'
import { filesInWords } from '../../../shared/domains/counts-in-words.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { nameOnLine } from '../../output/one-line.ts'
import type { Diff } from '../diff.ts'
import { kindsInWords, renamedFrom, renamedText } from './summary.ts'

/** One line for each file: how many records were added, changed and so on. The last line has the totals. */
export function* stat({ before, after, changes, renamed, renamesCount }: Diff): Generator<string> {
  const files = new Map<string, Change[]>()
  if (renamesCount) for (const name of renamed.keys()) files.set(name, [])
  for (const change of changes) {
    const { file } = (change.after ?? change.before)!
    files.set(file, [...(files.get(file) ?? []), change])
  }
  if (files.size === 0) return yield `${localize('No changes.')}\n`
  const only = [...after.files.keys(), ...before.files.keys()].find(name => name !== '-') ?? '-'
  const lines = [...files]
    .sort(([one], [other]) => compareText(one, other))
    .map(([file, own]) => {
      const old = renamed.get(file)
      const name = nameOnLine(file === '' ? only : file) + (old === undefined ? '' : ` ${renamedFrom(old)}`)
      return { name, counts: kindsInWords(own).join(', ') || localize('no changes of records') }
    })
  const width = Math.max(...lines.map(({ name }) => name.length))
  for (const { name, counts } of lines) yield `${name.padEnd(width)} | ${counts}\n`
  const totals = kindsInWords(changes)
  if (renamesCount && renamed.size > 0) totals.push(renamedText(renamed.size))
  yield `${filesInWords(files.size)}: ${totals.join(', ')}\n`
}
