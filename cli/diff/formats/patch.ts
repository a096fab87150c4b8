import { posix } from 'node:path'
import { groupBy } from '../../../shared/basics/group.ts'
import { type PatchSide, patchOf, withChanges } from '../../../shared/diff/patch.ts'
import { type Unit, unitsOf, unitText } from '../../../shared/diff/units.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import type { Diff } from '../diff.ts'
import { namesOfFiles, type VersionOfFiles } from '../versions.ts'

/** The changes of each file as a patch for `recline patch`. */
export function* patch({ before, after, units, changes, leavesOut, keepsPlaces, registry }: Diff): Generator<string> {
  const isOnePair = before.isOneFile && after.isOneFile
  const only = namesOfFiles({ before, after }).find(name => name !== '-') ?? '-'
  const sideOf = (version: VersionOfFiles, all: ReadonlyMap<string, readonly Unit[]>, name: string): PatchSide => {
    const own = isOnePair ? [...version.files.keys()][0]! : name
    const text = version.files.get(own)
    const file = isOnePair ? '' : name
    return {
      name: text === undefined ? undefined : name,
      units: all.get(file) ?? unitsOf(parse(''), registry, '\n', file),
      hasLastLineEnd: !text || /[\r\n]$/.test(text),
    }
  }
  const wanted = {
    units: new Set(changes.flatMap(change => [change.before ?? [], change.after ?? []].flat())),
    keepsPlaces,
  }
  const [old, now] = [byFile(units.before), byFile(units.after)]
  // `recline patch` changes no file outside of its working directory, so such a file is named as in its own folder.
  const onlyName = only.startsWith('../') ? posix.basename(only) : only
  const names = isOnePair ? [onlyName] : [...new Set(namesOfFiles({ before, after }))].sort()
  for (const name of names) {
    const [one, other] = [sideOf(before, old, name), sideOf(after, now, name)]
    yield patchOf(one, leavesOut ? sideWith(one, other, withChanges(one.units, other.units, wanted)) : other)
  }
}

const byFile = (units: readonly Unit[]): Map<string, Unit[]> => groupBy(units, ({ file }) => file)

/** A version with the units that some of the changes make. */
function sideWith(before: PatchSide, after: PatchSide, units: readonly Unit[]): PatchSide {
  const lastOf = (all: readonly Unit[]): Unit | undefined => all.findLast(unit => unitText(unit) !== '')
  const last = lastOf(units)
  const { hasLastLineEnd } = last && last === lastOf(before.units) ? before : after
  return { name: after.name ?? (last && before.name), units, hasLastLineEnd }
}
