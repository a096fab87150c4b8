import * as v from 'valibot'
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
 * The fixes of the problems that touch a range; if the client requests it, also the action that fixes the whole file.
 */
export function codeActions(snapshot: Snapshot, range: Range, { only }: CodeActionContext): CodeAction[] {
  const wants = (kind: string): boolean =>
    !only || only.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
  // The whole file is only checked for fixes if the client requests source actions by their kind.
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

/**
 * One action for each code with a safe fix here and more problems in the file: it fixes all of them. Its edit is
 * computed when the user chooses it.
 */
function fixesOfCodes(snapshot: Snapshot, all: readonly Problem[], touched: readonly Problem[]): CodeAction[] {
  const codes = new Set(touched.filter(hasSafeFix).map(({ code }) => code))
  return [...codes].flatMap(code => {
    const same = all.filter(problem => problem.code === code)
    if (same.length < 2) return []
    const action: CodeAction = {
      title: `Fix all ${code} problems in this file`,
      kind: CodeActionKind.QuickFix,
      diagnostics: touched.filter(problem => problem.code === code).map(problem => toDiagnostic(snapshot, problem)),
      data: { uri: snapshot.uri, code } satisfies v.InferOutput<typeof fixAllData>,
    }
    return snapshot.client.resolvesActions ? action : resolveCodeAction(snapshot, action, code)
  })
}

/** The schema of the data of an action that fixes all problems of a code, until the client requests its edit. */
export const fixAllData = v.object({ uri: v.string(), code: v.string() })

/** Adds the edit to an action that fixes all problems of a code. */
export function resolveCodeAction(snapshot: Snapshot, action: CodeAction, code: string): CodeAction {
  const fixed = fixAll(snapshot.file, problem => problem.code === code)
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
