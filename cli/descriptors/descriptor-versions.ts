import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { localize } from '../../shared/domains/localize.ts'
import { withBuiltIn } from '../../shared/domains/practice.ts'
import { createRegistry, type Registry } from '../../shared/domains/registry.ts'
import { domainInIndex, isYanked, pathInRegistry, versionsInIndex } from '../../shared/registry/index-file.ts'
import { readVersionNamed } from '../diff/versions.ts'
import type { Failure } from '../files/failure.ts'
import { isFileAt } from '../files/paths.ts'
import type { DescriptorVersions } from '../plan/configs.ts'
import { descriptorProblems, type ReadDescriptor, readDescriptors } from '../plan/read-descriptors.ts'
import { isRegistry, readFolderIndex, versionInFolder } from '../registry/registry-folder.ts'

/** A version of some domains: their files by the paths of the domains. */
export type DescriptorVersion = ReadonlyMap<string, ReadDescriptor>

/**
 * Reads a version of domains.
 *
 * @param name a file, a folder with `.domain.json` files, the folder of a registry, which has the newest versions, or
 *   `REV:path` for a file or folder of a git revision
 * @returns a failure if there is none, or if a file is not JSON or names no domain
 */
export async function readDescriptorVersion(name: string): Promise<DescriptorVersion | Failure> {
  const found = await stat(name).catch(() => undefined)
  const readThere = found?.isDirectory() ? readFolder : readNamed
  const read = await (isRegistry(name) ? readRegistry(name) : readThere(name))
  if ('failure' in read) return read
  const version = new Map<string, ReadDescriptor>()
  for (const descriptor of read) {
    const { domain } = descriptor.file.descriptor ?? {}
    if (domain === undefined)
      return {
        failure: localize('{file} is not a descriptor; "recline descriptors check" lists its problems.', {
          file: descriptor.name,
        }),
      }
    const other = version.get(domain)
    if (other) return definedTwice(domain, descriptor.name, other.name)
    version.set(domain, descriptor)
  }
  return version
}

/**
 * Two versions of domains, as a plan on records knows them: the new one is in force. If its files are not here, as
 * those of a git revision, the old one is.
 */
export function versionsForPlan(old: DescriptorVersion, now: DescriptorVersion): DescriptorVersions {
  const [before, after] = [old, now].map(version => [...version.values()].flatMap(fileOfDescriptor)) as [
    string[],
    string[],
  ]
  return { paths: [...before, ...after], inForce: after.length > 0 ? after : before }
}

/** The path of the file of a descriptor, if it is one of the disk. */
const fileOfDescriptor = ({ name, source }: ReadDescriptor): string | [] => source.path ?? (isFileAt(name) ? name : [])

/** The newest version of each domain of a registry that is not yanked. */
async function readRegistry(folder: string): Promise<ReadDescriptor[] | Failure> {
  const read = await readFolderIndex(folder)
  if ('failure' in read) return read
  const descriptors: ReadDescriptor[] = []
  for (const { id } of Object.values(read.index.namespaces).flatMap(({ domains }) => domains)) {
    const newest = versionsInIndex(domainInIndex(read.index, id)!).find(one => !isYanked(one))
    if (!newest) continue
    const text = await versionInFolder(folder, id, newest.version)
    if (typeof text === 'object') return text
    const path = join(folder, pathInRegistry(id, newest.version))
    if (text === undefined)
      return {
        failure: localize('{folder} lists {version}, and has no file {file}.', {
          folder,
          version: `${id} ${newest.version}`,
          file: path,
        }),
      }
    descriptors.push({ name: path, source: { file: path, path }, text, file: readDescriptorFile(text) })
  }
  return descriptors
}

async function readFolder(name: string): Promise<ReadDescriptor[] | Failure> {
  const { read, failures } = await readDescriptors([name])
  return failures[0] ?? read
}

async function readNamed(name: string): Promise<ReadDescriptor[] | Failure> {
  const version = await readVersionNamed(name, [], undefined, file => file.endsWith('.domain.json'))
  if ('failure' in version) return version
  return [...version.files].map(([file, text]) => ({
    // A file of a revision is called as the user did.
    name: version.isOneFile ? name : `${name.replace(/\/?$/, '/')}${file}`,
    source: { file: basename(file), path: undefined },
    text,
    file: readDescriptorFile(text),
  }))
}

/**
 * The registry of a version, in which a domain that only the other version has counts too, so that what extends or
 * names it is understood.
 *
 * @param others the user's other descriptors
 * @returns a failure if a descriptor has an error, because parts of it do not count then
 */
export function registryOfVersion(
  version: DescriptorVersion,
  other: DescriptorVersion,
  others: readonly Descriptor[],
): Registry | Failure {
  const own = [...version.values()]
  const more = [...other.values()].flatMap(({ file }) => file.descriptor ?? [])
  const missing = [...others, ...more].filter(({ domain }) => !version.has(domain))
  const registry = createRegistry(withBuiltIn([...missing, ...own.flatMap(({ file }) => file.descriptor ?? [])]))
  for (const [{ name }, problems] of descriptorProblems(own, registry)) {
    const error = problems.find(({ severity }) => severity === 'error')
    if (error)
      return {
        failure: localize('{file} cannot be compared, because it has an error: {problem}', {
          file: name,
          problem: error.message,
        }),
      }
  }
  return registry
}

/** That two files define the same domain. */
export const definedTwice = (domain: string, file: string, other: string): Failure => ({
  failure: localize('{file} and {other} both define {domain}; name one of them.', { file, other, domain }),
})
