import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { installedPath, type Lock, type LockedDomain, lockFileName } from './lock.ts'

/** What is wrong with the descriptors that a folder got from elsewhere. */
export interface InstallationProblem {
  /** The domain that the problem is about; undefined if it is about all. */
  readonly domain: string | undefined
  /** A sentence. */
  readonly message: string
}

/** How a domain from elsewhere is pinned. */
export interface InstalledDomain {
  readonly source: string
  readonly version: string
  /** Whether the file is the one that the lock names. */
  readonly isAsLocked: boolean
  /** The newest version that is known, if it is newer. */
  readonly newest?: string
}

/** The file of a descriptor from elsewhere. */
export interface InstalledFile {
  /** As `hashOfFile` makes it. */
  readonly hash: string
  /** As `versionOfFile` reads it. */
  readonly version: string | undefined
}

/** The version that the text of a descriptor says; undefined if it says none. */
export function versionOfFile(text: string): string | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return read && typeof read === 'object' && 'version' in read ? String(read.version) : undefined
  } catch {
    return undefined
  }
}

/** The descriptors that a folder got from elsewhere, as they are. */
interface Installation {
  /** The source of each domain, as `dependencies` say it. */
  readonly dependencies: Readonly<Record<string, string>>
  /** The lock; undefined if there is none, or why it cannot be read, as a clause. */
  readonly lock: Lock | { readonly reason: string } | undefined
  /** The descriptor of a domain; undefined if there is no such file. */
  fileOf(domain: string): InstalledFile | undefined
  /** The domains that there are files of. */
  readonly files: Iterable<string>
}

/** Compares what a folder depends on with its lock, and the lock with the files. */
export function installationProblems({ dependencies, lock, fileOf, files }: Installation): InstallationProblem[] {
  const wanted = Object.keys(dependencies)
  if (lock && 'reason' in lock) {
    const message = localize(
      '{lock} cannot be read: {reason}; restore it, or delete it and run "recline descriptors update".',
      { lock: lockFileName, reason: lock.reason },
    )
    return [{ domain: undefined, message }]
  }
  const locked = lock?.domains ?? {}
  const problems = wanted.flatMap((domain): InstallationProblem[] => {
    const found = Object.hasOwn(locked, domain) ? locked[domain] : undefined
    if (found?.source === dependencies[domain]) return []
    const wrong = found
      ? localize('{domain} comes from another source in {lock}, "{source}"', {
          domain,
          lock: lockFileName,
          source: found.source,
        })
      : localize('{domain} is not in {lock}', { domain, lock: lockFileName })
    return [{ domain, message: sentenceOfClauses(wrong, toUpdate(domain)) }]
  })
  const needed = reachable(wanted, locked)
  const messagesOf = (domain: string, locks: LockedDomain): string[] =>
    needed.has(domain) ? problemsOfLocked(domain, locks, locked, fileOf(domain)) : [unneeded(domain)]
  for (const [domain, locks] of Object.entries(locked))
    for (const message of messagesOf(domain, locks)) problems.push({ domain, message })
  for (const domain of files)
    if (!Object.hasOwn(locked, domain))
      problems.push({
        domain,
        message: localize('{file} is not in {lock}, so it does not count; delete it.', {
          file: installedPath(domain),
          lock: lockFileName,
        }),
      })
  return problems
}

const unneeded = (domain: string): string =>
  localize('{domain} is in {lock}, and nothing needs it; run "recline descriptors update".', {
    domain,
    lock: lockFileName,
  })

/** What is wrong with a domain that is needed: what it needs is not locked, or its file is not the one that is. */
function problemsOfLocked(
  domain: string,
  { hash, version, needs = [] }: LockedDomain,
  locked: Lock['domains'],
  found: InstalledFile | undefined,
): string[] {
  const file = installedPath(domain)
  const problems = needs
    .filter(need => !Object.hasOwn(locked, need))
    .map(need =>
      sentenceOfClauses(
        localize('{need}, which {domain} needs, is not in {lock}', { need, domain, lock: lockFileName }),
        toUpdate(domain),
      ),
    )
  if (found === undefined) problems.push(sentenceOfClauses(localize('{file} is missing', { file }), toRestore(domain)))
  else if (found.hash !== hash)
    problems.push(
      sentenceOfClauses(
        localize('{file} is not the file that {lock} names: it was changed', { file, lock: lockFileName }),
        toRestore(domain),
      ),
    )
  else if (found.version !== version)
    problems.push(
      sentenceOfClauses(
        localize('{lock} names version {version} of {domain}, and {file} has {found}', {
          lock: lockFileName,
          version,
          domain,
          file,
          found: found.version ?? localize('no version'),
        }),
        toUpdate(domain),
      ),
    )
  return problems
}

const toUpdate = (domain: string): string => localize('run "recline descriptors update {domain}"', { domain })

const toRestore = (domain: string): string =>
  localize('restore it from version control, or run "recline descriptors update {domain}"', { domain })

/** The domains that some need, with all that these need. */
export function reachable(wanted: readonly string[], locked: Lock['domains']): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (domain: string): void => {
    if (found.has(domain)) return
    found.add(domain)
    if (Object.hasOwn(locked, domain)) for (const need of locked[domain]!.needs ?? []) add(need)
  }
  for (const domain of wanted) add(domain)
  return found
}
