import { hashOfFile } from '../../../shared/registry/hash.ts'
import {
  type InstallationProblem,
  type InstalledDomain,
  type InstalledFile,
  installationProblems,
  versionOfFile,
} from '../../../shared/registry/installation.ts'
import { type KnownVersions, knownVersionsFile, readKnownVersions } from '../../../shared/registry/known-versions.ts'
import { installedPath, type Lock, lockFileName, readLock } from '../../../shared/registry/lock.ts'
import { isAllowedBy, placeOfSource } from '../../../shared/registry/source.ts'
import { compareVersions } from '../../../shared/registry/versions.ts'
import type { FileSystem } from '../../platform/file-system.ts'

/** The descriptors that folders got from elsewhere, by their locks. Uses no network. */
export class InstalledDomains {
  private locks: ReadonlyMap<string, Lock | { readonly reason: string }> | undefined
  private known: ReadonlyMap<string, KnownVersions> = new Map()
  private taken = textsAsJson({ locks: new Map(), known: new Map() })
  private readonly files = new Map<string, InstalledFile & { readonly text: string }>()

  /** @param textOf gives the text of a descriptor, by its URI; undefined if there is none */
  constructor(private readonly textOf: (uri: string) => string | undefined) {}

  /** Takes the texts of the locks, and of what is known of other versions, by the URIs of their folders. */
  take({ locks, known }: InstalledTexts): void {
    this.taken = textsAsJson({ locks, known })
    this.locks = new Map([...locks].map(([folder, text]) => [folder, readLock(text)]))
    this.known = new Map([...known].map(([folder, text]) => [folder, readKnownVersions(text)]))
  }

  /** The texts that were taken last, as JSON: if they are others, what is shown of them is out of date. */
  get texts(): string {
    return this.taken
  }

  /** Which versions there were when the places of a folder were last asked. */
  knownIn(folder: string): KnownVersions {
    return this.known.get(folder) ?? {}
  }

  /** The URIs of the folders with a lock. */
  get folders(): string[] {
    return [...(this.locks?.keys() ?? [])]
  }

  /** Whether a descriptor counts, by its URI; undefined if it is not where descriptors from elsewhere are. */
  counts(uri: string): boolean | undefined {
    const [, folder, domain] = /^(.*)\/\.recline\/descriptors\/([^/]+)\.domain\.json$/.exec(uri) ?? []
    if (folder === undefined || domain === undefined) return undefined
    const lock = this.locks?.get(folder)
    return lock !== undefined && 'domains' in lock && Object.hasOwn(lock.domains, domain)
  }

  /** What is wrong with the descriptors that a folder depends on. Before the locks are read, nothing is. */
  problems(folder: string, dependencies: Readonly<Record<string, string>>): InstallationProblem[] {
    if (!this.locks) return []
    const fileOf = (domain: string): InstalledFile | undefined => this.fileOf(folder, domain)
    return installationProblems({ dependencies, lock: this.locks.get(folder), fileOf, files: [] })
  }

  /** How a domain is pinned; undefined if it comes from nowhere else. */
  find(domain: string): InstalledDomain | undefined {
    for (const [folder, lock] of this.locks ?? []) {
      const found = 'domains' in lock && Object.hasOwn(lock.domains, domain) ? lock.domains[domain] : undefined
      if (!found) continue
      const { source, version } = found
      const newest = this.knownAbove(folder, domain, source, version)[0]?.version
      const isAsLocked = this.fileOf(folder, domain)?.hash === found.hash
      return { source, version, isAsLocked, ...(newest !== undefined && { newest }) }
    }
    return undefined
  }

  /** The newest known version of a domain that its source allows, if that is newer than the one in the lock. */
  newer(folder: string, domain: string, source: string): string | undefined {
    const lock = this.locks?.get(folder)
    const locked = lock && 'domains' in lock && Object.hasOwn(lock.domains, domain) ? lock.domains[domain] : undefined
    const above = locked ? this.knownAbove(folder, domain, source, locked.version) : []
    return above.find(({ version }) => isAllowedBy(source, version))?.version
  }

  /** The known versions of a domain above another one that are not yanked, the highest first. */
  private knownAbove(folder: string, domain: string, source: string, version: string) {
    const place = this.knownIn(folder)[placeOfSource(source)]
    const known = place && Object.hasOwn(place.domains, domain) ? place.domains[domain]! : []
    return known.filter(one => one.yanked === undefined && compareVersions(one.version, version) > 0)
  }

  private fileOf(folder: string, domain: string): InstalledFile | undefined {
    const uri = `${folder}/${installedPath(domain)}`
    const text = this.textOf(uri)
    if (text === undefined) return undefined
    const known = this.files.get(uri)
    if (known?.text === text) return known
    const file = { text, hash: hashOfFile(text), version: versionOfFile(text) }
    this.files.set(uri, file)
    return file
  }
}

/** Texts beside configurations, by the URIs of their folders. */
interface InstalledTexts {
  readonly locks: ReadonlyMap<string, string>
  readonly known: ReadonlyMap<string, string>
}

const textsAsJson = ({ locks, known }: InstalledTexts): string => JSON.stringify([[...locks], [...known]])

/** Reads the locks beside configurations, and what is known of other versions. */
export async function readInstalledTexts(fileSystem: FileSystem, configs: readonly string[]): Promise<InstalledTexts> {
  const readAll = async (file: string): Promise<ReadonlyMap<string, string>> => {
    const folders = configs.map(uri => uri.slice(0, uri.lastIndexOf('/')))
    const read = await Promise.all(
      folders.map(async folder => [folder, await fileSystem.read(`${folder}/${file}`)] as const),
    )
    return new Map(read.flatMap(([folder, text]) => (text === undefined ? [] : [[folder, text] as const])))
  }
  return { locks: await readAll(lockFileName), known: await readAll(knownVersionsFile) }
}
