import { installedPath, type Lock, lockFileName } from './lock.ts'

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
  /** The lock; undefined if there is none, or why it cannot be read, as the end of a sentence. */
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
    const message = `${lockFileName} cannot be read: ${lock.reason}; restore it, or delete it and run "recline descriptors update".`
    return [{ domain: undefined, message }]
  }
  const locked = lock?.domains ?? {}
  const problems = wanted.flatMap((domain): InstallationProblem[] => {
    const found = Object.hasOwn(locked, domain) ? locked[domain] : undefined
    if (!found) return [{ domain, message: `${domain} is not in ${lockFileName}; ${advice(domain)}.` }]
    if (found.source === dependencies[domain]) return []
    const message = `${domain} comes from another source in ${lockFileName}, "${found.source}"; ${advice(domain)}.`
    return [{ domain, message }]
  })
  const needed = reachable(wanted, locked)
  for (const [domain, { hash, version, needs = [] }] of Object.entries(locked)) {
    if (!needed.has(domain)) {
      problems.push({
        domain,
        message: `${domain} is in ${lockFileName}, and nothing needs it; run "recline descriptors update".`,
      })
      continue
    }
    for (const need of needs)
      if (!Object.hasOwn(locked, need))
        problems.push({
          domain,
          message: `${need}, which ${domain} needs, is not in ${lockFileName}; ${advice(domain)}.`,
        })
    const found = fileOf(domain)
    const restore = `restore it from version control, or ${advice(domain)}`
    if (found === undefined) problems.push({ domain, message: `${installedPath(domain)} is missing; ${restore}.` })
    else if (found.hash !== hash)
      problems.push({
        domain,
        message: `${installedPath(domain)} is not the file that ${lockFileName} names: it was changed; ${restore}.`,
      })
    else if (found.version !== version)
      problems.push({
        domain,
        message: `${lockFileName} names version ${version} of ${domain}, and ${installedPath(domain)} has ${found.version ?? 'none'}; ${advice(domain)}.`,
      })
  }
  for (const domain of files)
    if (!Object.hasOwn(locked, domain))
      problems.push({
        domain,
        message: `${installedPath(domain)} is not in ${lockFileName}, so it does not count; delete it.`,
      })
  return problems
}

const advice = (domain: string): string => `run "recline descriptors update ${domain}"`

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
