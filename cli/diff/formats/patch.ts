import { posix } from 'node:path'
import { type PatchSide, patchOf } from '../../../shared/diff/patch.ts'
import { unitsOf } from '../../../shared/diff/units.ts'
import { lineBreakOf, parse } from '../../../shared/syntax/tree.ts'
import type { Diff } from '../diff.ts'
import { namesOf, type Version } from '../versions.ts'

/** The changes of each file as a patch for `recline patch`. */
export function* patch({ before, after, registry }: Diff): Generator<string> {
  const isOnePair = before.isOneFile && after.isOneFile
  const only = namesOf({ before, after }).find(name => name !== '-') ?? '-'
  const nameIn = (version: Version, name: string): string | undefined =>
    isOnePair ? [...version.files.keys()][0] : name
  const sideOf = (version: Version, name: string): PatchSide => {
    const own = nameIn(version, name)
    const text = own === undefined ? undefined : version.files.get(own)
    const tree = parse(text ?? '')
    return {
      name: text === undefined ? undefined : name,
      units: unitsOf(tree, registry, lineBreakOf(tree)),
      hasLastLineEnd: !text || /[\r\n]$/.test(text),
    }
  }
  // `recline patch` changes no file outside of its working directory, so such a file is named as in its own folder.
  const onlyName = only.startsWith('../') ? posix.basename(only) : only
  const names = isOnePair ? [onlyName] : [...new Set(namesOf({ before, after }))].sort()
  for (const name of names) yield patchOf(sideOf(before, name), sideOf(after, name))
}
