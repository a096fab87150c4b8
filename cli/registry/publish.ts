import { join, resolve } from 'node:path'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { builtinDescriptors, descriptorText } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { practiceDescriptors, withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { withoutAllowed } from '../../shared/evolution/change.ts'
import { domainChanges } from '../../shared/evolution/domain-changes.ts'
import { whyVersionDoesNotFit } from '../../shared/evolution/version-step.ts'
import {
  domainInIndex,
  indexFileName,
  pathInRegistry,
  type RegistryIndex,
  versionsInIndex,
} from '../../shared/registry/index-file.ts'
import { installedFolder } from '../../shared/registry/lock.ts'
import { isIndexed, type Publication, whyNotPublished, withVersion } from '../../shared/registry/publication.ts'
import { compareVersions } from '../../shared/registry/versions.ts'
import type { Failure } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { placesInText } from '../output/places.ts'
import { Configs } from '../plan/configs.ts'
import { descriptorProblems, type ReadDescriptor, readDescriptors, registryOf } from '../plan/read-descriptors.ts'
import { neededBy } from './needs.ts'
import {
  changeRegistry,
  readFolderIndex,
  versionInFolder,
  type WriteSite,
  writePages,
  writeToFolder,
} from './registry-folder.ts'

/** The options of `recline descriptors publish`. */
export interface PublishOptions {
  readonly builtIn?: true
  readonly check?: true
}

/** Adds descriptors to a registry that is a folder, all or none of them, and says what it did. */
export async function publish(
  folder: string,
  paths: readonly string[],
  options: PublishOptions,
  writeSite: WriteSite,
): Promise<void> {
  const publishHere = (): Promise<void> => publishInto(folder, paths, options, writeSite)
  const failed = await (options.check ? publishHere() : changeRegistry(folder, publishHere))
  if (failed) endPublishing(ExitCode.CouldNotRun, [failed])
}

async function publishInto(
  folder: string,
  paths: readonly string[],
  options: PublishOptions,
  writeSite: WriteSite,
): Promise<void> {
  const found = await publicationsOf(folder, paths, options)
  const read = await readFolderIndex(folder)
  if ('failure' in read) return endPublishing(ExitCode.CouldNotRun, [...found.failures, read])
  if (found.failures.length > 0) return endPublishing(ExitCode.CouldNotRun, found.failures)
  const { refusals, files, after, isMended, sentences } = await publishingPlan(folder, read.index, found)
  if (refusals.length > 0) return endPublishing(ExitCode.Errors, refusals)
  if ((files.size > 0 || isMended) && !options.check) {
    const failed = (await writeToFolder(folder, files, read, after)) ?? (await writePages(folder, after, writeSite))
    if (failed) return endPublishing(ExitCode.CouldNotRun, [failed])
  }
  for (const sentence of sentences(options.check === true)) host.stdout.write(`${oneLine(sentence)}\n`)
  host.exitCode = isMended && options.check ? ExitCode.Errors : ExitCode.Clean
}

function endPublishing(code: number, failures: readonly Failure[]): void {
  for (const { failure } of failures) complain(failure)
  host.exitCode = code
}

/** What is to be published, what cannot be, and what could not be read. */
interface FoundPublications {
  readonly publications: readonly Publication[]
  readonly refusals: readonly Failure[]
  readonly failures: readonly Failure[]
}

async function publicationsOf(
  folder: string,
  paths: readonly string[],
  { builtIn }: PublishOptions,
): Promise<FoundPublications> {
  const builtIns = builtIn
    ? [...builtinDescriptors, ...practiceDescriptors].map(descriptor => ({
        descriptor,
        text: descriptorText(descriptor),
      }))
    : []
  if (builtIn && paths.length === 0) return { publications: builtIns, refusals: [], failures: [] }
  const { read, failures } = await readDescriptors(paths.length > 0 ? paths : ['.'])
  const isOwn = ({ name }: ReadDescriptor): boolean => !isInstalled(name) && !isNameBelow(name, folder)
  const own = read.filter(isOwn)
  const all = [...own, ...(await othersNeeded(folder, read, own))]
  const problems = descriptorProblems(all, registryOf(all)).filter(([descriptor]) => own.includes(descriptor))
  const refusals = problems.flatMap(([{ name, text }, found]) => {
    const placeOf = placesInText(
      text,
      found.map(({ start }) => start),
    )
    return found
      .filter(({ severity }) => severity !== 'information')
      .map(({ message, start }) => {
        const { line, column } = placeOf(start)
        return { failure: `${name}:${line}:${column}: ${message}` }
      })
  })
  const reserved = own.flatMap(({ name, file }) =>
    file.descriptor?.domain.startsWith('core.')
      ? {
          failure: `${name}: The namespace core is for the domains that come with Recline; "--built-in" publishes them.`,
        }
      : [],
  )
  return {
    publications: [
      ...builtIns,
      ...own.flatMap(({ text, file: { descriptor } }) => (descriptor ? { descriptor, text } : [])),
    ],
    refusals: [...reserved, ...refusals],
    failures:
      own.length === 0 && failures.length === 0 ? [{ failure: 'There is no descriptor to publish.' }] : failures,
  }
}

/** What descriptors need and is in none of them: it counts here, or the registry has it. */
async function othersNeeded(
  folder: string,
  read: readonly ReadDescriptor[],
  own: readonly ReadDescriptor[],
): Promise<ReadDescriptor[]> {
  const configs = new Configs()
  await configs.settingsOf({ file: 'any.rec', path: undefined })
  const here = await configs.descriptors()
  const known = new Set(read.map(({ name }) => resolve(name)))
  const others = await readDescriptors(here.paths.filter(path => !known.has(resolve(path))))
  const domains = new Set(own.map(({ file }) => file.descriptor?.domain))
  const found = [...read, ...others.read].filter(
    one => !own.includes(one) && one.file.descriptor && !domains.has(one.file.descriptor.domain),
  )
  for (const { file } of found) domains.add(file.descriptor!.domain)
  const index = await readFolderIndex(folder)
  const waiting = [...own, ...found].flatMap(({ file }) => (file.descriptor ? neededBy(file.descriptor) : []))
  for (const domain of waiting) {
    const entry = 'failure' in index || domains.has(domain) ? undefined : domainInIndex(index.index, domain)
    const text = entry && (await versionInFolder(folder, domain, entry.version))
    if (typeof text !== 'string') continue
    domains.add(domain)
    const name = printed(join(folder, pathInRegistry(domain, entry!.version)))
    const file = readDescriptorFile(text)
    found.push({ name, source: { file: name, path: name }, text, file })
    if (file.descriptor) waiting.push(...neededBy(file.descriptor))
  }
  return found
}

const isInstalled = (name: string): boolean => `/${name}`.includes(`/${installedFolder}/`)

const isNameBelow = (name: string, folder: string): boolean => {
  const top = printed(folder)
  return top !== '.' && name.startsWith(`${top}/`)
}

/** What publishing does, if nothing speaks against it. */
interface Publishing {
  readonly refusals: readonly Failure[]
  /** The new files, by their paths in the registry. */
  readonly files: ReadonlyMap<string, string>
  readonly after: RegistryIndex
  /** Whether the index lacks a version that has its file, or has another hash of it. */
  readonly isMended: boolean
  sentences(isCheck: boolean): string[]
}

async function publishingPlan(
  folder: string,
  index: RegistryIndex,
  { publications, refusals }: FoundPublications,
): Promise<Publishing> {
  const against: Failure[] = [...refusals]
  const files = new Map<string, string>()
  const date = new Date().toISOString()
  let after = index
  const added: string[] = []
  const mended: string[] = []
  const kept: string[] = []
  for (const publication of publications) {
    const { domain, version } = publication.descriptor
    const path = pathInRegistry(domain, version)
    const published = await versionInFolder(folder, domain, version)
    if (typeof published === 'object') against.push(published)
    else {
      const text = registryText(publication.text)
      const reason =
        whyNotPublished(after, { ...publication, text }, published) ??
        (published === undefined ? await whyItDoesNotFollow(folder, after, publication, publications) : undefined)
      if (reason !== undefined) against.push({ failure: reason })
      else if (published !== undefined && isIndexed(after, domain, version, published))
        kept.push(`${domain} ${version} is already in ${printed(join(folder, path))}.`)
      else {
        if (published === undefined) files.set(path, text)
        else mended.push(`${domain} ${version}`)
        after = withVersion(after, { ...publication, text: published ?? text }, date)
        if (published === undefined) added.push(`${domain} ${version}`)
      }
    }
  }
  const sentences = (isCheck: boolean): string[] => [
    ...added.map(what => `${isCheck ? 'Can publish' : 'Published'} ${what}.`),
    ...mended.map(
      what =>
        `${what} has its file, and ${isCheck ? 'not its entry' : 'got its entry, which was missing or wrong'} in ${indexFileName}.`,
    ),
    ...kept,
  ]
  return { refusals: against, files, after, isMended: mended.length > 0, sentences }
}

/** Why a version cannot follow the one before it in the registry, as a sentence; undefined if it can. */
async function whyItDoesNotFollow(
  folder: string,
  index: RegistryIndex,
  { descriptor }: Publication,
  publications: readonly Publication[],
): Promise<string | undefined> {
  const { domain, version, allowedChanges } = descriptor
  const known = domainInIndex(index, domain)
  const before = known && versionsInIndex(known).filter(one => compareVersions(one.version, version) < 0)
  const last = before?.sort((one, other) => compareVersions(one.version, other.version)).at(-1)
  const text = last && (await versionInFolder(folder, domain, last.version))
  // A version that is published in the same run is not in the folder yet.
  const old = typeof text === 'string' ? readDescriptorFile(text).descriptor : undefined
  if (!old) return undefined
  const others = publications.map(one => one.descriptor).filter(one => one.domain !== domain)
  const resolved = (own: Descriptor): Descriptor =>
    createRegistry(withBuiltIn([...others, own])).domains.get(domain)!.descriptor
  const { changes } = withoutAllowed(domainChanges(resolved(old), resolved(descriptor)), allowedChanges)
  return whyVersionDoesNotFit(domain, old.version, version, changes)
}

/** The text of a file as a registry has it: with `\n` at the end of each line, and without a byte order mark. */
function registryText(text: string): string {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  return lines.endsWith('\n') ? lines : `${lines}\n`
}
