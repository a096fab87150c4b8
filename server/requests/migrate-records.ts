import { checkFile } from '../../shared/check/check.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { DomainChange } from '../../shared/evolution/change.ts'
import { compareWithEarlier } from '../../shared/evolution/compare-with-earlier.ts'
import { migrateFile, readMigration } from '../../shared/evolution/migrate-file.ts'
import type { ProposedFile } from '../../shared/protocol/bulk-change.ts'
import type { migrateRecordsRequest, RecordMigration } from '../../shared/protocol/earlier-descriptors.ts'
import type { ParamsOf, Refusal } from '../../shared/protocol/request.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { changedFile } from '../../shared/views/preview/changed-records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most things that are listed of what is left to do. */
const mostListedDecisions = 20

/** The descriptors and files of a session. */
interface Files {
  readonly descriptors: {
    readonly registry: Registry
    read(): Parameters<typeof compareWithEarlier>[0]
  }
  readonly files: { allSnapshots(): AsyncIterable<Snapshot> }
  /** The name of a file in sentences. */
  nameOf(uri: string): string
}

/**
 * The changes that migrate the records of all files to the new version of a domain; null if the client cancelled the
 * request.
 */
export async function migrateRecords(
  session: Files,
  { uri, earlier }: ParamsOf<typeof migrateRecordsRequest>,
  token: { readonly isCancellationRequested: boolean },
): Promise<Refusal | RecordMigration | null> {
  const versions = new Map([[uri, { text: earlier }]])
  const comparison = compareWithEarlier(session.descriptors.read(), session.descriptors.registry, versions)
  const found = comparison.byName.get(uri)
  if (!found) return { refusal: localize('This file is no descriptor of the workspace.') }
  if ('reason' in found)
    return {
      refusal: localize('The descriptor cannot be compared with the earlier version: {reason}.', {
        reason: found.reason,
      }),
    }
  const { before, after } = comparison
  const migration = readMigration(before, after, [found])
  if ('refusal' in migration) return migration
  const files: ProposedFile[] = []
  const left: string[] = []
  for await (const { uri, file } of session.files.allSnapshots()) {
    if (token.isCancellationRequested) return null
    const { tree, context } = file
    const old = checkFile(tree, { registry: before, fileName: context.fileName, ...domainSettings(context) })
    const migrated = migrateFile(old, migration, Date.now())
    const { conflict } = migrated
    if (conflict !== undefined)
      left.push(`${session.nameOf(uri)}:${conflict}: ${localize('Resolve the merge conflict first.')}`)
    left.push(...migrated.left.map(({ line, sentence }) => `${session.nameOf(uri)}:${line}: ${sentence}`))
    const changes = changesBetween(tree, parse(migrated.text))
    if (changes.length > 0) files.push(changedFile(uri, tree, changes, after))
  }
  const { domain, version } = found.after.descriptor
  return { target: `${domain} ${version}`, files, notes: [...unitNotes(found), ...migrationNotes(files.length, left)] }
}

/** The header says which unit the numbers below it have. */
const unitNotes = ({ changes }: { readonly changes: readonly DomainChange[] }): string[] =>
  changes.some(({ kind }) => kind === 'unit-changed')
    ? [localize('Units change, and the header of a file says which ones its numbers have; leave out whole files only.')]
    : []

function migrationNotes(files: number, left: readonly string[]): string[] {
  const nothing = files === 0 && left.length === 0 ? [localize('No record needs a change for this version.')] : []
  if (left.length === 0) return nothing
  const more = left.length - mostListedDecisions
  return [
    left.length === 1
      ? localize('1 problem of the new version cannot be solved without you:')
      : localize('{count} problems of the new version cannot be solved without you:', { count: left.length }),
    ...left.slice(0, mostListedDecisions),
    ...(more === 1 ? [localize('… and 1 more problem.')] : []),
    ...(more > 1 ? [localize('… and {count} more problems.', { count: more })] : []),
  ]
}
