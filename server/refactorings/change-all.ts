import * as v from 'valibot'
import { type CodeAction, CodeActionKind } from 'vscode-languageserver-types'
import { withCommas } from '../../shared/basics/text.ts'
import { fixesIn } from '../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { invalidValue } from '../../shared/check/rules/invalid-value.ts'
import { notInEnum } from '../../shared/check/rules/not-in-enum.ts'
import { unknownField } from '../../shared/check/rules/unknown-field.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { editFile } from '../../shared/edit/edit-file.ts'
import { readEdit } from '../../shared/edit/record-edit.ts'
import { mappingText } from '../../shared/protocol/bulk-edit.ts'
import { isFieldName, type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { changedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { workspaceEdit } from '../snapshot/workspace-edit.ts'

/** The same mistake in many records: a value that is written but not allowed, or the name of a field. */
interface Repeated {
  readonly tag: Tag
  /** What changes to what, as a part of a sentence: `"High" to "high"`. */
  readonly change: string
  /** How many problems of the file it is. */
  readonly count: number
  /** The change as a bulk edit has it. */
  readonly edit: Pick<ChangeAll['edit'], 'mapValue' | 'renameField'>
  readonly problem: Problem
}

/** The schema of the data of an action that changes all such values, until the client requests its edit. */
export const changeAllData = v.object({
  uri: v.string(),
  edit: v.object({
    tag: v.string(),
    mapValue: v.optional(v.array(v.string())),
    renameField: v.optional(v.array(v.string())),
  }),
})

type ChangeAll = v.InferOutput<typeof changeAllData>

/**
 * For each value at the cursor that is not allowed and has a fix: one action that changes this value in all records of
 * the file, and one for the workspace if the client has a command for that. So for the names of fields.
 *
 * @param all the problems of the file
 * @param touched those at the cursor
 * @param elsewhere tells how many of the same problems the other files have, if it knows that
 */
export function changesOfAll(
  snapshot: Snapshot,
  all: readonly Problem[],
  touched: readonly Problem[],
  elsewhere: CountElsewhere,
): CodeAction[] {
  const known = new Set<string>()
  const writtenIn = textsWritten(snapshot)
  return touched.slice(0, mostActionProblems).flatMap(problem => {
    const repeated = repeatedMistake(snapshot, all, problem, writtenIn)
    if (!repeated || known.has(repeated.change)) return []
    known.add(repeated.change)
    return [...actionsInFile(snapshot, repeated), ...inWorkspace(snapshot, repeated, elsewhere)]
  })
}

/** Nobody looks at the actions of more mistakes at one place. */
const mostActionProblems = 10

function actionsInFile(snapshot: Snapshot, { tag, change, count, edit, problem }: Repeated): CodeAction[] {
  if (count < 2) return []
  const data: ChangeAll = { uri: snapshot.uri, edit: { tag: tag.fullName.path, ...edit } }
  const action: CodeAction = {
    title: localize('Change all {count} {change} in this file', { count: withCommas(count), change }),
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(snapshot, problem)],
  }
  if (snapshot.client.resolvesActions) return [{ ...action, data }]
  const changes = changesIn(snapshot, data)
  return changes.length === 0 ? [] : [{ ...action, edit: workspaceEdit(snapshot, changes) }]
}

/** How many problems in all files but one are the same. */
export type CountElsewhere = (uri: string, problem: Problem) => number | undefined

/** The command reads the files for a preview, which says exactly how many records change. */
function inWorkspace(
  snapshot: Snapshot,
  { tag, change, count, edit, problem }: Repeated,
  elsewhere: CountElsewhere,
): CodeAction[] {
  const { editRecordsCommand: command } = snapshot.client
  if (command === undefined) return []
  const others = snapshot.isIndexComplete ? elsewhere(snapshot.uri, problem) : undefined
  const title =
    others === undefined || count + others < 2
      ? localize('Change all {change} in the workspace…', { change })
      : localize('Change all {count} {change} in the workspace…', { count: withCommas(count + others), change })
  const found = { tag: tag.fullName.path, where: '', change: { set: [], unset: [], delete: false, ...edit } }
  const diagnostics = [toDiagnostic(snapshot, problem)]
  return [{ title, kind: CodeActionKind.QuickFix, diagnostics, command: { title, command, arguments: [found] } }]
}

/** Adds the edit to an action that changes all such values. It is that of the file as it is now. */
export const resolveChangeAll = (snapshot: Snapshot, action: CodeAction, data: ChangeAll): CodeAction => ({
  ...action,
  edit: workspaceEdit(snapshot, changesIn(snapshot, data)),
})

function changesIn({ file, registry }: Snapshot, { edit }: ChangeAll): readonly TextChange[] {
  const read = readEdit({ set: [], unset: [], delete: false, ...edit }, registry)
  if ('mistake' in read) return []
  return editFile(file, read, { time: 0, isDate: false }, () => undefined).changes
}

function repeatedMistake(
  snapshot: Snapshot,
  all: readonly Problem[],
  problem: Problem,
  writtenIn: TextsWritten,
): Repeated | undefined {
  const { file } = snapshot
  const { tag } = file.entries[problem.entry]!
  const name = problem.field
  if (!tag || name === undefined || !isFieldName(name)) return undefined
  if (![notInEnum.code, invalidValue.code, unknownField.code].includes(problem.code)) return undefined
  if (fieldOf(tag, name)?.list) return undefined
  const fixed = fixedField(snapshot, problem, writtenIn)
  if (!fixed) return undefined
  const { name: newName, text } = fixed.after
  const isSame = (other: Problem): boolean =>
    other.code === problem.code &&
    other.field === name &&
    file.entries[other.entry]!.tag === tag &&
    (problem.code === unknownField.code || writtenIn(other) === fixed.before)
  const count = all.filter(isSame).length
  if (problem.code === unknownField.code) {
    if (newName === name) return undefined
    const change = localize('{before} to {after}', { before: shorten(name), after: shorten(newName) })
    return { tag, change, count, problem, edit: { renameField: [`${name}=${newName}`] } }
  }
  if (fixed.before === text || newName !== name || text === '') return undefined
  const change = localize('{before} to {after}', { before: show(fixed.before), after: show(text) })
  return { tag, change, count, problem, edit: { mapValue: [mappingText(name, fixed.before, text)] } }
}

/** The text of the field that a problem is about, as it is written. */
type TextsWritten = (problem: Problem) => string | undefined

/** Reads the fields of each record only once. */
function textsWritten({ file: { tree } }: Snapshot): TextsWritten {
  const known = new Map<number, ReadonlyMap<string, string>>()
  return ({ entry, field = '' }) => {
    let texts = known.get(entry)
    if (!texts) {
      const record = tree.entries[entry] as RecordNode
      const said = record.fields.flatMap(({ name, value }) =>
        value ? [[name, valueText(record, value)] as const] : [],
      )
      // Of a field that is given twice, the first value counts.
      texts = new Map(said.toReversed())
      known.set(entry, texts)
    }
    return texts.get(field)
  }
}

/** What the first fix of a problem makes of its field; undefined if it does something else. */
function fixedField(
  snapshot: Snapshot,
  problem: Problem,
  writtenIn: TextsWritten,
): { readonly before: string; readonly after: { readonly name: string; readonly text: string } } | undefined {
  const before = writtenIn(problem)
  const record = snapshot.file.tree.entries[problem.entry] as RecordNode
  const index = record.fields.findIndex(({ name, value }) => name === problem.field && value)
  const [fix] = fixesIn(snapshot.file, problem)
  if (before === undefined || !fix || fix.header) return undefined
  const [changed] = parse(changedText(record.text, fix.edits)).entries
  if (changed?.kind !== 'record' || changed.fields.length !== record.fields.length) return undefined
  const { name, value } = changed.fields[index]!
  return value && { before, after: { name, text: valueText(changed, value) } }
}
