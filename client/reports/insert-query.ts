import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { domainTreeRequest } from '../../shared/protocol/domains.ts'
import { send } from '../../shared/protocol/request.ts'
import { writtenBlock } from '../../shared/reports/written-block.ts'
import { plainItem } from '../editor/plain-text.ts'
import { askForRecords, type RecordQuestions } from '../records/edit-records.ts'

/** The command that writes a block of a report into a Markdown file, and asks for its records and its look. */
export const createInsertQuery = (client: BaseLanguageClient): vscode.Disposable =>
  vscode.commands.registerCommand('recline.insertQuery', async () => {
    const editor = vscode.window.activeTextEditor
    if (editor?.document.languageId !== 'markdown')
      return void vscode.window.showInformationMessage(
        vscode.l10n.t('Open a Markdown file, and put the cursor where the query should stand.'),
      )
    const found = await askForRecords(client, questions)
    const look = found && (await askForLook(client, found.tag))
    if (!found || !look) return
    const { tag, where } = found
    const block = writtenBlock([`tag ${tag}`, ...(where.trim() === '' ? [] : [`where ${where.trim()}`]), ...look])
    const line = editor.document.lineAt(editor.selection.active.line)
    const before = line.isEmptyOrWhitespace ? '' : '\n\n'
    await editor.edit(edit => edit.insert(line.range.end, `${before}${block}`))
    editor.revealRange(editor.selection)
  })

const titleOfQuery = (tag: string): string =>
  vscode.l10n.t('Query of {tag}', { tag: tag.slice(tag.lastIndexOf('.') + 1) })

const questions: RecordQuestions = {
  tag: vscode.l10n.t('Insert Query: Records of Which Tag?'),
  condition: titleOfQuery,
}

const queryLooks = [
  { label: vscode.l10n.t('Table'), detail: vscode.l10n.t('A row for each record'), lines: ['show table'] },
  { label: vscode.l10n.t('Number'), detail: vscode.l10n.t('How many records there are'), lines: ['show number'] },
  { label: vscode.l10n.t('Bars…'), detail: vscode.l10n.t('How many records have each value of a field'), lines: null },
  {
    label: vscode.l10n.t('Due Days'),
    detail: vscode.l10n.t('The days by which something is due, the earliest first'),
    lines: ['show timeline'],
  },
  { label: vscode.l10n.t('References'), detail: vscode.l10n.t('To which records they refer'), lines: ['show graph'] },
] as const

/** Asks how a query is shown. Gives the lines of the block that say it; undefined if the user cancels. */
async function askForLook(client: BaseLanguageClient, tag: string): Promise<readonly string[] | undefined> {
  const title = titleOfQuery(tag)
  const look = await vscode.window.showQuickPick(queryLooks, { title })
  if (!look) return undefined
  if (look.lines) return look.lines
  const tree = await send(client, domainTreeRequest, {})
  const fields = tree?.flatMap(({ children }) => children).find(({ path }) => path === tag)?.children ?? []
  const items = fields.map(({ name, detail }) => plainItem({ label: name, description: detail }))
  const field = await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Count by Which Field?') })
  return field && [`count-by ${field.label}`, 'show bar']
}
