import * as vscode from 'vscode'
import {
  type BaseLanguageClient,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type Diagnostic,
} from 'vscode-languageclient'
import type { CellProblems } from '../shared/protocol/table.ts'
import { plainItem } from './plain-text.ts'

/** Lets the user choose from the quick fixes of some problems, in the order of the problems, and applies the fix. */
export async function chooseFix(client: BaseLanguageClient, { uri, range, problems }: CellProblems): Promise<void> {
  // The server only answers about files that are open.
  await vscode.workspace.openTextDocument(client.protocol2CodeConverter.asUri(uri))
  const context = { diagnostics: [], only: [vscode.CodeActionKind.QuickFix.value] }
  const found = await client.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context })
  // The range has problems of other cells, too.
  const fixes = (found ?? []).flatMap(fix => {
    const diagnostics = 'diagnostics' in fix ? (fix.diagnostics ?? []) : []
    const place = problems.findIndex(problem => diagnostics.some(diagnostic => isSame(diagnostic, problem)))
    return place < 0 ? [] : [plainItem({ label: fix.title, fix: fix as CodeAction, place })]
  })
  if (fixes.length === 0) throw new Error('No quick fix is available for this problem.')
  const inOrder = fixes.sort((one, other) => one.place - other.place)
  const chosen = await vscode.window.showQuickPick(inOrder, { title: 'Choose a Quick Fix' })
  if (!chosen) return
  const { edit } = chosen.fix.edit ? chosen.fix : await client.sendRequest(CodeActionResolveRequest.type, chosen.fix)
  if (edit) await vscode.workspace.applyEdit(await client.protocol2CodeConverter.asWorkspaceEdit(edit))
}

type Problem = CellProblems['problems'][number]

const isSame = (one: Pick<Diagnostic, 'code' | 'range'>, other: Problem): boolean =>
  one.code === other.code && textOf(one.range) === textOf(other.range)

const textOf = ({ start, end }: Problem['range']): string =>
  [start.line, start.character, end.line, end.character].join()
