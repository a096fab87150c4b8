import * as v from 'valibot'
import { localize } from '../domains/localize.ts'
import { isHash } from './hash.ts'
import { isDomainPath } from './index-file.ts'

/** The name of the lock: which descriptors a folder got from elsewhere. It is beside the `recline.json`. */
export const lockFileName = 'recline.lock'

/** Where these descriptors are, from the folder of the lock. */
export const installedFolder = '.recline/descriptors'

const locked = v.object({
  /** Where it came from, as `dependencies` say it. */
  source: v.string(),
  version: v.string(),
  /** The hash of the file, as `hashOfFile` makes it. */
  hash: v.pipe(v.string(), v.check(isHash)),
  /** What exactly was taken: an address, a path, the version of a package, or a commit. */
  resolved: v.string(),
  /** The domains that it needs, apart from those that come with Recline. */
  needs: v.optional(v.array(v.string())),
})

const lockFile = v.object({
  lockVersion: v.literal(1),
  domains: v.record(v.pipe(v.string(), v.check(isDomainPath)), locked),
})

/** Which descriptors a folder got from elsewhere, by the paths of their domains. */
export type Lock = v.InferOutput<typeof lockFile>
export type LockedDomain = v.InferOutput<typeof locked>

/** The lock of a folder that got no descriptors. */
export const emptyLock: Lock = { lockVersion: 1, domains: {} }

/** Why a text is no lock. */
interface UnreadLock {
  /** As a clause. */
  readonly reason: string
  readonly isOfOtherVersion?: true
}

/**
 * Reads a lock.
 *
 * @returns the lock, or why the text is none, as a clause
 */
export function readLock(text: string): Lock | UnreadLock {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    const isConflict = /^(<<<<<<<|=======|>>>>>>>)/m.test(text)
    return { reason: isConflict ? localize('it has a merge conflict') : localize('it is not JSON') }
  }
  const read = v.safeParse(lockFile, json)
  if (read.success) return read.output
  const path = v.getDotPath(read.issues[0])
  if (path === 'lockVersion')
    return { reason: localize('it was written by another version of Recline'), isOfOtherVersion: true }
  return {
    reason:
      path === null ? localize('it has a wrong form') : localize('"{path}" is missing or has a wrong form', { path }),
  }
}

/** Prints a lock, with the domains in the order of their paths, so that it changes only where something changed. */
export function lockText({ domains }: Lock): string {
  const sorted = Object.fromEntries(Object.entries(domains).sort(([one], [other]) => (one < other ? -1 : 1)))
  return `${JSON.stringify({ lockVersion: 1, domains: sorted }, undefined, 2)}\n`
}

/** The path of a descriptor from the folder of the lock. */
export const installedPath = (domain: string): string => `${installedFolder}/${domain}.domain.json`
