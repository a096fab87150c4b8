import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type DomainSummary,
  type FileDomains,
  fileDomainsMethod,
  listDomainsMethod,
  type SetDomainsParams,
  setDomainsMethod,
} from '../shared/protocol/protocol.ts'

/** The status bar's item with the domains of the file in front, and the command that chooses others. */
export function createDomainStatus(client: BaseLanguageClient): vscode.Disposable[] {
  const known = new Map<string, FileDomains>()
  const item = vscode.window.createStatusBarItem('recline.domain', vscode.StatusBarAlignment.Right, 90)
  item.name = 'Recline: Domain'
  item.command = 'recline.chooseDomain'

  const show = (): void => {
    const document = vscode.window.activeTextEditor?.document
    const domains = document?.languageId === 'rec' ? known.get(document.uri.toString()) : undefined
    if (!domains) {
      item.hide()
      return
    }
    item.text = `$(symbol-class) ${label(domains)}`
    item.tooltip = tooltip(domains)
    item.show()
  }

  return [
    item,
    client.onNotification(fileDomainsMethod, (domains: FileDomains) => {
      known.set(vscode.Uri.parse(domains.uri).toString(), domains)
      show()
    }),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
    vscode.commands.registerCommand('recline.chooseDomain', () => chooseDomain(client, known)),
  ]
}

const shortName = (path: string): string => path.replace(/^core\./, '')

function label({ source, inForce, used }: FileDomains): string {
  const paths = source === 'registry' ? used : inForce
  if (paths.length === 0) return 'any domain'
  return paths.length > 2 ? `${shortName(paths[0]!)} +${paths.length - 1}` : paths.map(shortName).join(', ')
}

function tooltip({ source, inForce, used }: FileDomains): string {
  const choice = 'Click to choose a domain.'
  switch (source) {
    case 'registry':
      return `No domain is named, so all are in force${used.length > 0 ? `; the records belong to ${used.join(', ')}` : ''}. ${choice}`
    case 'header':
      return `Named by the @DOC header: ${inForce.join(', ')}. ${choice}`
    case 'setting':
      return `Given by the setting recline.domains or by recline.json: ${inForce.join(', ')}. ${choice}`
    case 'file name':
      return `Named by the file name: ${inForce.join(', ')}. ${choice}`
  }
}

/** Lets the author pick a domain and writes it into the `@DOC` header. */
async function chooseDomain(client: BaseLanguageClient, known: ReadonlyMap<string, FileDomains>): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (editor?.document.languageId !== 'rec')
    return void vscode.window.showInformationMessage('Open a .rec file to choose its domain.')
  const uri = editor.document.uri.toString()
  const domains = await pickDomains(await client.sendRequest<DomainSummary[]>(listDomainsMethod), known.get(uri))
  if (!domains || domains.length === 0) return
  const params: SetDomainsParams = {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    line: editor.selection.active.line,
    domains,
  }
  const edits = await client.protocol2CodeConverter.asTextEdits(await client.sendRequest(setDomainsMethod, params))
  if (!edits) return
  const change = new vscode.WorkspaceEdit()
  change.set(editor.document.uri, edits)
  await vscode.workspace.applyEdit(change)
}

async function pickDomains(
  all: readonly DomainSummary[],
  current: FileDomains | undefined,
): Promise<string[] | undefined> {
  const isCurrent = (path: string): boolean => current?.source === 'header' && current.inForce.includes(path)
  const several: vscode.QuickPickItem = {
    label: 'Several domains…',
    description: 'for a file with records of more than one',
  }
  const items = all.map(({ path, description }) => ({
    label: path,
    detail: description,
    description: isCurrent(path) ? 'in force' : '',
    picked: isCurrent(path),
  }))
  const chosen = await vscode.window.showQuickPick<vscode.QuickPickItem>([...items, several], {
    title: 'The domain of the records in this file',
    placeHolder: 'It is written into the @DOC header',
    matchOnDetail: true,
  })
  if (chosen !== several) return chosen && [chosen.label]
  const more = await vscode.window.showQuickPick(items, {
    title: 'The domains of the records in this file',
    canPickMany: true,
    matchOnDetail: true,
  })
  return more?.map(({ label }) => label)
}
