import { addToGroup } from '../basics/group.ts'

/**
 * Finds the files that have another name in the version after: more than half of their lines are the same.
 *
 * @param before the texts of the version before, by the names of their files; also `after`
 * @returns the name before of each renamed file, by the name after
 */
export function renamedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Map<string, string> {
  const come = new Map(
    [...after].filter(([name]) => !before.has(name)).map(([name, text]) => [name, distinctLines(text)]),
  )
  const filesWith = new Map<string, string[]>()
  for (const [name, lines] of come) for (const line of lines) addToGroup(filesWith, line, name)
  const renamed = new Map<string, string>()
  for (const [old, text] of before) {
    if (after.has(old) || come.size === 0) continue
    const lines = distinctLines(text)
    const counts = new Map<string, number>()
    for (const line of lines) {
      const files = filesWith.get(line) ?? []
      if (files.length <= mostWithLine) for (const name of files) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const [best] = [...counts].filter(([name]) => !renamed.has(name)).sort(([, one], [, other]) => other - one)
    if (best && 2 * best[1] > Math.max(lines.size, come.get(best[0])!.size)) renamed.set(best[0], old)
  }
  return renamed
}

/** A line that more new files have says little about which of them is the same. */
const mostWithLine = 16

const distinctLines = (text: string): Set<string> => new Set(text.split(/[\r\n]+/).filter(line => line !== ''))
