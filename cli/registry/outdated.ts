import { type KnownVersions, knownVersionsFile, readKnownVersions } from '../../shared/registry/known-versions.ts'
import { emptyLock } from '../../shared/registry/lock.ts'
import { isAllowedBy, notAllowedBy, parseSource, placeOfSource } from '../../shared/registry/source.ts'
import { compareVersions } from '../../shared/registry/versions.ts'
import type { Failure } from '../files/failure.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { installedFailures, readInstalled } from '../plan/installed.ts'
import { runInFolder, textInFolder } from './configured-folder.ts'
import { knownVersionsOf, openOrigin } from './origin.ts'

/**
 * Lists the domains that have a newer version, by what is known without the network. What is not known is said, and the
 * exit code is 2.
 */
export const outdated = (): Promise<void> =>
  runInFolder(async here => {
    const installed = await readInstalled(here.folder, here)
    const failures = installedFailures(installed, here.name, here.text, here.file)
    const known = readKnownVersions(await textInFolder(here.folder, knownVersionsFile))
    /** When the places were asked that no message names. */
    const asked = new Set<string>()
    const sentences: string[] = []
    let isOutdated = false
    for (const [domain, { version, source }] of Object.entries((installed.lock ?? emptyLock).domains)) {
      const found = await versionsAt(source, domain, here.folder, known)
      if ('failure' in found) {
        failures.push(found)
        continue
      }
      const { versions, asOf } = found
      const newer = versions.filter(one => one.yanked === undefined && compareVersions(one.version, version) > 0)
      const yanked = versions.find(one => one.version === version)?.yanked
      if (newer.length === 0 && yanked === undefined) {
        if (asOf !== undefined) asked.add(`${placeOfSource(source)} as of ${asOf}`)
        continue
      }
      isOutdated = true
      const allowed = newer.find(one => isAllowedBy(source, one.version))
      const parts = [
        ...(yanked === undefined ? [] : [`${version} is yanked: ${yanked}`]),
        ...(newer.length > 0 ? [`${newer[0]!.version} is the newest`] : []),
        ...(allowed ? [`"recline descriptors update ${domain}" gets ${allowed.version}`] : []),
        ...(newer.length > 0 && !allowed ? [notAllowedBy(source, Object.hasOwn(here.dependencies, domain))] : []),
      ]
      sentences.push(
        `${domain} ${version}: ${parts.join('; ')}${asOf === undefined ? '' : ` (as of ${asOf}; ${askAgain})`}`,
      )
    }
    if (isOutdated) host.exitCode = ExitCode.Errors
    else if (failures.length === 0)
      sentences.push(`No newer version is known${asked.size > 0 ? ` (${[...asked].join(', ')}; ${askAgain})` : ''}.`)
    for (const { failure } of failures) complain(failure)
    if (failures.length > 0) host.exitCode = ExitCode.CouldNotRun
    return { sentences }
  })

const askAgain = '"recline descriptors update --dry-run" asks again'

interface VersionsAt {
  readonly versions: KnownVersions[string]['domains'][string]
  /** When the place was asked; undefined if it was asked now. */
  readonly asOf?: string
}

/** The versions at the source of a domain: of a folder the present ones, else those when the place was last asked. */
async function versionsAt(
  source: string,
  domain: string,
  folder: string,
  known: KnownVersions,
): Promise<VersionsAt | Failure> {
  const read = parseSource(source)
  if ('kind' in read && read.kind === 'folder') {
    const origin = await openOrigin(read, folder, 0)
    return 'failure' in origin ? origin : { versions: knownVersionsOf(origin, domain) }
  }
  const name = placeOfSource(source)
  const place = Object.hasOwn(known, name) ? known[name] : undefined
  const versions = place && Object.hasOwn(place.domains, domain) ? place.domains[domain] : undefined
  if (!place || !versions)
    return {
      failure: `${knownVersionsFile} does not say which versions of ${domain} ${name} has; "recline descriptors update" asks.`,
    }
  return { versions, asOf: place.asOf }
}
