import { unitsOf } from '../../shared/diff/units.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type FileMoves, movesAmong } from '../../shared/merge/moves.ts'
import type { Versions } from '../../shared/merge/slots.ts'
import { parse } from '../../shared/syntax/tree.ts'

/** The contents of a file in three folders; undefined where it does not exist. */
export type FileVersions = Readonly<Record<'base' | 'ours' | 'theirs', Buffer | undefined>>

/**
 * Finds the records that one side moved to another file, among the files that a side changed.
 *
 * @returns the moves from and to each file
 */
export async function movedRecords(
  names: readonly string[],
  versionsOf: (name: string) => Promise<FileVersions>,
  registry: Registry,
): Promise<Map<string, FileMoves>> {
  const files = new Map<string, Versions>()
  for (const name of names.filter(one => /\.rec$/i.test(one))) {
    const { base, ours, theirs } = await versionsOf(name)
    const isSame = base && ours?.equals(base) && theirs?.equals(base)
    const unitsIn = (content: Buffer | undefined): Versions['base'] =>
      content ? unitsOf(parse(content.toString()), registry, '\n', name) : []
    if (!isSame) files.set(name, { base: unitsIn(base), ours: unitsIn(ours), theirs: unitsIn(theirs) })
  }
  return movesAmong(files)
}
