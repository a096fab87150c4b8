import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { withoutLineBreak } from '../../shared/basics/text.ts'
import { type PastedRecords, recordsFromTextRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { MovingText } from '../editor/moving-text.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import { mayBeData } from './pasted-data.ts'

/**
 * Converts JSON, CSV and tables that are pasted into a file of records, as a step of its own: undo brings back what was
 * pasted. VS Code itself has pasted the text before. A paste that an extension provides could be lost: VS Code drops it
 * as soon as another key is pressed.
 */
export function createPasteConversion(client: BaseLanguageClient): vscode.Disposable {
  const conversion = new PasteConversion(client)
  return vscode.workspace.onDidChangeTextDocument(event => void conversion.change(event))
}

class PasteConversion {
  /** The text that is put back in place of its records. */
  private kept: string | undefined

  constructor(private readonly client: BaseLanguageClient) {}

  async change({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): Promise<void> {
    const editor = vscode.window.activeTextEditor
    const [change] = contentChanges
    if (!change || contentChanges.length > 1 || reason !== undefined || change.text === this.kept) return
    if (document.languageId !== 'rec' || editor?.document !== document || !mayBeData(change.text)) return
    const { line, character } = change.range.start
    // In the middle of a line, the text becomes part of a record.
    if (document.lineAt(line).text.slice(0, character).trim() !== '') return
    if (vscode.workspace.getConfiguration('editor', document).get('pasteAs.enabled') === false) return
    const pasted = new MovingText(editor, change)
    await this.convertPasted(pasted, document, change).finally(() => pasted.dispose())
  }

  private async convertPasted(
    pasted: MovingText,
    document: vscode.TextDocument,
    { range, text }: vscode.TextDocumentContentChangeEvent,
  ): Promise<void> {
    if (!(await isOnClipboard(text))) return
    const uri = this.client.code2ProtocolConverter.asUri(document.uri)
    const offers = (await send(this.client, recordsFromTextRequest, { uri, line: range.start.line, text })) ?? []
    const [best] = offers
    if (!best || !(await pasted.replace(recordsAs(best, text)))) return
    const other = await tellConverted(best, offers)
    if (!other) return
    this.kept = other === 'text' ? text : undefined
    const isReplaced = await pasted.replace(other === 'text' ? text : recordsAs(other, text))
    this.kept = undefined
    if (!isReplaced)
      vscode.window.showWarningMessage(
        vscode.l10n.t('The converted records have changed since, so they stay as they are.'),
      )
  }
}

/** Whether a text was pasted, and not written by an extension or read from a changed file. */
async function isOnClipboard(text: string): Promise<boolean> {
  const lineFeedsIn = (one: string): string => one.replace(/\r\n?/g, '\n')
  const copied = await vscode.env.clipboard.readText().then(undefined, () => '')
  return lineFeedsIn(copied) === lineFeedsIn(text)
}

/** The text of records, with a line break at its end only if the pasted text has one. */
const recordsAs = ({ text }: PastedRecords, pasted: string): string =>
  /[\r\n]$/.test(pasted) ? text : withoutLineBreak(text)

/** Says what was converted. The answer is what the author wants instead. */
async function tellConverted(
  { tag, count }: PastedRecords,
  offers: readonly PastedRecords[],
): Promise<PastedRecords | 'text' | undefined> {
  const [asText, otherTag] = [vscode.l10n.t('Keep as Text'), vscode.l10n.t('Other Tag…')]
  const message = convertedText(count, tag)
  const buttons = offers.length > 1 ? [asText, otherTag] : [asText]
  const chosen = await vscode.window.showInformationMessage(withoutLinks(message), ...buttons)
  if (chosen === asText) return 'text'
  return chosen === otherTag ? chooseOffer(offers) : undefined
}

function convertedText(count: number, tag: string | null): string {
  if (tag === null)
    return count === 1
      ? vscode.l10n.t('Converted 1 row into a record.')
      : vscode.l10n.t('Converted {count} rows into records.', { count })
  return count === 1
    ? vscode.l10n.t('Converted 1 row into a {tag} record.', { tag })
    : vscode.l10n.t('Converted {count} rows into {tag} records.', { count, tag })
}

async function chooseOffer(offers: readonly PastedRecords[]): Promise<PastedRecords | undefined> {
  const items = offers.map(offer => plainItem({ label: offer.tag ?? vscode.l10n.t('Tags in the text'), offer }))
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Choose the Tag of the Records') }))?.offer
}
