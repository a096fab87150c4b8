import type { DomainChange } from './change.ts'

/** Which number of a version changes need to raise: `MAJOR.MINOR.PATCH`. */
export type VersionStep = 'major' | 'minor' | 'patch'

/**
 * The number of the version that changes must raise at least: the first one if they break records or readers, the
 * second one if they change more than texts.
 */
export function versionStep(changes: readonly DomainChange[]): VersionStep {
  if (changes.some(({ records, readers }) => records === 'breaking' || readers === 'breaking')) return 'major'
  return changes.some(({ kind }) => kind !== 'texts-changed') ? 'minor' : 'patch'
}
