import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { withoutPeriod } from '../domains/message-text.ts'
import { parseVersion } from '../registry/versions.ts'
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

/**
 * Why a version of a domain cannot follow another one, as a sentence; undefined if its number fits its changes.
 *
 * @param domain the path of the domain
 * @param changes those since the version before, without those that the descriptor allows
 */
export function whyVersionDoesNotFit(
  domain: string,
  before: string,
  after: string,
  changes: readonly DomainChange[],
): string | undefined {
  const [old, now] = [parseVersion(before), parseVersion(after)]
  if (!old || !now || now.major !== old.major) return undefined
  const step = versionStep(changes)
  const isBreaking = ({ records, readers }: DomainChange): boolean => records === 'breaking' || readers === 'breaking'
  if (step === 'major')
    return sentenceOfClauses(
      localize('{domain} {version} breaks what {before} allows: {change}', {
        domain,
        version: after,
        before,
        change: withoutPeriod(changes.find(isBreaking)!.message),
      }),
      localize('write version {version}, or allow the change in allowedChanges', { version: `${old.major + 1}.0` }),
    )
  if (step === 'minor' && now.minor === old.minor)
    return sentenceOfClauses(
      localize('{domain} {version} changes more than texts of {before}: {change}', {
        domain,
        version: after,
        before,
        change: withoutPeriod(changes.find(({ kind }) => kind !== 'texts-changed')!.message),
      }),
      localize('write version {version}', { version: `${old.major}.${old.minor + 1}` }),
    )
  return undefined
}
