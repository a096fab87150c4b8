import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import {
  domainInIndex,
  type IndexedVersion,
  indexFileName,
  isDomainPath,
  isYanked,
  pathInRegistry,
  readIndex,
  versionsInIndex,
} from '../../shared/registry/index-file.ts'
import type { KnownVersions } from '../../shared/registry/known-versions.ts'
import type { DescriptorSource } from '../../shared/registry/source.ts'
import type { Failure } from '../files/failure.ts'
import { readRegularFile } from '../files/read-text.ts'
import { type FetchedFiles, mostOfDescriptor } from './fetched-files.ts'
import { getText } from './web.ts'

/** A place that descriptors come from. */
export interface Origin {
  /** The versions of a domain, the highest first; none if the place does not have it. */
  versionsOf(domain: string): readonly IndexedVersion[]
  /** The domains that it has. */
  readonly domains: readonly string[]
  /** The text of a version of a domain that it has, and where exactly that is. */
  read(domain: string, version: string): Promise<{ readonly text: string; readonly resolved: string } | Failure>
}

/** The versions of a domain that an origin has, as they are kept for later. */
export const knownVersionsOf = (origin: Origin, domain: string): KnownVersions[string]['domains'][string] =>
  origin
    .versionsOf(domain)
    .map(one => ({ version: one.version, ...(isYanked(one) && { yanked: one.notice ?? 'no reason is given' }) }))

/** Gives a file of a place; undefined if the place does not have it. */
type ReadOriginFile = (path: string, most: number) => Promise<string | Failure | undefined>

const megabyte = 2 ** 20
/** How large an index may be, in bytes. */
const mostOfIndex = 10 * megabyte

/**
 * Opens the place that a source names. Only this and the origin that it gives use the network.
 *
 * @param folder the folder of the configuration, which paths are relative to
 * @param milliseconds how long each download may take
 */
export async function openOrigin(
  source: DescriptorSource,
  folder: string,
  milliseconds: number,
): Promise<Origin | Failure> {
  const { at } = source
  if (source.kind === 'folder') return folderOrigin(at, folder)
  if (source.kind === 'web')
    return registryOrigin(
      at,
      (path, bytes) => getText(`${at}/${path}`, { bytes, milliseconds }),
      path => `${at}/${path}`,
    )
  const fetched =
    source.kind === 'npm'
      ? await (await import('./npm-package.ts')).fetchPackage(at, folder, milliseconds)
      : await (await import('./git-repository.ts')).fetchRepository(source, milliseconds)
  return 'failure' in fetched ? fetched : filesOrigin(fetched)
}

async function folderOrigin(at: string, folder: string): Promise<Origin | Failure> {
  const top = resolve(folder, at)
  if (!existsSync(top))
    return { failure: `There is no folder ${at}; it counts from the folder of recline.json, and leads to ${top}.` }
  const read: ReadOriginFile = async (path, most) => {
    const file = join(top, path)
    if (!existsSync(file)) return undefined
    const { size } = await stat(file)
    if (size > most) return { failure: `${at}/${path} is larger than ${most / megabyte} MB, which is the limit.` }
    const found = await readRegularFile(`${at}/${path}`, file)
    return 'failure' in found ? found : found.text
  }
  return registryOrigin(at, read, path => `${at.replace(/[\\/]+$/, '')}/${path}`)
}

/** A place with an index. */
async function registryOrigin(
  name: string,
  read: ReadOriginFile,
  resolvedOf: (path: string) => string,
): Promise<Origin | Failure> {
  const text = await read(indexFileName, mostOfIndex)
  if (text === undefined) return { failure: `${name} is no registry: it has no ${indexFileName}.` }
  if (typeof text === 'object') return text
  const found = readIndex(text)
  if ('reason' in found) return { failure: `The ${indexFileName} of ${name} cannot be read: ${found.reason}.` }
  const { index } = found
  const domains = Object.values(index.namespaces)
    .flatMap(namespace => namespace.domains.map(({ id }) => id))
    .filter(isDomainPath)
  return {
    domains,
    versionsOf: domain => {
      const entry = domains.includes(domain) ? domainInIndex(index, domain) : undefined
      return entry ? versionsInIndex(entry) : []
    },
    read: async (domain, version) => {
      const path = pathInRegistry(domain, version)
      const text = await read(path, mostOfDescriptor)
      if (text === undefined) return { failure: `${name} lists ${domain} ${version}, and has no file ${path}.` }
      return typeof text === 'object' ? text : { text, resolved: resolvedOf(path) }
    },
  }
}

/** The descriptors in the files of a package or repository: those of its registry, if it is one. */
async function filesOrigin({ files, resolved }: FetchedFiles): Promise<Origin | Failure> {
  if (files.has(indexFileName)) {
    const registry = await registryOrigin(
      resolved,
      async path => files.get(path),
      () => resolved,
    )
    if (!('failure' in registry)) return registry
  }
  const found = new Map<string, { readonly version: string; readonly text: string }>()
  for (const [path, text] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (!path.endsWith('.domain.json')) continue
    const { descriptor } = readDescriptorFile(text)
    if (!descriptor || !isDomainPath(descriptor.domain)) continue
    if (found.has(descriptor.domain))
      return { failure: `${resolved} has two descriptors of ${descriptor.domain}; it must have one.` }
    found.set(descriptor.domain, { version: descriptor.version, text })
  }
  return {
    domains: [...found.keys()],
    versionsOf: domain => [found.get(domain) ?? []].flat().map(({ version }) => ({ version })),
    read: async domain => ({ text: found.get(domain)!.text, resolved }),
  }
}
