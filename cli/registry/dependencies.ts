import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { counted } from '../../shared/basics/text.ts'
import { configFileName } from '../../shared/config/config.ts'
import { changeDependency } from '../../shared/config/descriptors/dependency-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { type IndexedVersion, isDomainPath, isYanked } from '../../shared/registry/index-file.ts'
import { reachable } from '../../shared/registry/installation.ts'
import {
  type KnownVersions,
  knownVersionsFile,
  knownVersionsText,
  readKnownVersions,
} from '../../shared/registry/known-versions.ts'
import {
  emptyLock,
  installedFolder,
  installedPath,
  type Lock,
  lockFileName,
  lockText,
  readLock,
} from '../../shared/registry/lock.ts'
import {
  isAllowedBy,
  isOfOneMachine,
  isSamePlace,
  notAllowedBy,
  oneMachineWarning,
  parseSource,
  placeOfSource,
} from '../../shared/registry/source.ts'
import { compareVersions, parseRange } from '../../shared/registry/versions.ts'
import { changedText } from '../../shared/syntax/text-change.ts'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { Configs } from '../plan/configs.ts'
import { type Installed, installedFailures, readInstalled } from '../plan/installed.ts'
import { type ReadDescriptor, readDescriptors } from '../plan/read-descriptors.ts'
import { disagreementOf } from './agreement.ts'
import {
  type ConfiguredFolder,
  type FolderChange,
  runInFolder,
  textInFolder,
  writeInFolder,
} from './configured-folder.ts'
import { knownVersionsOf } from './origin.ts'
import { type ResolvedDependencies, resolveDependencies } from './resolve-dependencies.ts'

/** The options of `recline descriptors add`. */
export interface AddOptions {
  readonly from: string
  readonly version?: string
  /** Whether the domain may come from another source than before. */
  readonly force?: true
  /** How long one download may take, in seconds. */
  readonly timeout: number
}

/** The options of `recline descriptors update`. */
export interface UpdateOptions {
  /** How long one download may take, in seconds. */
  readonly timeout: number
  readonly dryRun?: true
}

/** Adds a domain to the configuration, and gets it with all that it needs. */
export const add = (domain: string, { from, version, timeout, force }: AddOptions): Promise<void> =>
  runInFolder(async here => {
    if (!isDomainPath(domain)) return { failure: `"${domain}" is no path of a domain; write one such as acme.fleet.` }
    const source = parseSource(from)
    if ('reason' in source) return { failure: source.reason }
    if (version !== undefined && (source.kind === 'npm' || source.kind === 'git'))
      return { failure: `--version is for registries; write it into the source, such as npm:@acme/audit@^2 or #v1.3.` }
    if (version !== undefined && !parseRange(version))
      return { failure: `--version is "${version}"; write it as 2.1, 2.x or =2.1.` }
    const written = version === undefined ? from : `${from.split('#')[0]}#${version}`
    const before = Object.hasOwn(here.dependencies, domain)
      ? here.dependencies[domain]!
      : (await readInstalled(here.folder, here)).lock?.domains[domain]?.source
    if (before !== undefined && !isSamePlace(before, written) && !force)
      return { failure: `${domain} comes from "${before}" so far; add --force to take it from "${written}".` }
    if (isOfOneMachine(source)) complain(oneMachineWarning(from))
    const text = configWithSource(here.text, domain, written)
    const after = { ...here, text, dependencies: { ...here.dependencies, [domain]: written } }
    return installDomains(here, after, [domain], { timeout })
  })

/** Gets the newest versions that the configuration allows, of all domains or of one. */
export const update = (domain: string | undefined, options: UpdateOptions): Promise<void> =>
  runInFolder(async here => {
    const all = Object.keys(here.dependencies)
    if (domain !== undefined && !all.includes(domain)) return notADependency(domain, all)
    return installDomains(here, here, domain === undefined ? 'all' : [domain], options)
  })

/** Removes a domain from the configuration, with all that only it needs. */
export const remove = (domain: string): Promise<void> =>
  runInFolder(async here => {
    const all = Object.keys(here.dependencies)
    if (!all.includes(domain)) return notADependency(domain, all)
    const { [domain]: _, ...dependencies } = here.dependencies
    const text = configWithSource(here.text, domain, undefined)
    const { lock = emptyLock } = await readInstalled(here.folder, here)
    const newer = await newerLock(here.folder)
    if (newer) return newer
    const needed = reachable(Object.keys(dependencies), lock.domains)
    const kept = Object.entries(lock.domains).filter(([path]) => needed.has(path))
    const sentences = Object.keys(lock.domains).flatMap(path => (needed.has(path) ? [] : `Removed ${path}.`))
    const needing = kept.filter(([, { needs = [] }]) => needs.includes(domain)).map(([path]) => path)
    if (needing.length > 0)
      sentences.push(
        `${domain} stays, because ${needing.join(', ')} needs it; "recline descriptors update" gets it from there.`,
      )
    else if (!Object.hasOwn(lock.domains, domain))
      sentences.push(`Removed ${domain} from ${here.name}; it was not in ${lockFileName}.`)
    return {
      sentences,
      write: async () =>
        (await writeInFolder(here.folder, configFileName, text)) ??
        (await writeLock(here.folder, { ...lock, domains: Object.fromEntries(kept) })),
    }
  })

/** Compares the files with the lock, and the lock with the configuration. */
export const verify = (): Promise<void> =>
  runInFolder(async here => {
    const installed = await readInstalled(here.folder, here)
    for (const { failure } of installedFailures(installed, here.name, here.text, here.file)) complain(failure)
    if (installed.problems.length > 0) host.exitCode = ExitCode.Errors
    const compared = counted(Object.keys(installed.lock?.domains ?? {}).length, 'domain')
    return { sentences: installed.problems.length > 0 ? [] : [`${compared} compared with recline.lock: no problems.`] }
  })

/** Gets what is missing or to be updated, and plans to write all files, and to say what changed. */
async function installDomains(
  before: ConfiguredFolder,
  after: ConfiguredFolder,
  updated: readonly string[] | 'all',
  { timeout, dryRun }: UpdateOptions,
): Promise<FolderChange | Failure> {
  const { folder, dependencies } = after
  const installed = await readInstalled(folder, before)
  const newer = await newerLock(folder)
  if (newer) return newer
  const locked = installed.lock?.domains ?? {}
  const own = await descriptorsOfFolder(folder)
  const resolution = await resolveDependencies({
    folder,
    dependencies,
    kept: updated === 'all' ? new Map() : await keptFiles(folder, installed, updated),
    locked,
    own: new Set(own.flatMap(({ file }) => file.descriptor?.domain ?? [])),
    milliseconds: timeout * 1000,
  })
  if ('failure' in resolution) return resolution
  const { chosen, origins } = resolution
  const disagreement = disagreementOf(chosen, own)
  if (disagreement !== undefined) return { failure: disagreement }
  const sentences: string[] = []
  const say = (sentence: string): void => void sentences.push(sentence)
  const would = dryRun ? 'Would ' : ''
  const verb = (word: string, past: string): string => (dryRun ? `${would}${word}` : past)
  const wrong = new Set(installed.problems.map(({ domain }) => domain))
  let changes = 0
  for (const [domain, { source, version, resolved, hash }] of chosen) {
    const old = Object.hasOwn(locked, domain) ? locked[domain] : undefined
    if (old?.hash === hash && old.version === version) {
      const isElsewhere = old.source !== source || old.resolved !== resolved
      if (!isElsewhere && !wrong.has(domain)) continue
      changes++
      if (isElsewhere)
        say(
          `${domain} ${version} ${dryRun ? 'would come' : 'comes'} from ${old.source === source ? resolved : source} now.`,
        )
      else say(`${verb('restore', 'Restored')} ${domain} ${version}.`)
      continue
    }
    changes++
    if (!old) say(`${verb('add', 'Added')} ${domain} ${version} from ${resolved}.`)
    else if (old.version === version) say(`${verb('replace', 'Replaced')} ${domain} ${version}: it has other content.`)
    else say(`${verb('update', 'Updated')} ${domain} from ${old.version} to ${version}.`)
  }
  for (const domain of Object.keys(locked)) {
    if (chosen.has(domain)) continue
    changes++
    say(`${verb('remove', 'Removed')} ${domain}.`)
  }
  const notices = [...chosen].flatMap(([domain, { source, version }]) => {
    const versions = origins.get(placeOfSource(source))?.versionsOf(domain) ?? []
    return versionNotice(domain, source, version, versions, Object.hasOwn(dependencies, domain)) ?? []
  })
  for (const notice of notices) say(notice)
  if (changes === 0 && notices.length === 0) say('Everything is up to date.')
  return { sentences, ...(!dryRun && { write: () => writeInstalled(before, after, resolution) }) }
}

/** That a lock was written by a newer version of Recline, which alone knows what else it says; undefined otherwise. */
async function newerLock(folder: string): Promise<Failure | undefined> {
  const lock = readLock((await textInFolder(folder, lockFileName)) ?? lockText(emptyLock))
  if (!('reason' in lock) || !lock.isOfOtherVersion) return undefined
  return {
    failure: `${lockFileName} was written by another version of Recline, so it is not changed; use that version.`,
  }
}

/** What to know of a version that was chosen: that it is yanked, or that a newer one is not allowed. */
function versionNotice(
  domain: string,
  source: string,
  version: string,
  versions: readonly IndexedVersion[],
  isDependency: boolean,
): string | undefined {
  const own = versions.find(one => one.version === version)
  const newest = versions.find(one => !isYanked(one) && compareVersions(one.version, version) > 0)?.version
  const parts = [
    ...(own && isYanked(own) ? [`${version} is yanked: ${own.notice ?? 'no reason is given'}`] : []),
    ...(newest === undefined || isAllowedBy(source, newest)
      ? []
      : [`${newest} is the newest`, notAllowedBy(source, isDependency)]),
  ]
  return parts.length > 0 ? `${domain} ${version}: ${parts.join('; ')}` : undefined
}

/** What stays as it is: what the lock names and the folder has, apart from some domains and what they need. */
async function keptFiles(folder: string, { lock = emptyLock, problems }: Installed, updated: readonly string[]) {
  const left = reachable(updated, lock.domains)
  const wrong = new Set(problems.map(({ domain }) => domain))
  const kept = new Map<string, Lock['domains'][string] & { readonly text: string }>()
  for (const [domain, locked] of Object.entries(lock.domains)) {
    if (left.has(domain) || wrong.has(domain)) continue
    const text = await textInFolder(folder, installedPath(domain))
    if (text !== undefined) kept.set(domain, { ...locked, text: text.replaceAll('\r\n', '\n') })
  }
  return kept
}

async function writeInstalled(
  before: ConfiguredFolder,
  after: ConfiguredFolder,
  { chosen, origins }: ResolvedDependencies,
): Promise<Failure | undefined> {
  const { folder, text } = after
  for (const [domain, { text }] of chosen) {
    const failed = await writeInFolder(folder, installedPath(domain), text)
    if (failed) return failed
  }
  const known = readKnownVersions(await textInFolder(folder, knownVersionsFile))
  const asOf = new Date().toISOString()
  const places = new Set([...chosen.values()].map(({ source }) => placeOfSource(source)))
  const asked: KnownVersions = Object.fromEntries(
    [...origins].map(([place, origin]) => [
      place,
      { asOf, domains: Object.fromEntries(origin.domains.map(domain => [domain, knownVersionsOf(origin, domain)])) },
    ]),
  )
  const now = Object.fromEntries(Object.entries({ ...known, ...asked }).filter(([place]) => places.has(place)))
  const domains = Object.fromEntries(
    [...chosen].map(([domain, { source, version, hash, resolved, needs }]) => [
      domain,
      { source, version, hash, resolved, ...(needs && { needs }) },
    ]),
  )
  return (
    (await writeInFolder(folder, knownVersionsFile, knownVersionsText(now, known))) ??
    (text === before.text && existsSync(join(folder, configFileName))
      ? undefined
      : await writeInFolder(folder, configFileName, text)) ??
    (await writeLock(folder, { lockVersion: 1, domains }))
  )
}

/** Writes a lock, and removes the files of domains that it does not name. */
async function writeLock(folder: string, lock: Lock): Promise<Failure | undefined> {
  const failed = await writeInFolder(folder, lockFileName, lockText(lock))
  if (failed) return failed
  const names = await readdir(join(folder, installedFolder)).catch(() => [])
  for (const name of names) {
    const domain = name.endsWith('.domain.json') ? name.slice(0, -'.domain.json'.length) : ''
    if (isDomainPath(domain) && !Object.hasOwn(lock.domains, domain)) await rm(join(folder, installedPath(domain)))
  }
  return undefined
}

/** The descriptors in the folder that come from nowhere else. */
async function descriptorsOfFolder(folder: string): Promise<ReadDescriptor[]> {
  const configs = new Configs()
  await configs.settingsOf({ file: 'any.rec', path: join(folder, 'any.rec') })
  const { paths } = await configs.descriptors()
  const installed = `${resolve(folder, installedFolder)}`
  const { read } = await readDescriptors(paths.filter(path => !resolve(path).startsWith(installed)))
  return read
}

const configWithSource = (text: string, domain: string, source: string | undefined): string =>
  changedText(text, changeDependency(text, domain, source) ?? [])

function notADependency(domain: string, all: readonly string[]): Failure {
  const [meant] = nearest(domain, all)
  const advice = meant === undefined ? '"recline descriptors add" adds one' : `${meant} may be meant`
  return { failure: `The recline.json does not depend on ${domain}; ${advice}.` }
}
