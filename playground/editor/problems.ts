import { type Diagnostic as EditorDiagnostic, setDiagnostics } from '@codemirror/lint'
import { type LSPClientExtension, LSPPlugin } from '@codemirror/lsp-client'
import { type EditorView, ViewPlugin } from '@codemirror/view'
import type { PublishDiagnosticsParams } from 'vscode-languageserver'
import type { Diagnostic } from 'vscode-languageserver-types'
import { spanIn } from '../files/positions.ts'

/** The problems of all files, as the server last published them. */
export class FoundProblems {
  private readonly byUri = new Map<string, readonly Diagnostic[]>()
  private readonly listeners: ((uri: string) => void)[] = []

  /** Calls a listener with the file whose problems change. */
  onChange(listener: (uri: string) => void): void {
    this.listeners.push(listener)
  }

  /** The problems of a file, in the order of their places. */
  of(uri: string): readonly Diagnostic[] {
    return this.byUri.get(uri) ?? []
  }

  /** Takes what the server published of a file. */
  take({ uri, diagnostics }: PublishDiagnosticsParams): void {
    const inOrder = diagnostics.toSorted(
      ({ range: one }, { range: other }) =>
        one.start.line - other.start.line || one.start.character - other.start.character,
    )
    this.byUri.set(uri, inOrder)
    for (const listener of this.listeners) listener(uri)
  }
}

/** Takes problems from the server, and sends it each change at once, so that it checks what is there. */
export const takeProblems = (problems: FoundProblems): LSPClientExtension => ({
  clientCapabilities: {
    textDocument: {
      publishDiagnostics: {
        versionSupport: true,
        relatedInformation: true,
        codeDescriptionSupport: true,
        tagSupport: { valueSet: [1, 2] },
      },
    },
  },
  notificationHandlers: {
    'textDocument/publishDiagnostics': (client, params: PublishDiagnosticsParams) => {
      const file = client.workspace.getFile(params.uri)
      // Problems of an older text are not shown: those of the present one are on their way.
      if (params.version === undefined || params.version === file?.version) problems.take(params)
      return true
    },
  },
  editorExtension: ViewPlugin.define(view => ({
    update: ({ docChanged }) => {
      if (docChanged) queueMicrotask(() => LSPPlugin.get(view)?.client.sync())
    },
  })),
})

/**
 * Marks problems in the text.
 *
 * @param fix lets the user choose a fix at a place
 */
export function markProblems(view: EditorView, found: readonly Diagnostic[], fix: (view: EditorView) => void): void {
  const plugin = LSPPlugin.get(view)
  if (!plugin) return
  const { syncedDoc, unsyncedChanges } = plugin
  const marks = found.map(problem => {
    const { from, to } = spanIn(syncedDoc, problem.range)
    return markOf(problem, unsyncedChanges.mapPos(from, 1), unsyncedChanges.mapPos(to, -1), fix)
  })
  view.dispatch(
    setDiagnostics(
      view.state,
      marks.filter(({ from, to }) => from <= to),
    ),
  )
}

const markOf = (problem: Diagnostic, from: number, to: number, fix: (view: EditorView) => void): EditorDiagnostic => ({
  from,
  to,
  severity: severityName(problem),
  message: `${messageElement(problem)} (${String(problem.code)})`,
  actions: [
    {
      name: 'Fixes…',
      apply: (view, start) => {
        view.dispatch({ selection: { anchor: start } })
        fix(view)
      },
    },
  ],
})

/** What a problem says. */
export const messageElement = ({ message }: Diagnostic): string =>
  typeof message === 'string' ? message : message.value

/** The severity of a problem in words. */
export function severityName({ severity }: Diagnostic): 'error' | 'warning' | 'info' {
  if (severity === 1) return 'error'
  return severity === 2 ? 'warning' : 'info'
}
