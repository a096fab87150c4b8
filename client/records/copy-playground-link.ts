import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { withCommas } from '../../shared/basics/text.ts'
import { problemOfAddress } from '../../shared/link/playground-address.ts'
import { fragmentOf } from '../../shared/link/playground-link.ts'
import { type PlaygroundFiles, playgroundFilesRequest } from '../../shared/protocol/playground.ts'
import { send } from '../../shared/protocol/request.ts'
import { fileName } from '../editor/active-file.ts'
import { recordsText } from '../editor/counts.ts'
import { withoutLinks } from '../editor/plain-text.ts'

/** The command that copies a link to the playground with the selected records, and says what the link contains. */
export const createPlaygroundLinkCommand = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.copyPlaygroundLink', async () => {
    const editor = vscode.window.activeTextEditor
    if (editor?.document.languageId !== 'rec')
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('Open a file with records as text, and select some of them.'),
      )
    const { document, selections } = editor
    const found = await send(client, playgroundFilesRequest, {
      uri: client.code2ProtocolConverter.asUri(document.uri),
      selections: selections.map(({ anchor, active }) => ({
        anchor: plainPosition(anchor),
        active: plainPosition(active),
      })),
    })
    if (!found)
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('No record is selected, and the cursor is on none; select some.'),
      )
    const made = fragmentOf({ files: found.files, shown: 0, isTable: false })
    if ('problem' in made) return void vscode.window.showWarningMessage(made.problem)
    const address = await askPlaygroundAddress()
    if (address === undefined) return
    const link = `${address}#${made.fragment}`
    await vscode.env.clipboard.writeText(link)
    void vscode.window.showInformationMessage(withoutLinks(linkContentOf(found, fileName(document.uri), link.length)))
  })

/** Says what a link contains. */
function linkContentOf({ records, domains }: PlaygroundFiles, name: string, length: number): string {
  const places = { length: withCommas(length), records: recordsText(records), name, domains: domains.join(', ') }
  return domains.length === 0
    ? vscode.l10n.t(
        'A link of {length} characters was copied. It contains {records} of {name}: whoever has the link can read them.',
        places,
      )
    : vscode.l10n.t(
        'A link of {length} characters was copied. It contains {records} of {name} and the descriptor of {domains}: whoever has the link can read them.',
        places,
      )
}

const plainPosition = ({ line, character }: vscode.Position) => ({ line, character })

const playgroundSetting = 'playground'

/** The address of the user's playground, which is asked for if it is not set; undefined if the user cancels. */
async function askPlaygroundAddress(): Promise<string | undefined> {
  const configuration = vscode.workspace.getConfiguration('recline')
  const set = configuration.get<string>(playgroundSetting, '').trim()
  if (problemOfAddress(set) === undefined) return set
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t('Address of Your Playground'),
    prompt: vscode.l10n.t(
      'Recline has no public playground: "npm run website" in its repository builds one for any web server.',
    ),
    value: set || 'https://',
    ignoreFocusOut: true,
    validateInput: text => problemOfAddress(text.trim()),
  })
  if (given === undefined) return undefined
  await configuration.update(playgroundSetting, given.trim(), vscode.ConfigurationTarget.Global)
  return given.trim()
}
