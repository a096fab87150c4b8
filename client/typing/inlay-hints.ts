import * as vscode from 'vscode'
import {
  type BaseLanguageClient,
  InlayHintRequest,
  type InlayHintsMiddleware,
  type Middleware,
} from 'vscode-languageclient'

/**
 * Keeps the text still that is being typed: its line gets no new inlay hints until the cursor leaves it. The hints that
 * the line had before stay.
 */
export class QuietHints {
  /** The line that is being typed, and the hints that it had before. */
  private typing: { readonly uri: string; readonly line: number; readonly labels: ReadonlySet<string> } | undefined
  /** The hints of all lines that were shown last, by the URIs of the documents. */
  private readonly shown = new Map<string, readonly vscode.InlayHint[]>()

  readonly middleware: InlayHintsMiddleware = {
    provideInlayHints: async (document, range, token, next) => {
      const hints = (await next(document, range, token)) ?? []
      const quiet = hints.filter(hint => this.isQuiet(document, hint))
      this.shown.set(document.uri.toString(), quiet)
      return quiet
    },
  }

  /** Follows the author. */
  watch(client: BaseLanguageClient): vscode.Disposable[] {
    return [
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const line = contentChanges[0]?.range.start.line
        if (document.languageId === 'rec' && line !== undefined) this.startTyping(document, line)
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const { typing } = this
        const isThere = textEditor.document.uri.toString() === typing?.uri
        if (!isThere || selections[0]?.active.line === typing.line) return
        this.typing = undefined
        const provider = client.getFeature(InlayHintRequest.method).getProvider(textEditor.document)
        provider?.onDidChangeInlayHints.fire()
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.shown.delete(uri.toString())),
    ]
  }

  private startTyping(document: vscode.TextDocument, line: number): void {
    const uri = document.uri.toString()
    if (this.typing?.uri === uri && this.typing.line === line) return
    const before = this.shown.get(uri) ?? []
    this.typing = { uri, line, labels: new Set(before.filter(({ position }) => position.line === line).map(hintLabel)) }
  }

  private isQuiet({ uri }: vscode.TextDocument, hint: vscode.InlayHint): boolean {
    const { typing } = this
    return typing?.uri !== uri.toString() || hint.position.line !== typing.line || typing.labels.has(hintLabel(hint))
  }
}

const hintLabel = ({ label }: vscode.InlayHint): string =>
  typeof label === 'string' ? label : label.map(({ value }) => value).join('')

/** Shows no ghost text where the user switched it off. */
export const ghostText: Pick<Middleware, 'provideInlineCompletionItems'> = {
  provideInlineCompletionItems: (document, position, context, token, next) =>
    vscode.workspace.getConfiguration('recline', document).get('typing.ghostText')
      ? next(document, position, context, token)
      : null,
}
