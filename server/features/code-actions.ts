import { type CodeAction, type CodeActionContext, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { changesOf, fixAll } from '../../shared/check/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { changesBetween } from '../../shared/syntax/text-change.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { toDiagnostic } from '../snapshot/diagnostic.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { workspaceEdit } from '../snapshot/workspace-edit.ts'

/** The kind of the action that applies all safe fixes, for `editor.codeActionsOnSave`. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.recline`

/**
 * The fixes of the problems that touch a range, and where they are asked for, the fixes of the whole file at once.
 */
export function codeActions(snapshot: Snapshot, range: Range, { only }: CodeActionContext): CodeAction[] {
  const wants = (kind: string): boolean =>
    !only || only.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
  // Nobody asks for source actions without saying so, and they cost a look at the whole file.
  const source = only && wants(fixAllKind) ? fixAllActions(snapshot) : []
  return wants(CodeActionKind.QuickFix) ? [...quickFixes(snapshot, range), ...source] : source
}

function quickFixes(snapshot: Snapshot, range: Range): CodeAction[] {
  const { tree } = snapshot.file
  const start = offsetAt(tree, range.start)
  const end = offsetAt(tree, range.end)
  const all = problemsIn(snapshot)
  const touched = all.filter(problem => {
    const entryStart = tree.starts[problem.entry]!
    return entryStart + problem.start <= end && entryStart + problem.end >= start
  })
  const single = touched.flatMap(problem =>
    (problem.fixes?.() ?? []).map(
      (fix): CodeAction => ({
        title: fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(snapshot, problem)],
        edit: workspaceEdit(snapshot, changesOf(snapshot.file, problem, fix)),
        ...(fix.isPreferred && { isPreferred: true }),
      }),
    ),
  )
  return [...single, ...fixesOfCodes(snapshot, all, touched)]
}

/** For each code with a safe fix here and a problem elsewhere: all of them at once, worked out when the author chooses it. */
function fixesOfCodes(snapshot: Snapshot, all: readonly Problem[], touched: readonly Problem[]): CodeAction[] {
  const codes = new Set(touched.filter(hasSafeFix).map(({ code }) => code))
  return [...codes].flatMap(code => {
    const same = all.filter(problem => problem.code === code)
    if (same.length < 2) return []
    const action: CodeAction = {
      title: `Fix all ${code} problems in this file`,
      kind: CodeActionKind.QuickFix,
      diagnostics: touched.filter(problem => problem.code === code).map(problem => toDiagnostic(snapshot, problem)),
      data: { uri: snapshot.uri, code } satisfies FixAllData,
    }
    return snapshot.client.resolvesActions ? action : resolveCodeAction(snapshot, action)
  })
}

/** What an action that fixes all problems of a code carries until its edit is asked for. */
export interface FixAllData {
  readonly uri: string
  readonly code: string
}

/** Works out the edit of an action that was offered without one. */
export function resolveCodeAction(snapshot: Snapshot, action: CodeAction): CodeAction {
  const { code: wanted } = action.data as FixAllData
  const fixed = fixAll(snapshot.file, ({ code }) => code === wanted)
  return { ...action, edit: workspaceEdit(snapshot, changesBetween(snapshot.file.tree, fixed.tree)) }
}

const hasSafeFix = ({ fixes }: Problem): boolean => fixes?.().some(({ isSafe }) => isSafe) ?? false

function fixAllActions(snapshot: Snapshot): CodeAction[] {
  const off = snapshot.settings.severity
  const fixed = fixAll(snapshot.file, ({ code }) => off[code] !== 'off')
  const changes = changesBetween(snapshot.file.tree, fixed.tree)
  return changes.length === 0
    ? []
    : [{ title: 'Fix all that is safe to fix', kind: fixAllKind, edit: workspaceEdit(snapshot, changes) }]
}
