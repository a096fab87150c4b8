import {
  type CodeAction,
  type CodeActionContext,
  CodeActionKind,
  CodeActionTriggerKind,
  type Range,
} from 'vscode-languageserver-types'
import { identityOf } from '../../shared/domains/identity.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { addHeader, changeTag } from '../refactorings/change-tag.ts'
import { nextDayKind, nextDays } from '../refactorings/next-day.ts'
import { convertToCanonical, sortFields, unwrapRecord, wrapRecord } from '../refactorings/record-layout.ts'
import { offersOf, type Refactoring, type RefactoringContext } from '../refactorings/refactoring.ts'
import { suppressProblems } from '../refactorings/suppress-problem.ts'
import { commentRecord, deleteRecord, duplicateRecord, moveRecord } from '../refactorings/whole-record-actions.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { workspaceEdit } from '../snapshot/workspace-edit.ts'

/** All refactorings, in the order of the menu. */
const allRefactorings: readonly Refactoring[] = [
  convertToCanonical,
  sortFields,
  wrapRecord,
  unwrapRecord,
  changeTag,
  addHeader,
  duplicateRecord,
  deleteRecord,
  commentRecord,
  moveRecord,
]

/** The refactorings of the record in a range, and the actions that suppress the problems there. */
export function refactorings(snapshot: Snapshot, range: Range, { only, triggerKind }: CodeActionContext): CodeAction[] {
  const wants = (kind: string): boolean =>
    !only || only.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
  const suppressions = wants(CodeActionKind.QuickFix) ? suppressionsAt(snapshot, range) : []
  const context = recordAround(snapshot, range)
  if (!context) return suppressions
  const fixes = [...nextDaysIn(context, true).filter(({ kind }) => wants(kind!)), ...suppressions]
  // Editors also send this request at each move of the cursor. Then they only want to know about fixes.
  if (triggerKind === CodeActionTriggerKind.Automatic) return fixes
  return [
    ...fixes,
    ...nextDaysIn(context, false).filter(({ kind }) => wants(kind!)),
    ...allRefactorings
      .filter(({ kind }) => wants(kind))
      .flatMap(refactoring =>
        offersOf(refactoring, context).map(({ title, changes }) => ({
          title,
          kind: refactoring.kind,
          edit: workspaceEdit(snapshot, changes),
        })),
      ),
    ...(wants(historyKind) ? showHistory(context) : []),
  ]
}

/** The record that contains a whole range; undefined if there is none. */
function recordAround(snapshot: Snapshot, { start, end }: Range): RefactoringContext | undefined {
  const {
    file,
    file: { tree },
  } = snapshot
  const cursor = cursorAt(file, start)
  if (!cursor || cursor.kind === 'line') return undefined
  const { entry } = cursor
  const record = tree.entries[entry]!
  if (record.kind !== 'record' || offsetAt(tree, end) > tree.starts[entry + 1]!) return undefined
  return { snapshot, entry, record, tag: file.entries[entry]!.tag }
}

function suppressionsAt(snapshot: Snapshot, range: Range): CodeAction[] {
  const { tree } = snapshot.file
  const start = offsetAt(tree, range.start)
  const end = offsetAt(tree, range.end)
  const touched = problemsIn(snapshot).filter(problem => {
    const entryStart = tree.starts[problem.entry]!
    return entryStart + problem.start <= end && entryStart + problem.end >= start
  })
  return suppressProblems(tree, touched).map(({ title, changes, problems }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: problems.map(problem => toDiagnostic(snapshot, problem)),
    edit: workspaceEdit(snapshot, changes),
  }))
}

/** The actions that write the next day of what comes again: those that the state of the record wants, or the others. */
const nextDaysIn = (context: RefactoringContext, areWanted: boolean): CodeAction[] =>
  nextDays(context, Date.now())
    .filter(({ isWanted }) => isWanted === areWanted)
    .map(({ title, changes }) => ({
      title,
      kind: areWanted ? CodeActionKind.QuickFix : nextDayKind,
      edit: workspaceEdit(context.snapshot, changes),
    }))

/** The kind of the action that shows the history of a record. */
const historyKind = 'refactor.history'

/** The action that shows the commits that changed a record with an id. Only some clients can show them. */
function showHistory({ snapshot, record, tag }: RefactoringContext): CodeAction[] {
  const { uri, client } = snapshot
  const definition = tag && identityOf(record, tag).definition
  const command = client.showHistoryCommand
  if (command === undefined || !definition) return []
  const title = 'History'
  return [{ title, kind: historyKind, command: { title, command, arguments: [uri, tag.name, definition.id] } }]
}
