import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { type Graph, type GraphParams, graphRequest } from '../../shared/protocol/graph.ts'
import { graphPageRequests, type ShownGraph } from '../../shared/protocol/graph-page.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { openPanel, openRecord, registerFileCommand } from './webview.ts'

/** What a graph is opened for: the workspace, a file, or a record of a file with those around it. */
interface GraphSubject {
  /** What a file with the graph is named after. */
  readonly name: string
  readonly title: string
  readonly uri?: vscode.Uri
  /** The line of the cursor in the file. */
  readonly near?: number | undefined
  /** The line of the record in the center. */
  readonly line?: number
}

/** The commands that show records and their references as a graph. */
export function createGraphCommands(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const show = (subject: GraphSubject): void => {
    const page = { name: 'graph', title: subject.title, requests: graphPageRequests }
    let { name } = subject
    const panel = openPanel(context, client, page, subject.uri, {
      graph: async ({ depth, center, group, limit, tag, whenRead }) => {
        const isAround = center !== undefined || subject.line !== undefined
        const shownDepth = isAround ? (depth ?? 1) : null
        const shown = center ? { center } : paramsOf(client, subject)
        const params = { ...shown, depth: shownDepth ?? undefined, group, limit, tag, whenRead }
        const graph = await send(client, graphRequest, params)
        if (!graph) return null
        const centered = nameOfCenter(graph)
        const title = centered === undefined ? subject.title : graphTitle(centered)
        name = centered ?? subject.name
        panel.title = title
        return { graph, depth: shownDepth, title, isComplete: graph.isComplete } satisfies ShownGraph
      },
      open: openRecord,
      save: ({ format, text }) => saveGraph(subject.uri, name, filters[format], text),
    })
  }
  return [
    registerFileCommand('recline.showGraph', uri => {
      const editor = vscode.window.activeTextEditor
      const isActive = editor?.document.uri.toString() === uri.toString()
      const name = fileName(uri)
      show({ name, title: graphTitle(name), uri, near: isActive ? editor.selection.active.line : undefined })
    }),
    vscode.commands.registerCommand('recline.showWorkspaceGraph', () =>
      show({ name: 'the workspace', title: vscode.l10n.t('Graph of the workspace') }),
    ),
    registerFileCommand('recline.showReferencesAsGraph', uri => {
      const line = vscode.window.activeTextEditor?.selection.active.line ?? 0
      const file = fileName(uri)
      const title = vscode.l10n.t('Graph of line {line} of {file}', { line: line + 1, file })
      show({ name: `line ${line + 1} of ${file}`, title, uri, line })
    }),
  ]
}

function paramsOf(client: BaseLanguageClient, { uri, line, near }: GraphSubject): GraphParams {
  return uri ? { uri: client.code2ProtocolConverter.asUri(uri), line, near } : {}
}

const graphTitle = (name: string): string => vscode.l10n.t('Graph of {name}', { name })

/** A graph around a record is named after the record. */
function nameOfCenter({ nodes }: Graph): string | undefined {
  const center = nodes.find(({ isCenter }) => isCenter)
  return center && `${center.tag} ${center.id || center.title}`.trim()
}

const filters = { svg: { SVG: ['svg'] }, mermaid: { Mermaid: ['mmd'] } }

/** Saves a graph beside its file, or in the workspace, under a name that is made of its own. */
async function saveGraph(
  file: vscode.Uri | undefined,
  ofGraph: string,
  filter: Record<string, string[]>,
  text: string,
): Promise<void> {
  const folder = file ? vscode.Uri.joinPath(file, '..') : vscode.workspace.workspaceFolders?.[0]?.uri
  const name = ofGraph.replace(/\.rec$/, '')
  const safeName = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)
  const extension = Object.values(filter)[0]?.[0] ?? ''
  const uri = await vscode.window.showSaveDialog({
    filters: filter,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${safeName}-graph.${extension}`) }),
  })
  if (uri) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
}
