import { checkFile } from '../../shared/check/check.ts'
import { moreProblems } from '../../shared/domains/counts-in-words.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { type Migration, migrateFile, readMigration } from '../../shared/evolution/migrate-file.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { compareNamed } from '../descriptors/compared-domains.ts'
import { type Failure, inConflict } from '../files/failure.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine } from '../output/one-line.ts'
import { type ChangedText, takeChanges } from '../plan/changed-texts.ts'
import { type PlannedFile, planRun, readPlanned, reportPlan } from '../plan/plan.ts'

export interface MigrateOptions {
  readonly from: string
  readonly to: string
  readonly exclude: readonly string[]
  readonly descriptors: readonly string[]
  readonly force?: true
}

/**
 * Changes the records of files from an old version of domains to a new one, or prints the changes, and lists what is
 * still to do. Sets the exit code. Writes nothing if a file cannot be read.
 */
export async function migrateFiles(
  paths: readonly string[],
  options: MigrateOptions,
  purpose: Purpose,
  hasColors: boolean,
): Promise<void> {
  host.exitCode = ExitCode.CouldNotRun
  const compared = await compareNamed(options.from, options.to, options.descriptors)
  if ('failure' in compared) return complain(`${compared.failure} ${nothingWasMigrated()}`)
  const migration = readMigration(compared.before, compared.after, compared.domains)
  if ('refusal' in migration) return complain(`${migration.refusal} ${nothingWasMigrated()}`)
  const isSame = migration.domains.every(
    ({ before, after }) => JSON.stringify(before.descriptor) === JSON.stringify(after.descriptor),
  )
  const [same] = isSame ? migration.domains : []
  if (same)
    complain(
      localize(
        'The old and the new version of {domain} are the same, {version}; records of an older version need that one behind --from.',
        { domain: same.after.path, version: same.after.descriptor.version },
      ),
    )
  const plan = await planRun(paths, {
    exclude: options.exclude,
    descriptors: options.descriptors,
    domain: [],
    rule: {},
    versions: compared.versions,
  })
  if (!reportPlan(plan)) return complain(localize('Nothing was migrated; see the message above.'))
  const changed: ChangedText[] = []
  const left: string[] = []
  let lost = 0
  for (const planned of plan.files) {
    const one = await migrated(planned, migration, options.force === true)
    if ('failure' in one) return complain(`${one.failure} ${nothingWasMigrated()}`)
    if (one.changed) changed.push(one.changed)
    left.push(...one.left)
    lost += one.lost
  }
  await takeChanges(changed, purpose, hasColors)
  for (const line of left.slice(0, mostShownProblems)) host.stderr.write(`${nameOnLine(line)}\n`)
  if (left.length > mostShownProblems) host.stderr.write(`${moreProblems(left.length - mostShownProblems)}\n`)
  if (lost > 0 && !options.force)
    complain(
      lost === 1
        ? localize('1 record has fields that the new version does not have; --force removes them, with what they say.')
        : localize(
            '{count} records have fields that the new version does not have; --force removes them, with what they say.',
            { count: lost },
          ),
    )
  if (left.length === 0) return
  const told =
    left.length === 1
      ? localize('1 problem of the new version cannot be solved without you.')
      : localize('{count} problems of the new version cannot be solved without you.', { count: left.length })
  host.stderr.write(`${told}\n`)
  host.exitCode ||= ExitCode.Errors
}

const nothingWasMigrated = (): string => localize('Nothing was migrated.')

/** The most problems that are listed. */
const mostShownProblems = 20

/** A file that a migration changes, or undefined if it stays as it is; and what is left to do, a line for each. */
interface PlannedChange {
  readonly changed: ChangedText | undefined
  readonly left: readonly string[]
  /** How many records have fields that the new version does not have. */
  readonly lost: number
}

async function migrated(
  planned: PlannedFile,
  migration: Migration,
  isForced: boolean,
): Promise<PlannedChange | Failure> {
  const { source, settings } = planned
  const { file } = source
  const read = await readPlanned(planned)
  if ('failure' in read) return read
  if (!('version' in read)) return { failure: localize('{file} is not a regular file.', { file }) }
  const context = { registry: migration.before, fileName: file, ...domainSettings(settings) }
  const before = checkFile(parse(read.text), context)
  const { text, conflict, left, lost } = migrateFile(before, migration, Date.now(), isForced)
  if (conflict !== undefined) return inConflict(file, conflict)
  return {
    changed: text === read.text ? undefined : { file, read, tree: before.tree, after: text },
    left: left.map(({ line, sentence }) => `${file}:${line}: ${sentence}`),
    lost,
  }
}
