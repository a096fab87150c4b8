import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { graphRequest } from '../shared/protocol/graph.ts'
import { graphPageRequests, type ShownGraph } from '../shared/protocol/graph-page.ts'
import { send } from '../shared/protocol/request.ts'
import { fileName } from './active-file.ts'
import { openPanel, openRecord, registerFileCommand } from './panel.ts'

/** The commands that show records and their references as a graph. */
export function createGraphCommands(context: vscode.ExtensionContext, client: BaseLanguageClient): vscode.Disposable[] {
  const show = (name: string, uri: vscode.Uri | undefined, line?: number): void => {
    const page = { name: 'graph', title: `Graph of ${name}`, requests: graphPageRequests }
    openPanel(context, client, page, uri, {
      graph: ({ depth }) => graphOf(client, uri, line, line === undefined ? null : (depth ?? 1)),
      open: openRecord,
      save: ({ format, text }) => save(filters[format], text),
    })
  }
  return [
    registerFileCommand('recline.showGraph', uri => show(fileName(uri), uri)),
    vscode.commands.registerCommand('recline.showWorkspaceGraph', () => show('the workspace', undefined)),
    registerFileCommand('recline.showReferencesAsGraph', uri => {
      const line = vscode.window.activeTextEditor?.selection.active.line
      show(`line ${(line ?? 0) + 1} of ${fileName(uri)}`, uri, line)
    }),
  ]
}

async function graphOf(
  client: BaseLanguageClient,
  uri: vscode.Uri | undefined,
  line: number | undefined,
  depth: number | null,
): Promise<ShownGraph | null> {
  const params = uri ? { uri: client.code2ProtocolConverter.asUri(uri), line, depth: depth ?? undefined } : {}
  const graph = await send(client, graphRequest, params)
  return graph && { graph, depth }
}

const filters = { svg: { SVG: ['svg'] }, mermaid: { Mermaid: ['mmd'] } }

async function save(filter: Record<string, string[]>, text: string): Promise<void> {
  const uri = await vscode.window.showSaveDialog({ filters: filter })
  if (uri) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text))
}
