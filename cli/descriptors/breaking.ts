import { stat } from 'node:fs/promises'
import type { Command } from 'commander'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { BrokenCounts } from '../../shared/evolution/broken-counts.ts'
import { type Affected, placedChanges } from '../../shared/evolution/placed-changes.ts'
import type { Failure } from '../files/failure.ts'
import { complain } from '../output/exit.ts'
import { allAtOnce, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { type FormatName, formats } from '../output/formats/index.ts'
import { placesInText, spanBetween } from '../output/places.ts'
import { report, reportOptions } from '../output/report.ts'
import { planRun, readPlanned } from '../plan/plan.ts'
import { targetOfRun } from '../plan/targets.ts'
import type { ComparedDomains } from './compared-domains.ts'
import { type ComparedDomain, compareDomains, ofRegistry } from './compared-domains.ts'
import { type DescriptorVersion, definedTwice, readDescriptorVersion } from './descriptor-versions.ts'

export interface BreakingOptions {
  readonly against: string
  readonly records?: readonly string[]
  readonly for: Affected
  readonly format: FormatName
  readonly output?: string
  readonly descriptors: readonly string[]
}

/** Lists the changes of descriptors that break records or readers, as the problems of the new descriptors. */
export async function breaking(paths: readonly string[], options: BreakingOptions, command: Command): Promise<void> {
  const { against, records = [], descriptors } = options
  const output = await targetOfRun(options.output, [...paths, against, ...records, ...descriptors])
  if (output && 'failure' in output) return command.error(`error: ${output.failure}`)
  const format = await formats[options.format]()
  await report(resultsOf(paths, options), format, { ...reportOptions(command), output })
}

async function* resultsOf(paths: readonly string[], options: BreakingOptions): AsyncGenerator<FileResult | Failure> {
  const versions = await bothVersions(paths, options.against)
  if ('failure' in versions) return yield versions
  const compared = await compareDomains(versions.old, versions.now, options.descriptors)
  if ('failure' in compared) return yield compared
  const broken = options.records && (await countBroken(options.records, compared))
  for (const failure of broken?.failures ?? []) yield failure
  for (const domain of compared.domains) yield breakingResult(domain, options.for, broken?.counts)
}

async function bothVersions(
  paths: readonly string[],
  against: string,
): Promise<{ readonly old: DescriptorVersion; readonly now: DescriptorVersion } | Failure> {
  const now = await descriptorVersionOf(paths)
  if ('failure' in now) return now
  const isNamed = against.includes(':') || (await stat(against).catch(() => undefined)) !== undefined
  const old = await descriptorVersionOf(isNamed ? [against] : paths.map(path => `${against}:./${path}`), !isNamed)
  return 'failure' in old ? old : { old: ofRegistry(against, old, now), now }
}

/** @param mayLack whether a file that does not exist is left out, because it is new */
async function descriptorVersionOf(names: readonly string[], mayLack = false): Promise<DescriptorVersion | Failure> {
  const all = new Map<string, ReturnType<DescriptorVersion['get']> & object>()
  for (const name of names) {
    const version = await readDescriptorVersion(name)
    if ('failure' in version) {
      if (mayLack && version.isOfNoFiles) continue
      return version
    }
    for (const [domain, descriptor] of version) {
      const other = all.get(domain)
      if (other) return definedTwice(domain, descriptor.name, other.name)
      all.set(domain, descriptor)
    }
  }
  return all
}

function breakingResult(domain: ComparedDomain, wanted: Affected, counts: BrokenCounts | undefined): FileResult {
  const { file, after, changes, path } = domain
  const allowed = after?.written.allowedChanges
  const found = placedChanges({ changes, allowed, parts: file.file.parts }, wanted, change =>
    counts?.countOf(path, change),
  )
  const placeOf = placesInText(
    file.text,
    found.flatMap(({ start, end }) => [start, end]),
  )
  return {
    file: file.name,
    records: after?.descriptor.records.length ?? 0,
    bytes: Buffer.byteLength(file.text),
    problems: allAtOnce(
      found.map(
        ({ start, end, code, severity, message, tag = null, field = null }): PlacedProblem => ({
          code,
          severity,
          message,
          ...spanBetween(placeOf(start), placeOf(end)),
          domain: path,
          tag,
          field,
          identity: { record: [path, tag].filter(Boolean).join('.'), value: field ?? '' },
        }),
      ),
    ),
  }
}

/**
 * Counts the records of files, folders and globs that changes of domains break, and says what is not counted.
 *
 * @returns the counts, and what could not be read or is broken by something else
 */
async function countBroken(
  paths: readonly string[],
  compared: ComparedDomains,
): Promise<{ readonly counts: BrokenCounts; readonly failures: readonly Failure[] }> {
  const counts = new BrokenCounts(compared)
  const plan = await planRun(paths, { descriptors: [], domain: [], rule: {}, versions: compared.versions })
  const failures: Failure[] = [...plan.failures]
  for (const planned of plan.files) {
    const read = await readPlanned(planned)
    const { file } = planned.source
    if ('failure' in read) failures.push(read)
    else counts.add(file, read.text, { fileName: file, ...domainSettings(planned.settings) })
  }
  const { wrongBefore, untraced } = counts
  if (wrongBefore > 0)
    complain(
      wrongBefore === 1
        ? localize('1 record had a problem before; only the others are counted.')
        : localize('{count} records had a problem before; only the others are counted.', { count: wrongBefore }),
    )
  if (untraced > 0)
    failures.push({
      failure:
        untraced === 1
          ? localize(
              '1 record would get problems that come from none of these changes; recline check with the new descriptors lists them.',
            )
          : localize(
              '{count} records would get problems that come from none of these changes; recline check with the new descriptors lists them.',
              { count: untraced },
            ),
    })
  complain(
    localize(
      'References, and rules that read several records, are not compared: what they may break is listed as such.',
    ),
  )
  return { counts, failures }
}
