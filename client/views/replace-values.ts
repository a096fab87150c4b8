import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { withCommas } from '../../shared/basics/text.ts'
import {
  mappingText,
  type WrittenValue,
  type WrittenValues,
  writtenValuesRequest,
} from '../../shared/protocol/bulk-edit.ts'
import { send } from '../../shared/protocol/request.ts'
import { recordsText } from '../editor/counts.ts'
import { plainItem } from '../editor/plain-text.ts'
import { Questions } from '../editor/questions.ts'

/** The column of a table, of a file or of the workspace. */
interface ReplacedColumn {
  /** The path of the tag. */
  readonly tag: string
  readonly field: string
  readonly uri: string | undefined
}

/**
 * Lists the values that the records have in a field, with their numbers and problems. The user chooses new values for
 * some of them, and then sees and applies the changes.
 */
export async function replaceValues(client: BaseLanguageClient, column: ReplacedColumn): Promise<null> {
  const { tag, field, uri } = column
  const name = `${tag.slice(tag.lastIndexOf('.') + 1)}.${field}`
  const title = vscode.l10n.t('Replace Values of {field}', { field: name })
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Counting values') },
    (_, token) => send(client, writtenValuesRequest, { ...column, ...(uri !== undefined && { uri }) }, token),
  )
  if (!found) return null
  if (found.values.length === 0) throw new Error(vscode.l10n.t('No record has a value of {field}.', { field }))
  const questions = new Questions()
  const chosen = await chooseNewValues(title, found, questions).finally(() => questions.dispose())
  if (!chosen) return null
  const mapValue = [...chosen].map(([from, to]) => mappingText(field, from, to))
  const change = { set: [], unset: [], delete: false, mapValue, ...(uri !== undefined && { uri }) }
  await vscode.commands.executeCommand('recline.editRecords', { tag, where: '', change })
  return null
}

/** The new values by the old ones; undefined if the user cancels. */
async function chooseNewValues(
  title: string,
  found: WrittenValues,
  questions: Questions,
): Promise<ReadonlyMap<string, string> | undefined> {
  const chosen = new Map<string, string>()
  for (;;) {
    const count = chosenCount(found, chosen)
    const done = { label: replaceTitle(count), value: undefined }
    const items = found.values.map(value => plainItem(writtenValueItem(value, chosen.get(value.text))))
    const picked = await questions.item<WrittenValueItem>(chosen.size > 0 ? [done, ...items] : items, {
      title,
      placeholder:
        found.left === 0
          ? vscode.l10n.t('Choose a value to replace.')
          : vscode.l10n.t('Choose a value to replace; {count} more are left out.', { count: withCommas(found.left) }),
    })
    if (!picked) return undefined
    const { value } = picked
    if (!value) return chosen
    const text = await askForValue(title, value, found, chosen.get(value.text), questions)
    if (text === value.text) chosen.delete(value.text)
    else if (text !== undefined) chosen.set(value.text, text)
  }
}

const replaceTitle = (count: number): string =>
  count === 1
    ? vscode.l10n.t('$(check) Replace 1 value…')
    : vscode.l10n.t('$(check) Replace {count} values…', { count: withCommas(count) })

const chosenCount = ({ values }: WrittenValues, chosen: ReadonlyMap<string, string>): number =>
  values.reduce((sum, { text, count }) => sum + (chosen.has(text) ? count : 0), 0)

interface WrittenValueItem extends vscode.QuickPickItem {
  readonly value: WrittenValue | undefined
}

function writtenValueItem(value: WrittenValue, becomes: string | undefined): WrittenValueItem {
  const { text, count, problem } = value
  return {
    label: text === '' ? vscode.l10n.t('(empty)') : text,
    description: `${recordsText(count)}${becomes === undefined ? '' : ` → ${becomes}`}`,
    ...(problem !== null && { detail: problem }),
    value,
  }
}

/** Asks for the new value: one of the allowed values, or any text. */
async function askForValue(
  title: string,
  { text, meant }: WrittenValue,
  { choices }: WrittenValues,
  before: string | undefined,
  questions: Questions,
): Promise<string | undefined> {
  const question = vscode.l10n.t('What does "{text}" become?', { text })
  if (choices.length === 0)
    return (await questions.text({ title, prompt: question, value: before ?? meant ?? text })) || undefined
  const first = choices.filter(choice => choice === meant)
  const items = [...first, ...choices.filter(choice => choice !== meant)].map(choice =>
    plainItem({ label: choice, choice }),
  )
  return (await questions.item(items, { title, placeholder: question }))?.choice
}
