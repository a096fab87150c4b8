import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../shared/config/config.ts'
import type { ConfigFile } from '../../shared/config/config-file.ts'
import { localize } from '../../shared/domains/localize.ts'
import { isDomainPath } from '../../shared/registry/index-file.ts'
import {
  type InstallationProblem,
  type InstalledFile,
  installationProblems,
  versionOfFile,
} from '../../shared/registry/installation.ts'
import { installedFolder, installedPath, type Lock, lockFileName, readLock } from '../../shared/registry/lock.ts'
import type { Failure } from '../files/failure.ts'
import { leadsOut } from '../files/leads-out.ts'
import { printed } from '../files/paths.ts'
import { readRegularFile } from '../files/read-text.ts'
import { placesInText } from '../output/places.ts'

/** The descriptors that a folder got from elsewhere. */
export interface Installed {
  /** The paths of the files that count. */
  readonly paths: string[]
  readonly lock: Lock | undefined
  readonly problems: readonly InstallationProblem[]
}

/** Whether a folder may have descriptors from elsewhere. */
export const mayHaveInstalled = (folder: string, { dependencies }: Config): boolean =>
  Object.keys(dependencies).length > 0 ||
  existsSync(join(folder, lockFileName)) ||
  existsSync(join(folder, installedFolder))

/** Reads the lock of a folder and compares it with its files. Uses no network. */
export async function readInstalled(
  folder: string,
  { dependencies }: Pick<Config, 'dependencies'>,
): Promise<Installed> {
  const read = await readIn(folder, lockFileName)
  const lock = typeof read === 'string' ? readLock(read) : read && { reason: read.failure.replace(/\.$/, '') }
  const found = new Map<string, InstalledFile>()
  const unread: InstallationProblem[] = []
  const known = lock && !('reason' in lock) ? lock : undefined
  for (const domain of Object.keys(known?.domains ?? {})) {
    const text = await readIn(folder, installedPath(domain))
    if (typeof text === 'string') found.set(domain, { hash: quickHash(text), version: versionOfFile(text) })
    else if (text) unread.push({ domain, message: `${text.failure.replace(/\.$/, '')}.` })
  }
  const compared = installationProblems({
    dependencies,
    lock,
    fileOf: domain => found.get(domain),
    files: domainsIn(join(folder, installedFolder)),
  })
  const problems = [...compared.filter(({ domain }) => !unread.some(one => one.domain === domain)), ...unread]
  return { paths: [...found.keys()].map(domain => join(folder, installedPath(domain))), lock: known, problems }
}

/** The problems of the descriptors from elsewhere, each at its place in the configuration. */
export function installedFailures(
  { problems }: Installed,
  name: string,
  text: string,
  { dependencies }: ConfigFile,
): Failure[] {
  const offsets = problems.map(
    ({ domain }) => dependencies.find(one => one.domain.value === domain)?.domain.offset ?? 0,
  )
  const placeOf = placesInText(text, offsets)
  return problems.map(({ message }, index) => {
    const { line, column } = placeOf(offsets[index]!)
    return { failure: `${name}:${line}:${column}: ${message}` }
  })
}

/** `hashOfFile`, by the library of Node: a check with many descriptors should not wait for it. */
const quickHash = (text: string): string =>
  `sha256:${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')}`

/** A file of a folder; undefined if there is none. A link that leads out of the folder is not followed. */
export async function readIn(folder: string, file: string): Promise<string | Failure | undefined> {
  const path = join(folder, file)
  if (!existsSync(path)) return undefined
  if (await leadsOut(path, folder))
    return { failure: localize('{file} is a link that leads out of its folder.', { file: printed(path) }) }
  const read = await readRegularFile(printed(path), path)
  return 'failure' in read ? read : read.text
}

function domainsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.domain.json'))
      .map(name => name.slice(0, -'.domain.json'.length))
      .filter(isDomainPath)
  } catch {
    return []
  }
}
