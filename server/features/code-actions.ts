import * as v from 'valibot'
import { type CodeAction, type CodeActionContext, CodeActionKind, type Range } from 'vscode-languageserver-types'
import { changesOfFix, fixAll, fixesIn, fixRounds, hasAnswer, hasSafeFix } from '../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import type { Fix } from '../../shared/check/rule.ts'
import { deprecated } from '../../shared/check/rules/deprecated.ts'
import { needsQuotes, straightQuotesTitle } from '../../shared/check/rules/needs-quotes.ts'
import { syntax } from '../../shared/check/rules/syntax.ts'
import { unclosedBlock } from '../../shared/check/rules/unclosed-block.ts'
import { unusedSuppression } from '../../shared/check/rules/unused-suppression.ts'
import { localize } from '../../shared/domains/localize.ts'
import { allConflictFixes, conflictFixes, problemsOfConflicts } from '../../shared/merge/resolve-conflict.ts'
import { applyChanges, changesBetween, type TextChange } from '../../shared/syntax/text-change.ts'
import { offsetAt, parse, type Tree } from '../../shared/syntax/tree.ts'
import { type CountElsewhere, changesOfAll } from '../refactorings/change-all.ts'
import { chooseValues } from '../refactorings/choose-value.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { workspaceEdit } from '../snapshot/workspace-edit.ts'

/** The kind of the action that applies all safe fixes, for `editor.codeActionsOnSave`. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.recline`

/**
 * The fixes of the problems that touch a range; if the client requests it, also the action that fixes the whole file.
 *
 * @param elsewhere tells how many of the same problems the other files have, if it knows that
 */
export function codeActions(
  snapshot: Snapshot,
  range: Range,
  { only }: CodeActionContext,
  elsewhere: CountElsewhere = () => undefined,
): CodeAction[] {
  const wants = (kind: string): boolean =>
    !only || only.some(wanted => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`))
  // The whole file is only checked for fixes if the client requests source actions by their kind.
  const source = only && wants(fixAllKind) ? fixAllActions(snapshot) : []
  return wants(CodeActionKind.QuickFix) ? [...quickFixes(snapshot, range, elsewhere), ...source] : source
}

/**
 * The maximum number of problems whose fixes are offered at the same time. Some fixes look through all ids of the
 * workspace, and nobody reads a longer menu.
 */
const mostProblems = 100

function quickFixes(snapshot: Snapshot, range: Range, elsewhere: CountElsewhere): CodeAction[] {
  const { tree } = snapshot.file
  const start = offsetAt(tree, range.start)
  const end = offsetAt(tree, range.end)
  const all = problemsIn(snapshot)
  const touched = all.filter(problem => {
    const entryStart = tree.starts[problem.entry]!
    return entryStart + problem.start <= end && entryStart + problem.end >= start
  })
  const ofMarkers = touched.filter(({ code }) => code === syntax.code)
  const conflicts = problemsOfConflicts(snapshot.file, all, range.start.line, range.end.line)
  const ofConflicts = [...conflicts, ...ofMarkers].flatMap((problem, index) =>
    [...conflictFixes(snapshot.file, problem), ...(index === 0 ? allConflictFixes(snapshot.file, problem) : [])].map(
      ({ title, changes, isPreferred }): CodeAction => ({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(snapshot, problem)],
        edit: workspaceEdit(snapshot, changes),
        ...(isPreferred && { isPreferred }),
      }),
    ),
  )
  const single = touched.slice(0, mostProblems).flatMap(problem =>
    fixesIn(snapshot.file, problem).flatMap((fix): CodeAction[] => {
      const changes = changesOfFix(snapshot.file, problem, fix)
      if (problem.code === unclosedBlock.code && leavesBlockOpen(tree, changes)) return []
      return [
        {
          title: fix.title,
          kind: CodeActionKind.QuickFix,
          diagnostics: [toDiagnostic(snapshot, problem)],
          edit: workspaceEdit(snapshot, changes),
          ...(fix.isPreferred && { isPreferred: true }),
        },
      ]
    }),
  )
  return [
    ...ofConflicts,
    ...single,
    ...straightQuotes(snapshot, all, touched),
    ...chooseValues(snapshot, touched.slice(0, mostProblems)),
    ...changesOfAll(snapshot, all, touched, elsewhere),
    ...fixesOfCodes(snapshot, all, touched),
  ]
}

/** The action that replaces the curly quotes around all values of the file, if there are some here and elsewhere. */
function straightQuotes(snapshot: Snapshot, all: readonly Problem[], touched: readonly Problem[]): CodeAction[] {
  const straighten = ({ code, fixes }: Problem): Fix | undefined =>
    code === needsQuotes.code ? fixes?.().find(({ title }) => title === straightQuotesTitle()) : undefined
  const here = touched.find(straighten)
  if (!here) return []
  const fixes = all.flatMap(problem => {
    const fix = straighten(problem)
    return fix ? [{ problem, fix }] : []
  })
  if (fixes.length < 2) return []
  return [
    {
      title: localize('Write straight quotes around all {count} values of this file', { count: fixes.length }),
      kind: CodeActionKind.QuickFix,
      diagnostics: [toDiagnostic(snapshot, here)],
      edit: workspaceEdit(
        snapshot,
        fixes.flatMap(({ problem, fix }) => changesOfFix(snapshot.file, problem, fix)),
      ),
    },
  ]
}

/** Whether a block is open at the end of the file after changes: below the one that they close, the next one starts. */
function leavesBlockOpen(tree: Tree, changes: readonly TextChange[]): boolean {
  const last = parse(applyChanges(tree, changes)).entries.at(-1)
  return last?.kind === 'block' && !last.closed
}

/**
 * One action for each code with a safe fix here and more problems in the file: it fixes all of them. Its edit is
 * computed when the user chooses it.
 */
function fixesOfCodes(snapshot: Snapshot, all: readonly Problem[], touched: readonly Problem[]): CodeAction[] {
  const codes = new Set(touched.filter(isFixedWithOthers).map(({ code }) => code))
  return [...codes].flatMap(code => {
    const same = all.filter(problem => problem.code === code && (code !== deprecated.code || hasAnswer(problem)))
    if (same.length < 2) return []
    const action: CodeAction = {
      title: localize('Fix all {code} problems in this file', { code }),
      kind: CodeActionKind.QuickFix,
      diagnostics: touched.filter(problem => problem.code === code).map(problem => toDiagnostic(snapshot, problem)),
      data: { uri: snapshot.uri, code } satisfies v.InferOutput<typeof fixAllData>,
    }
    // Whether a suppression is unused can depend on other files, so a fix of the whole file may leave all of them.
    if (code === unusedSuppression.code && changesForCode(snapshot, code).length === 0) return []
    if (snapshot.client.resolvesActions) return action
    // All these fixes can be refused, because a record would not say the same after them.
    const changes = changesForCode(snapshot, code)
    return changes.length === 0 ? [] : { ...action, edit: workspaceEdit(snapshot, changes) }
  })
}

/** Whether one action may fix a problem with all others of its code: safely, or as its descriptor says. */
const isFixedWithOthers = (problem: Problem): boolean =>
  hasSafeFix(problem) || (problem.code === deprecated.code && hasAnswer(problem))

function changesForCode({ file }: Snapshot, code: string): TextChange[] {
  const rounds = fixRounds(file, problem => problem.code === code, code === deprecated.code ? 'answers' : 'safe')
  return changesBetween(file.tree, [...rounds].at(-1)?.file.tree ?? file.tree)
}

/** The schema of the data of an action that fixes all problems of a code, until the client requests its edit. */
export const fixAllData = v.object({ uri: v.string(), code: v.string() })

/** Adds the edit to an action that fixes all problems of a code. */
export const resolveCodeAction = (snapshot: Snapshot, action: CodeAction, code: string): CodeAction => ({
  ...action,
  edit: workspaceEdit(snapshot, changesForCode(snapshot, code)),
})

function fixAllActions(snapshot: Snapshot): CodeAction[] {
  const off = snapshot.settings.severity
  const fixed = fixAll(snapshot.file, ({ code }) => off[code] !== 'off')
  const changes = changesBetween(snapshot.file.tree, fixed.tree)
  return changes.length === 0
    ? []
    : [{ title: localize('Fix all that is safe to fix'), kind: fixAllKind, edit: workspaceEdit(snapshot, changes) }]
}
