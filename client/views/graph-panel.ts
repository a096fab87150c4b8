import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { type Graph, type GraphParams, graphRequest } from '../../shared/protocol/graph.ts'
import { graphPageRequests, type ShownGraph } from '../../shared/protocol/graph-page.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { openPanel, openRecord, registerFileCommand } from './webview.ts'

/** What a graph is opened for: the workspace, a file, or a record of a file with those around it. */
interface GraphSubject {
  readonly name: string
  readonly uri?: vscode.Uri
  /** The line of the cursor in the file. */
  readonly near?: number | undefined
  /** The line of the record in the center. */
  readonly line?: number
}

/** The commands that show records and their references as a graph. */
export function createGraphCommands(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const show = (subject: GraphSubject): void => {
    const page = {
      name: 'graph',
      title: vscode.l10n.t('Graph of {name}', { name: subject.name }),
      requests: graphPageRequests,
    }
    let title = page.title
    const panel = openPanel(context, client, page, subject.uri, {
      graph: async ({ depth, center, group, limit, tag, whenRead }) => {
        const isAround = center !== undefined || subject.line !== undefined
        const shownDepth = isAround ? (depth ?? 1) : null
        const shown = center ? { center } : paramsOf(client, subject)
        const params = { ...shown, depth: shownDepth ?? undefined, group, limit, tag, whenRead }
        const graph = await send(client, graphRequest, params)
        if (!graph) return null
        title = graphTitle(graph, page.title)
        panel.title = title
        return { graph, depth: shownDepth, title, isComplete: graph.isComplete } satisfies ShownGraph
      },
      open: openRecord,
      save: ({ format, text }) => saveGraph(subject.uri, title, filters[format], text),
    })
  }
  return [
    registerFileCommand('recline.showGraph', uri => {
      const editor = vscode.window.activeTextEditor
      const isActive = editor?.document.uri.toString() === uri.toString()
      show({ name: fileName(uri), uri, near: isActive ? editor.selection.active.line : undefined })
    }),
    vscode.commands.registerCommand('recline.showWorkspaceGraph', () => show({ name: 'the workspace' })),
    registerFileCommand('recline.showReferencesAsGraph', uri => {
      const line = vscode.window.activeTextEditor?.selection.active.line ?? 0
      show({ name: `line ${line + 1} of ${fileName(uri)}`, uri, line })
    }),
  ]
}

function paramsOf(client: BaseLanguageClient, { uri, line, near }: GraphSubject): GraphParams {
  return uri ? { uri: client.code2ProtocolConverter.asUri(uri), line, near } : {}
}

/** A graph around a record is named after the record. */
function graphTitle({ nodes }: Graph, otherwise: string): string {
  const center = nodes.find(({ isCenter }) => isCenter)
  if (!center) return otherwise
  return `Graph of ${center.tag} ${center.id || center.title}`.trim()
}

const filters = { svg: { SVG: ['svg'] }, mermaid: { Mermaid: ['mmd'] } }

/** Saves a graph beside its file, or in the workspace, under a name that is made of its title. */
async function saveGraph(
  file: vscode.Uri | undefined,
  title: string,
  filter: Record<string, string[]>,
  text: string,
): Promise<void> {
  const folder = file ? vscode.Uri.joinPath(file, '..') : vscode.workspace.workspaceFolders?.[0]?.uri
  const name = title.replace(/^Graph of /, '').replace(/\.rec$/, '')
  const safeName = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 80)
  const extension = Object.values(filter)[0]?.[0] ?? ''
  const uri = await vscode.window.showSaveDialog({
    filters: filter,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${safeName}-graph.${extension}`) }),
  })
  if (uri) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
}
