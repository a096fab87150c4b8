import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import {
  type DomainSummary,
  type FileDomains,
  fileDomainsNotification,
  listDomainsRequest,
  setDomainsRequest,
} from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'
import { plainItem } from '../editor/plain-text.ts'

/**
 * The status bar item with the domains of the active file, and the command that chooses other domains.
 *
 * @param onChange is called with an open file whose domains have changed
 */
export function createDomainStatus(
  client: BaseLanguageClient,
  onChange: (document: vscode.TextDocument) => void,
): vscode.Disposable[] {
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
    const isUnreadable = domains.unreadable.length > 0
    item.text = isUnreadable
      ? `$(warning) ${vscode.l10n.t('{domain} cannot be read', { domain: domains.unreadable[0]! })}`
      : `$(symbol-class) ${label(domains)}`
    item.backgroundColor = isUnreadable ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined
    item.tooltip = tooltip(domains)
    item.show()
  }

  return [
    item,
    client.onNotification(fileDomainsNotification.method, (domains: FileDomains) => {
      const key = vscode.Uri.parse(domains.uri).toString()
      known.set(key, domains)
      show()
      const changed = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key)
      if (changed) onChange(changed)
    }),
    vscode.window.onDidChangeActiveTextEditor(show),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => known.delete(uri.toString())),
    vscode.commands.registerCommand('recline.chooseDomain', () => chooseDomain(client, known)),
  ]
}

const shortDomainName = (path: string): string => path.replace(/^core\./, '')

function label({ source, inForce, used, bases }: FileDomains): string {
  const paths = source === 'registry' ? used : inForce
  const [first] = paths
  if (first === undefined) return vscode.l10n.t('any domain')
  const base = bases[first]
  if (paths.length === 1 && base !== undefined)
    return vscode.l10n.t('{domain}, extends {base}', {
      domain: shortDomainName(first),
      base: shortDomainName(base),
    })
  return paths.length > 2 ? `${shortDomainName(first)} +${paths.length - 1}` : paths.map(shortDomainName).join(', ')
}

function tooltip({ source, inForce, unreadable, used, bases }: FileDomains): string {
  return `${domainsInWords({ source, inForce, unreadable, used, bases })} ${vscode.l10n.t('Click to choose a domain.')}`
}

type DomainsToTell = Pick<FileDomains, 'source' | 'inForce' | 'unreadable' | 'used' | 'bases'>

function domainsInWords({ source, inForce, unreadable, used, bases }: DomainsToTell): string {
  if (unreadable.length > 0)
    return vscode.l10n.t(
      'The records are not checked: the descriptor of {domains} has problems, which the Problems view lists.',
      { domains: unreadable.join(', ') },
    )
  const list = (paths: readonly string[]): string =>
    paths
      .map(path =>
        bases[path] === undefined
          ? path
          : vscode.l10n.t('{domain}, which extends {base}', { domain: path, base: bases[path] }),
      )
      .join(', ')
  switch (source) {
    case 'registry':
      return used.length > 0
        ? vscode.l10n.t('No domain is chosen, so all are in force; the records belong to {domains}.', {
            domains: list(used),
          })
        : vscode.l10n.t('No domain is chosen, so all are in force.')
    case 'header':
      return vscode.l10n.t('Chosen by the @DOC header: {domains}.', { domains: list(inForce) })
    case 'setting':
      return vscode.l10n.t('Chosen by the setting recline.domains or by recline.json: {domains}.', {
        domains: list(inForce),
      })
    case 'file name':
      return vscode.l10n.t('Chosen by the file name: {domains}.', { domains: list(inForce) })
  }
}

/** Lets the user pick a domain and writes it into the `@DOC` header. */
async function chooseDomain(client: BaseLanguageClient, known: ReadonlyMap<string, FileDomains>): Promise<void> {
  const editor = vscode.window.activeTextEditor
  if (editor?.document.languageId !== 'rec')
    return void vscode.window.showInformationMessage(vscode.l10n.t('Open a .rec file to choose its domain.'))
  const uri = editor.document.uri.toString()
  const domains = await pickDomains((await send(client, listDomainsRequest, {})) ?? [], known.get(uri))
  if (!domains || domains.length === 0) return
  const answer = await send(client, setDomainsRequest, {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    line: editor.selection.active.line,
    domains,
  })
  const edits = await client.protocol2CodeConverter.asTextEdits(answer)
  if (!edits) return
  const change = new vscode.WorkspaceEdit()
  change.set(editor.document.uri, edits)
  await vscode.workspace.applyEdit(change)
}

async function pickDomains(
  all: readonly DomainSummary[],
  current: FileDomains | undefined,
): Promise<string[] | undefined> {
  const isChosen = current !== undefined && current.source !== 'registry'
  const paths = (isChosen ? current.inForce : current?.used) ?? []
  const several: vscode.QuickPickItem = {
    label: vscode.l10n.t('Several domains…'),
    description: vscode.l10n.t('for a file with records of more than one domain'),
  }
  const items = all.map(({ path, description }) => {
    const picked = paths.includes(path)
    const state = isChosen ? vscode.l10n.t('in force') : vscode.l10n.t('of the records')
    return plainItem({ label: path, detail: description, description: picked ? state : '', picked })
  })
  const active = paths.length > 1 ? several : items.find(({ picked }) => picked)
  const chosen = await pickItem<vscode.QuickPickItem>([...items, several], active, {
    title: vscode.l10n.t('Choose the Domain of This File'),
    placeholder: vscode.l10n.t('The domain is written into the @DOC header'),
    matchOnDetail: true,
  })
  if (chosen !== several) return chosen && [chosen.label]
  const more = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose the Domains of This File'),
    canPickMany: true,
    matchOnDetail: true,
  })
  return more?.map(({ label }) => label)
}

/**
 * Lets the user pick an item, as `showQuickPick` does, with one marked that Enter takes.
 *
 * @param active undefined for the first item
 * @returns undefined if the user cancels
 */
function pickItem<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  active: Item | undefined,
  options: Partial<Pick<vscode.QuickPick<Item>, 'title' | 'placeholder' | 'matchOnDetail'>>,
): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>()
  Object.assign(list, options, { items })
  if (active) list.activeItems = [active]
  return new Promise(resolve => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0])
      list.hide()
    })
    list.onDidHide(() => {
      resolve(undefined)
      list.dispose()
    })
    list.show()
  })
}
