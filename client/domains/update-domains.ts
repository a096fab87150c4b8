import * as vscode from 'vscode'
import { withoutLinks } from '../editor/plain-text.ts'

/** The command that updates domains from elsewhere. Quick fixes of the server run it too. */
export const updateDomainsCommand = 'recline.updateDomains'

/**
 * Updates the domains of a `recline.json`, or only one of them, by the command line.
 *
 * @returns what was done. Throws an error with a sentence for the user
 */
export type UpdateDomains = (
  folder: vscode.Uri,
  domain: string | undefined,
  context: vscode.ExtensionContext,
) => Promise<string>

/**
 * The command that gets the newest versions of domains that come from elsewhere. It is the only part of the extension
 * that uses the network.
 *
 * @param updateDomains undefined where there are no processes
 */
export const createUpdateCommand = (
  context: vscode.ExtensionContext,
  updateDomains: UpdateDomains | undefined,
): vscode.Disposable =>
  vscode.commands.registerCommand(updateDomainsCommand, async (given?: unknown, domain?: unknown) => {
    try {
      if (!updateDomains)
        throw new Error(
          vscode.l10n.t('VS Code for the web cannot update domains; run "recline descriptors update" on a computer.'),
        )
      if (!vscode.workspace.isTrusted)
        throw new Error(vscode.l10n.t('Domains are updated only in folders that you trust; trust this folder first.'))
      const config = typeof given === 'string' ? vscode.Uri.parse(given) : await chooseConfig()
      if (!config) return
      await vscode.workspace.textDocuments.find(document => document.uri.toString() === config.toString())?.save()
      const only = typeof domain === 'string' ? domain : undefined
      const done = await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title:
            only === undefined
              ? vscode.l10n.t('Updating the domains')
              : vscode.l10n.t('Updating {domain}', { domain: only }),
        },
        () => updateDomains(vscode.Uri.joinPath(config, '..'), only, context),
      )
      void vscode.window.showInformationMessage(withoutLinks(done))
    } catch (error) {
      void vscode.window.showErrorMessage(withoutLinks(error instanceof Error ? error.message : String(error)))
    }
  })

async function chooseConfig(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri
  if (active?.path.endsWith('/recline.json')) return active
  const found = await vscode.workspace.findFiles('**/recline.json', '**/node_modules/**')
  if (found.length === 0)
    return void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no recline.json in this workspace that names domains.'),
    )
  if (found.length === 1) return found[0]
  const items = found.map(uri => ({ label: vscode.workspace.asRelativePath(uri), uri }))
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Update the Domains of Which Folder?') }))
    ?.uri
}
