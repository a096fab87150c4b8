/** The version of a descriptor: `MAJOR.MINOR` or `MAJOR.MINOR.PATCH`. Without a patch, the patch is 0. */
interface VersionNumbers {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

/** Which versions are meant. */
interface VersionRange {
  /** The lowest one. */
  readonly from: VersionNumbers
  /** What all of them have in common with the lowest one. */
  readonly same: 'major' | 'minor' | 'patch'
}

/** Reads a version; undefined for any other text. */
export function parseVersion(text: string): VersionNumbers | undefined {
  const [, major, minor, patch = '0'] = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?$/.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch) }
}

/** Sorts versions, the lowest first. Texts that are no versions come before all versions, in the order of the text. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [parseVersion(one), parseVersion(other)]
  if (first && second) return difference(first, second)
  if (!first && !second) return one < other ? -1 : Number(one > other)
  return first ? 1 : -1
}

/**
 * Whether a version does for somebody who asks for another one: it is the same, or a later one with the same major
 * number, as only a change of the major number may break records.
 */
export function isCompatible(asked: string, version: string): boolean {
  const [wanted, found] = [parseVersion(asked), parseVersion(version)]
  if (!wanted || !found) return asked === version
  return wanted.major === found.major && difference(found, wanted) >= 0
}

/**
 * Reads which versions are meant: `2.1` is this version or a compatible later one, `2` and `2.x` any with this major
 * number, `2.1.x` any with these two, and `=2.1` only this one.
 *
 * @returns undefined for any other text
 */
export function parseRange(text: string): VersionRange | undefined {
  const [, exact, written = ''] = /^(=?)\s*(.*)$/s.exec(text.trim())!
  const version = parseVersion(written)
  if (version) return { from: version, same: exact === '=' ? 'patch' : 'major' }
  const [, major, minor] = /^(\d{1,9})(?:\.(\d{1,9}))?(?:\.x)?$/.exec(written) ?? []
  if (major === undefined || exact === '=') return undefined
  const from = { major: Number(major), minor: Number(minor ?? 0), patch: 0 }
  return { from, same: minor === undefined ? 'major' : 'minor' }
}

/** Whether a version is one of those that are meant. */
export function isVersionInRange(version: string, { from, same }: VersionRange): boolean {
  const found = parseVersion(version)
  if (!found || found.major !== from.major || difference(found, from) < 0) return false
  return same === 'major' || (found.minor === from.minor && (same === 'minor' || found.patch === from.patch))
}

const difference = (one: VersionNumbers, other: VersionNumbers): number =>
  one.major - other.major || one.minor - other.minor || one.patch - other.patch
