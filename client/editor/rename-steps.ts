import * as vscode from 'vscode'
import type { BaseLanguageClient, Middleware } from 'vscode-languageclient'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import type { TextStep } from '../../shared/protocol/bulk-change.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { filesText } from './counts.ts'
import { withoutLinks } from './plain-text.ts'
import { readAll, stepOf } from './text-step.ts'
import { undoStepCommand, type WorkspaceSteps } from './workspace-steps.ts'

/** For how many milliseconds a rename can take, with its preview. */
const longestRename = 300_000

/**
 * Remembers renames that VS Code makes in several files, so that they can be taken back in all of them at once: its own
 * undo opens them all.
 *
 * @param steps which do not exist yet when the middleware is made
 */
export const rememberRenames = (client: () => BaseLanguageClient, steps: () => WorkspaceSteps): Middleware => ({
  provideRenameEdits: async (document, position, newName, token, next) => {
    const edit = await next(document, position, newName, token)
    if (edit && edit.size > 1) {
      const step = await stepOfRename(client(), steps(), edit, vscode.l10n.t('Rename to {newName}', { newName }))
      if (step) whenDone(client(), document, step, () => void offerStep(steps(), step))
    }
    return edit
  },
})

async function stepOfRename(
  client: BaseLanguageClient,
  steps: WorkspaceSteps,
  edit: vscode.WorkspaceEdit,
  title: string,
): Promise<TextStep | undefined> {
  const files = edit.entries().map(([file, edits]) => ({ uri: client.code2ProtocolConverter.asUri(file), edits }))
  const texts = await readAll(files, steps)
  if (texts.includes(undefined)) return undefined
  const changes = files.map(({ uri, edits }, at) => {
    const before = texts[at]!.text
    return { uri, before, edits: offsetsOf(before, edits) }
  })
  return stepOf(title, changes)
}

/** The edits with offsets, in order. */
function offsetsOf(text: string, edits: readonly vscode.TextEdit[]): TextChange[] {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: lineBreak, index }) => index + lineBreak.length)]
  const offsetOf = ({ line, character }: vscode.Position): number => (starts[line] ?? text.length) + character
  return edits
    .map(({ range, newText }) => ({ start: offsetOf(range.start), end: offsetOf(range.end), text: newText }))
    .sort((one, other) => one.start - other.start)
}

/** Calls a function once a file is as a step leaves it. The user can also cancel the rename, or see a preview first. */
function whenDone(client: BaseLanguageClient, document: vscode.TextDocument, step: TextStep, done: () => void): void {
  const own = step.files.find(({ uri }) => uri === client.code2ProtocolConverter.asUri(document.uri))
  const watcher = vscode.workspace.onDidChangeTextDocument(event => {
    if (event.document !== document || fingerprint(document.getText()) !== own?.after) return
    end()
    done()
  })
  const timer = setTimeout(() => watcher.dispose(), longestRename)
  const end = (): void => {
    clearTimeout(timer)
    watcher.dispose()
  }
}

async function offerStep(steps: WorkspaceSteps, step: TextStep): Promise<void> {
  await steps.rememberOther(step)
  const chosen = await vscode.window.showInformationMessage(
    withoutLinks(
      vscode.l10n.t('{title}: changed {files}.', { title: step.title, files: filesText(step.files.length) }),
    ),
    vscode.l10n.t('Take Back'),
  )
  if (chosen) await vscode.commands.executeCommand(undoStepCommand)
}
