import { type CheckedFile, checkFile, conflictsOf } from '../../shared/check/check.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { type RecordName, recordName } from '../../shared/domains/identity.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import { renameChanges, renameProblem } from '../../shared/index/rename.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { withScan } from '../../shared/scan/record-scan.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { type Failure, inConflict } from '../files/failure.ts'
import { keptOfRecord, WholeFiles } from '../files/memory.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { type ChangedText, takeChanges } from '../plan/changed-texts.ts'
import { type Plan, readPlanned } from '../plan/plan.ts'

/** A record and its new id. The tag is only needed if several records have the id. */
interface Renaming {
  readonly id: string
  readonly newId: string
  readonly tag: string | undefined
}

/** A file before the rename. */
interface FileBeforeRename extends Omit<ChangedText, 'after' | 'tree'> {
  readonly before: CheckedFile
}

/**
 * Renames a record and all references to it in the files of a plan, or prints the changes. Sets the exit code. Writes
 * nothing if a file cannot be read or if the new id is not possible.
 */
export async function renameRecord(
  plan: Plan,
  renaming: Renaming,
  purpose: Purpose,
  hasColors: boolean,
): Promise<void> {
  host.exitCode = ExitCode.CouldNotRun
  const files = await checkedFiles(plan, renaming)
  if ('failure' in files) return complain(`${files.failure} ${localize('Nothing was renamed.')}`)
  const index = new WorkspaceIndex()
  for (const { file, before } of files) index.update(file, before)
  const name = recordNamed(plan, index, renaming)
  if ('failure' in name) return complain(name.failure)
  const [definedIn] = index.filesOf(name)
  const { severity } = plan.files.find(({ source }) => source.file === definedIn)!.settings
  const context = { index, registry: plan.registry, severity }
  const problem = renameProblem(context, name, renaming.newId, ({ uri, start }) =>
    localize('{file}, line {line}', { file: uri, line: start.line + 1 }),
  )
  if (problem !== undefined) return complain(problem)

  const renamed: ChangedText[] = []
  for (const checked of files) {
    const changes = renameChanges(checked.before, name, renaming.newId)
    if (!changes)
      return complain(
        localize(
          'With {id} a record of {file} would get another meaning; choose an id of letters, digits and hyphens.',
          { id: show(renaming.newId), file: checked.file },
        ),
      )
    const [conflict] = changes.length > 0 ? conflictsOf(checked.before) : []
    if (conflict)
      return complain(`${inConflict(checked.file, conflict.ours.line + 1).failure} ${localize('Nothing was renamed.')}`)
    if (changes.length > 0) {
      const { file, read, before } = checked
      renamed.push({ file, read, tree: before.tree, after: applyChanges(before.tree, changes) })
    }
  }
  await takeChanges(renamed, purpose, hasColors)
}

/** The files that can have the id or the new one. No other file is kept in memory. */
async function checkedFiles({ files, registry }: Plan, ids: Renaming): Promise<FileBeforeRename[] | Failure> {
  const checked: FileBeforeRename[] = []
  const kept = new WholeFiles(keptOfRecord.checked)
  for (const planned of files) {
    const { source, settings } = planned
    const { file } = source
    const read = await readPlanned(planned)
    if ('failure' in read) return read
    if (!('version' in read)) return { failure: localize('{file} is not a regular file.', { file }) }
    if (!canHold(read.text, ids.id) && !canHold(read.text, ids.newId)) continue
    const failure = kept.add(file, read.text)
    if (failure) return failure
    const context = withScan({ registry, fileName: file, ...domainSettings(settings) })
    checked.push({ file, read, before: checkFile(parse(read.text), context) })
  }
  return checked
}

/** Whether a value in a text can be the id: it stands there as it is, unless some value is written with escapes. */
const canHold = (text: string, id: string): boolean => text.includes(id) || text.includes('\\')

/** The record that is meant; a failure if there is none, or if there are several. */
function recordNamed({ registry }: Plan, index: WorkspaceIndex, { id, tag }: Renaming): RecordName | Failure {
  const all = new Map([...registry.tags.values()].map(({ nameOfRecords }) => [nameOfRecords.path, nameOfRecords]))
  const names = [...all.values()].map(name => recordName(name, id)).filter(name => index.count(name) > 0)
  const meant = names.filter(
    name =>
      tag === undefined || name.tag === tag || name.path === (tagOfPath(registry, tag)?.nameOfRecords.path ?? tag),
  )
  const [first, second] = meant
  if (first && !second) return first
  if (second)
    return {
      failure: localize('Several records have the id {id}; add {options}.', {
        id: show(id),
        options: { or: meant.map(({ path }) => `--tag ${path}`) },
      }),
    }
  if (tag === undefined)
    return { failure: localize('There is no record with the id {id} in these files.', { id: show(id) }) }
  return {
    failure:
      names.length === 0
        ? localize('There is no {tag} with the id {id} in these files.', { tag, id: show(id) })
        : localize('There is no {tag} with the id {id} in these files; the tag of the record with this id is {tags}.', {
            tag,
            id: show(id),
            tags: { or: names.map(name => name.tag) },
          }),
  }
}
