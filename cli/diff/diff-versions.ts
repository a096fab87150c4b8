import { compareText } from '../../shared/basics/text.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import { type ChangeFilter, changesOf } from '../../shared/diff/changes.ts'
import { tagOfRecord } from '../../shared/diff/record-key.ts'
import { renamedFiles } from '../../shared/diff/renamed-files.ts'
import { type Unit, unitsOf } from '../../shared/diff/units.ts'
import { Redactor } from '../../shared/domains/redact.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { lineBreakOf, parse } from '../../shared/syntax/tree.ts'
import type { Failure } from '../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../files/memory.ts'
import { writePieces } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { print, printData } from '../output/output.ts'
import { redactionNote } from '../plan/redacted.ts'
import { domainsHere } from '../plan/registry.ts'
import { targetOfRun } from '../plan/targets.ts'
import { readCompared } from './compared.ts'
import type { Diff, DiffOptions } from './diff.ts'
import { namesOfFiles, type VersionOfFiles } from './versions.ts'
import type { ComparedVersion, FoundChanges } from './where.ts'

/** Compares two versions, prints the changes, and sets the exit code. Returns whether the changes were printed. */
export async function diffVersions(
  names: readonly string[],
  options: DiffOptions,
  filter: ChangeFilter,
  hasColors: boolean,
): Promise<boolean> {
  const versions = await readCompared(names, options.since, options.exclude)
  if ('failure' in versions) return failDiff(versions)
  const { registry, failures, warnings, paths } = await domainsHere(options.descriptors)
  const target = await targetOfRun(options.output, [...names, '.', ...paths])
  if (target && 'failure' in target) return failDiff(target)
  for (const sentence of [...warnings, ...failures.map(({ failure }) => failure)]) complain(sentence)
  const redactor = options.redact ? new Redactor(registry, true) : undefined
  const { before, after } = redactor ? redactedVersions(versions, redactor) : versions
  if (redactor) complain(redactionNote(redactor))
  const kept = new WholeFiles(keptOfRecord.compared)
  for (const [name, text] of [...before.files, ...after.files]) {
    const failure = kept.add(oneLine(name), text)
    if (failure) return failDiff(failure)
  }
  const isOnePair = before.isOneFile && after.isOneFile
  // A patch names the files as they are in each version.
  const { renamed, old, now } = unitsOfVersions({ before, after }, registry, options.format === 'patch')
  const wanted = await wantedChanges(
    { units: old, name: firstName(before) },
    { units: now, name: firstName(after) },
    registry,
    filter,
    options.where,
  )
  if ('failure' in wanted) return failDiff(wanted)
  const { changes, notes } = wanted
  const outside =
    options.format === 'patch' && !isOnePair && namesOfFiles(versions).find(name => name.startsWith('../'))
  if (outside)
    return failDiff({
      failure: `${outside} is outside of the working directory, so a patch cannot name it; work in a folder above it.`,
    })
  const { ignoreFormat = false, ignoreOrder = false, tags = [] } = filter
  const leavesOut = ignoreFormat || ignoreOrder || tags.length > 0 || options.where !== undefined
  const units = { before: old, after: now }
  const renamesCount = !ignoreOrder && tags.length === 0 && options.where === undefined
  const diff = { before, after, units, changes, renamed, renamesCount, leavesOut, keepsPlaces: ignoreOrder, registry }
  const output = await diffOutput(diff, options, hasColors)
  if (target) {
    const unwritten = await writePieces(target, output)
    if (unwritten) return failDiff(unwritten)
  } else await (options.format === 'patch' ? printData(output) : print(output))
  for (const note of notes) complain(note)
  const hasChanges = changes.length > 0 || (renamesCount && renamed.size > 0)
  const outcome = options.exitCode && hasChanges ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = failures.length > 0 ? ExitCode.CouldNotRun : outcome
  return true
}

/**
 * The units of all files of two versions. Those of a renamed file have its name after in both.
 *
 * @param isByName whether a file of another name is another file
 */
export function unitsOfVersions(
  { before, after }: Readonly<Record<'before' | 'after', VersionOfFiles>>,
  registry: Registry,
  isByName = false,
): {
  readonly old: readonly Unit[]
  readonly now: readonly Unit[]
  /** The names before of files that have another name after, by the names after. */
  readonly renamed: ReadonlyMap<string, string>
} {
  const isOnePair = before.isOneFile && after.isOneFile
  const renamed = isOnePair || isByName ? new Map<string, string>() : renamedFiles(before.files, after.files)
  const newNames = new Map(Array.from(renamed, ([name, oldName]) => [oldName, name]))
  const nameAfter = (name: string): string => (isOnePair ? '' : (newNames.get(name) ?? name))
  return { renamed, old: unitsOfVersion(before, registry, nameAfter), now: unitsOfVersion(after, registry, nameAfter) }
}

/** The versions without the values of sensitive fields. Where a value changed, its texts differ. */
export function redactedVersions(
  { before, after }: Readonly<Record<'before' | 'after', VersionOfFiles>>,
  redactor: Redactor,
): Readonly<Record<'before' | 'after', VersionOfFiles>> {
  const redacted = (version: VersionOfFiles): VersionOfFiles => ({
    ...version,
    files: new Map(Array.from(version.files, ([name, text]) => [name, redactor.redact(text)])),
  })
  return { before: redacted(before), after: redacted(after) }
}

function failDiff({ failure }: Failure): false {
  complain(failure)
  host.exitCode = ExitCode.CouldNotRun
  return false
}

async function wantedChanges(
  before: ComparedVersion,
  after: ComparedVersion,
  registry: Registry,
  filter: ChangeFilter,
  condition: string | undefined,
): Promise<FoundChanges | Failure> {
  const unknown = filter.tags?.find(
    tag => !isTagKnown(tag, before.units, registry) && !isTagKnown(tag, after.units, registry),
  )
  if (unknown !== undefined) {
    const found = tagOfName(unknown, registry, [])
    if ('problem' in found) return { failure: `--tag: ${found.problem}` }
  }
  const changes = changesOf(before.units, after.units, registry, filter)
  if (condition === undefined) return { changes, notes: [] }
  const { changesWhere } = await import('./where.ts')
  return changesWhere(condition, changes, before, after, registry, Date.now())
}

const firstName = ({ files }: VersionOfFiles): string => [...files.keys()][0] ?? ''

/** Whether a domain or a record has a tag. */
const isTagKnown = (tag: string, units: readonly Unit[], registry: Registry): boolean =>
  registry.tagsNamed(tag).length > 0 || units.some(({ record }) => record && tagOfRecord(record) === tag)

/** The units of all files of a version. Two files that are compared with each other have no name. */
const unitsOfVersion = ({ files }: VersionOfFiles, registry: Registry, nameOf: (name: string) => string): Unit[] =>
  [...files]
    .map(([name, text]) => [nameOf(name), text] as const)
    .sort(([one], [other]) => compareText(one, other))
    .flatMap(([name, text]) => {
      const tree = parse(text)
      return unitsOf(tree, registry, lineBreakOf(tree), name)
    })

async function diffOutput(diff: Diff, { format, stat }: DiffOptions, hasColors: boolean): Promise<Iterable<string>> {
  if (stat) return (await import('./formats/stat.ts')).stat(diff)
  switch (format) {
    case 'text':
      return (await import('./formats/text.ts')).textDiff(diff, hasColors)
    case 'json':
      return (await import('./formats/json.ts')).jsonDiff(diff)
    case 'markdown':
      return [(await import('./formats/markdown.ts')).markdown(diff)]
    case 'patch':
      return (await import('./formats/patch.ts')).patch(diff)
  }
}
