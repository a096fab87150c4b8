import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import {
  domainInIndex,
  emptyIndex,
  indexFileName,
  indexText,
  isDomainPath,
  pathInRegistry,
  type RegistryIndex,
  readIndex,
} from '../../shared/registry/index-file.ts'
import { parseVersion } from '../../shared/registry/versions.ts'
import { exclusively } from '../files/exclusive.ts'
import { type Failure, reasonOf } from '../files/failure.ts'
import { leadsOut, writesNoLink } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { readRegularFile } from '../files/read-text.ts'
import { replaceWhole } from '../files/write-pieces.ts'

/** Whether a folder is that of a registry. */
export const isRegistry = (folder: string): boolean => existsSync(join(folder, indexFileName))

/** The index of a registry, as it was read. */
export interface FolderIndex {
  readonly index: RegistryIndex
  /** Its text; undefined if there is none. */
  readonly text: string | undefined
}

/** Reads the index of a registry that is a folder. A folder that has none, or does not exist, is empty. */
export async function readFolderIndex(folder: string): Promise<FolderIndex | Failure> {
  const path = join(folder, indexFileName)
  if (!existsSync(path)) return { index: emptyIndex, text: undefined }
  const read = await readRegularFile(printed(path), path)
  if ('failure' in read) return read
  const found = readIndex(read.text)
  if ('reason' in found) return { failure: `${printed(path)} is no index of a registry: ${found.reason}.` }
  return { index: found.index, text: read.text }
}

/**
 * Reads and changes a registry that is a folder, while no other run changes it.
 *
 * @returns what the work returns, or a failure if another run does not end
 */
export async function changeRegistry<Result>(folder: string, work: () => Promise<Result>): Promise<Result | Failure> {
  const path = join(folder, indexFileName)
  try {
    return await exclusively(path, work)
  } catch (error) {
    return { failure: `${printed(path)} could not be changed: ${reasonOf(error)}.` }
  }
}

/** The text of a version of a domain in a registry that is a folder; undefined if it does not have it. */
export async function versionInFolder(
  folder: string,
  domain: string,
  version: string,
): Promise<string | Failure | undefined> {
  const path = join(folder, pathInRegistry(domain, version))
  if (!isDomainPath(domain) || !parseVersion(version) || !existsSync(path)) return undefined
  const read = await readRegularFile(printed(path), path)
  return 'failure' in read ? read : read.text
}

/**
 * Writes files of a registry, the index last, so that it never names a file that is missing.
 *
 * @param before the index as it was read; if another program has changed it since, nothing is written
 */
export async function writeToFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  before: FolderIndex,
  index: RegistryIndex,
): Promise<Failure | undefined> {
  const now = await readFolderIndex(folder)
  if ('failure' in now) return now
  if (now.text !== before.text)
    return {
      failure: `${printed(join(folder, indexFileName))} was changed by another program, so nothing was written; run the command again.`,
    }
  for (const [file, text] of [...files, [indexFileName, indexText(index)] as const]) {
    const path = join(folder, file)
    try {
      if (await leadsOut(path, folder)) return writesNoLink(printed(path))
      await replaceWhole(path, to => writeFile(to, text))
    } catch (error) {
      return { failure: `${printed(path)} could not be written: ${reasonOf(error)}.` }
    }
  }
  return undefined
}

/** Writes the reference site of the domains of a registry into a folder. */
export type WriteSite = (folder: string, registry: Registry) => Promise<Failure | object>

/** Writes the pages for people: the newest versions of all domains of a registry. */
export async function writePages(
  folder: string,
  index: RegistryIndex,
  writeSite: WriteSite,
): Promise<Failure | undefined> {
  const descriptors: Descriptor[] = []
  for (const [domain, { version }] of indexedEntries(index)) {
    const text = await versionInFolder(folder, domain, version)
    if (typeof text !== 'string') continue
    const { descriptor } = readDescriptorFile(text)
    if (descriptor) descriptors.push(descriptor)
  }
  // The built-in domains are there to be extended, and have no pages unless the registry has them.
  const registry = createRegistry(withBuiltIn(descriptors))
  const published = new Map(
    descriptors.flatMap(({ domain }) => {
      const found = registry.domains.get(domain)
      return found ? [[domain, found] as const] : []
    }),
  )
  const sorted = new Map([...published].sort(([one], [other]) => (one < other ? -1 : 1)))
  const written = await writeSite(folder, { ...registry, domains: sorted })
  return 'failure' in written ? written : undefined
}

const indexedEntries = (index: RegistryIndex) =>
  Object.values(index.namespaces).flatMap(({ domains }) =>
    domains.flatMap(({ id }) => {
      const entry = domainInIndex(index, id)
      return entry ? [[id, entry] as const] : []
    }),
  )
