import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { domainInIndex, indexFileName, isYanked, versionsInIndex } from '../../shared/registry/index-file.ts'
import { withYanked } from '../../shared/registry/publication.ts'
import { printed } from '../files/paths.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import {
  changeRegistry,
  isRegistry,
  readFolderIndex,
  versionInFolder,
  type WriteSite,
  writePages,
  writeToFolder,
} from './registry-folder.ts'

/** Marks a version in a registry that is a folder, such as `acme.fleet@1.2`. */
export async function yank(folder: string, name: string, notice: string, writeSite: WriteSite): Promise<void> {
  const done = await (isRegistry(folder)
    ? changeRegistry(folder, () => yankIn(folder, name, notice, writeSite))
    : yankIn(folder, name, notice, writeSite))
  const failure = typeof done === 'object' ? done.failure : done
  if (failure === undefined) {
    host.stdout.write(`${oneLine(name)} is yanked: whoever has it keeps it, and nobody gets it anew.\n`)
    host.exitCode = ExitCode.Clean
  } else {
    complain(failure)
    host.exitCode = ExitCode.CouldNotRun
  }
}

/** @returns why it could not be done */
async function yankIn(folder: string, name: string, notice: string, writeSite: WriteSite): Promise<string | undefined> {
  const [domain = '', version = ''] = name.split('@')
  if (version === '') return `"${name}" names no version; write it as ${domain}@1.2.`
  if (notice.trim() === '') return 'The notice is empty; say why nobody should use the version.'
  if (!isRegistry(folder)) return `${printed(folder)} is no registry: it has no ${indexFileName}.`
  const read = await readFolderIndex(folder)
  if ('failure' in read) return read.failure
  const { index } = read
  const entry = domainInIndex(index, domain)
  if (!entry) {
    const ids = Object.values(index.namespaces).flatMap(({ domains }) => domains.map(({ id }) => id))
    const [meant] = nearest(domain, ids)
    return `The registry has no domain ${domain}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
  }
  const versions = versionsInIndex(entry)
  if (!versions.some(one => one.version === version))
    return `The registry has no version "${version}" of ${domain}; it has ${versions.map(one => one.version).join(', ')}.`
  const highest = versions.find(one => one.version !== version && !isYanked(one))
  const text = highest && (await versionInFolder(folder, domain, highest.version))
  if (typeof text === 'object') return text.failure
  const descriptor = text === undefined ? undefined : readDescriptorFile(text).descriptor
  const after = withYanked(index, { domain, version, notice }, descriptor, new Date().toISOString())
  const failed = (await writeToFolder(folder, new Map(), read, after)) ?? (await writePages(folder, after, writeSite))
  return failed?.failure
}
