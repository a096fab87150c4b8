import { counted } from '../../shared/basics/text.ts'
import { type CheckedFile, checkFile, conflictsOf, problemsOf } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { editRecords } from '../../shared/edit/edit-records.ts'
import { type RecordEdit, readEdit } from '../../shared/edit/record-edit.ts'
import { type MigratedDomain, migrationOf } from '../../shared/evolution/migrate.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import { type ComparedDomains, compareNamed } from '../descriptors/compared-domains.ts'
import { type Failure, inConflict } from '../files/failure.ts'
import { readVersion } from '../files/read-text.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine } from '../output/one-line.ts'
import { type ChangedText, takeChanges } from '../plan/changed-texts.ts'
import { type PlannedFile, planRun, reportPlan } from '../plan/plan.ts'

export interface MigrateOptions {
  readonly from: string
  readonly to: string
  readonly exclude: readonly string[]
  readonly descriptors: readonly string[]
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
  process.exitCode = ExitCode.CouldNotRun
  const compared = await compareNamed(options.from, options.to, options.descriptors)
  if ('failure' in compared) return complain(`${compared.failure} Nothing was migrated.`)
  const edits = addedValues(compared)
  if ('failure' in edits) return complain(`${edits.failure} Nothing was migrated.`)
  const plan = await planRun(paths, {
    exclude: options.exclude,
    descriptors: options.descriptors,
    domain: [],
    rule: {},
  })
  if (!reportPlan(plan)) return complain('Nothing was migrated; see the message above.')
  const changed: ChangedText[] = []
  const left: string[] = []
  for (const planned of plan.files) {
    const one = await migrated(planned, compared, edits)
    if ('failure' in one) return complain(`${one.failure} Nothing was migrated.`)
    if (one.changed) changed.push(one.changed)
    left.push(...one.left)
  }
  await takeChanges(changed, purpose, hasColors)
  for (const line of left.slice(0, mostListed)) process.stderr.write(`${nameOnLine(line)}\n`)
  if (left.length > mostListed) process.stderr.write(`And ${counted(left.length - mostListed, 'more problem')}.\n`)
  if (left.length === 0) return
  process.stderr.write(`${counted(left.length, 'problem')} of the new version cannot be solved without you.\n`)
  process.exitCode ||= ExitCode.Errors
}

/** The most problems that are listed. */
const mostListed = 20

/** The domains that both versions have. */
const migratedDomains = ({ domains }: ComparedDomains): MigratedDomain[] =>
  domains.flatMap(({ before, after }) => (before && after ? { before, after } : []))

/** The edits of the `migrate` of all tags: each gives a field to the records that lack it. */
function addedValues(compared: ComparedDomains): RecordEdit[] | Failure {
  const edits: RecordEdit[] = []
  for (const { after } of migratedDomains(compared))
    for (const { descriptor, fullName } of after.tags.values())
      for (const [field, expression] of Object.entries(descriptor.migrate ?? {})) {
        const written = {
          tag: fullName.path,
          where: `!has(${field})`,
          set: [`${field}=${expression}`],
          unset: [],
          delete: false,
        }
        const edit = readEdit(written, compared.after)
        const label = `The migrate expression of ${fullName.tag}.${field}`
        if ('mistake' in edit) return { failure: `${label} cannot be used: ${edit.mistake.message}` }
        if (edit.others.size > 0 || edit.referringTags.size > 0)
          return { failure: `${label} reads other records; it can read only the record itself.` }
        edits.push(edit)
      }
  return edits
}

interface MigratedFile {
  /** Undefined for a file that stays as it is. */
  readonly changed: ChangedText | undefined
  /** What is left to do, a line for each problem. */
  readonly left: readonly string[]
}

async function migrated(
  { source, settings }: PlannedFile,
  compared: ComparedDomains,
  edits: readonly RecordEdit[],
): Promise<MigratedFile | Failure> {
  const { file, path } = source
  const read = await readVersion(file, path!)
  if (!read) return { failure: `${file} is not a regular file.` }
  if ('failure' in read) return read
  const checked = (text: string, registry: Registry): CheckedFile =>
    checkFile(parse(text), { registry, fileName: file, ...domainSettings(settings) })
  const before = checked(read.text, compared.before)
  const { changes, taken } = migrationOf(before, migratedDomains(compared))
  let after = checked(applyChanges(before.tree, changes), compared.after)
  for (const edit of edits) {
    const [edited] = editRecords([{ uri: file, file: after, severity: {} }], edit, Date.now()).files
    if (edited) after = checked(textOf(edited.after.tree), compared.after)
  }
  const text = textOf(after.tree)
  const [conflict] = text === read.text ? [] : conflictsOf(before)
  if (conflict) return inConflict(file, conflict.ours.line + 1)
  const wrong = new Set(seriousProblems(before).map(({ entry }) => entry))
  const lineOf = (entry: number): number => after.tree.lineOf(entry) + 1
  return {
    changed: text === read.text ? undefined : { file, read, tree: before.tree, after: text },
    left: [
      ...taken.map(
        entry =>
          `${file}:${lineOf(entry)}: The record has both a field and the one that replaces it; remove one of them.`,
      ),
      ...seriousProblems(after)
        .filter(({ entry }) => !wrong.has(entry))
        .map(({ entry, severity, code, message }) => `${file}:${lineOf(entry)}: ${severity} ${code}: ${message}`),
    ],
  }
}

const seriousProblems = (file: CheckedFile): Problem[] =>
  problemsOf(file).filter(({ severity }) => severity !== 'information')
