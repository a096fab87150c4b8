import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { counted } from '../../shared/basics/text.ts'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { hashOfFile } from '../../shared/registry/hash.ts'
import {
  hasReservedName,
  type IndexedDomain,
  type IndexedVersion,
  indexFileName,
  isDomainPath,
  isYanked,
  namespaceOf,
  pathInRegistry,
  versionsInIndex,
} from '../../shared/registry/index-file.ts'
import { compareVersions, parseVersion } from '../../shared/registry/versions.ts'
import { printed } from '../files/paths.ts'
import { search } from '../files/search.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { readFolderIndex, versionInFolder } from './registry-folder.ts'

/** Compares the index of a registry that is a folder with its files, and prints what differs. */
export async function verifyRegistry(folder: string): Promise<void> {
  host.exitCode = ExitCode.CouldNotRun
  const path = join(folder, indexFileName)
  if (!existsSync(path)) return complain(`${printed(folder)} is no registry: it has no ${indexFileName}.`)
  const read = await readFolderIndex(folder)
  if ('failure' in read) return complain(read.failure)
  const domains = Object.entries(read.index.namespaces).flatMap(([name, { domains }]) =>
    domains.map(domain => ({ name, domain })),
  )
  const listed = new Set<string>()
  const problems: string[] = []
  for (const { name, domain } of domains) {
    if (!isDomainPath(domain.id) || namespaceOf(domain.id) !== name) {
      problems.push(`"${domain.id}" is no domain of the namespace ${name}`)
      continue
    }
    problems.push(...problemsOfDomain(domain))
    for (const version of versionsInIndex(domain)) {
      listed.add(pathInRegistry(domain.id, version.version))
      problems.push(...(await problemsOfVersion(folder, domain.id, version)))
    }
  }
  problems.push(...(await unlisted(folder, listed)))
  for (const problem of problems) complain(`${printed(path)}: ${problem}.`)
  host.exitCode = problems.length > 0 ? ExitCode.Errors : ExitCode.Clean
  if (problems.length === 0)
    host.stdout.write(`${oneLine(`${counted(listed.size, 'version')} compared with ${printed(path)}: no problems.`)}\n`)
}

function problemsOfDomain(domain: IndexedDomain): string[] {
  const versions = versionsInIndex(domain)
  const problems = versions.flatMap(({ version }, index) => {
    const other = versions[index + 1]
    return other && compareVersions(version, other.version) === 0
      ? [`${domain.id} ${version} and ${other.version} are the same version`]
      : []
  })
  const newest = versions.find(one => !isYanked(one))
  if (newest && newest.version !== domain.version)
    problems.push(`${domain.id} says that ${domain.version} is the newest version, and it is ${newest.version}`)
  if (hasReservedName(domain.id)) problems.push(`${domain.id} has a name that Windows reserves for devices`)
  return problems
}

async function problemsOfVersion(folder: string, domain: string, { version, hash }: IndexedVersion): Promise<string[]> {
  const path = pathInRegistry(domain, version)
  const text = await versionInFolder(folder, domain, version)
  if (text === undefined) return [`${domain} ${version} has no file ${path}`]
  if (typeof text === 'object') return [text.failure.replace(/\.$/, '')]
  if (typeof hash === 'string' && hash !== hashOfFile(text))
    return [
      `${path} is not the file whose hash is in the index; publish ${domain} ${version} again, or restore the file`,
    ]
  const { descriptor } = readDescriptorFile(text)
  return descriptor?.domain === domain && descriptor.version === version
    ? []
    : [`${path} is no descriptor of ${domain} ${version}`]
}

/** The files of versions that the index does not list. */
async function unlisted(folder: string, listed: ReadonlySet<string>): Promise<string[]> {
  const { files } = await search(['*/*/*.json'], folder)
  return files
    .map(file => relative(folder, file).split(sep).join('/'))
    .filter(path => {
      const [namespace, name, file] = path.split('/') as [string, string, string]
      const version = file.slice(0, -'.json'.length)
      return isDomainPath(`${namespace}.${name}`) && parseVersion(version) !== undefined && !listed.has(path)
    })
    .map(path => `${path} is not listed; publish it again`)
}
