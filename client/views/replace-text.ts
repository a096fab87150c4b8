import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { PageParams } from '../../shared/protocol/page.ts'
import { send } from '../../shared/protocol/request.ts'
import { replaceTextRequest } from '../../shared/protocol/table/table-edit.ts'
import type { tablePageRequests } from '../../shared/protocol/table/table-page.ts'
import { recordsText } from '../editor/counts.ts'
import { plainItem, withoutLinks } from '../editor/plain-text.ts'
import { Questions } from '../editor/questions.ts'
import type { ChangePreview } from './change-preview.ts'

/** The rows of a table, and the cell with the cursor. */
type RowsToReplaceIn = PageParams<(typeof tablePageRequests)['replaceText']> & { readonly uri: string | undefined }

const title = vscode.l10n.t('Find and Replace in Table')

/** What was looked for last, to be offered again. */
let lastReplaced = { find: '', replacement: '' }

/** Asks for a text, and for what replaces it in the rows of a table. Then shows the changes. */
export async function replaceTextIn(
  client: BaseLanguageClient,
  rows: RowsToReplaceIn,
  preview: ChangePreview,
): Promise<null> {
  const questions = new Questions()
  const replacing = await askWhat(questions, rows).finally(() => questions.dispose())
  if (!replacing) return null
  const { find, replacement, has } = replacing
  const { uri, table, query, columns, column } = rows
  const params = {
    ...(uri !== undefined && { uri }),
    table,
    query,
    columns: has('column') ? [column] : columns,
    find,
    replacement,
    matchesCase: has('case'),
    isWholeCell: has('whole'),
  }
  preview.show(vscode.l10n.t('Replace "{text}"', { text: find }), async token => {
    const found = await send(client, replaceTextRequest, params, token)
    if (!found) return null
    const notes = [
      ...(found.files.length === 0
        ? [vscode.l10n.t('No cell has "{text}". Ids are not searched; rename them in their cells.', { text: find })]
        : []),
      ...(found.left > 0
        ? [
            vscode.l10n.t('{records} with text that is not closed stay as they are; change them in the text.', {
              records: recordsText(found.left),
            }),
          ]
        : []),
    ]
    return { files: found.files, notes }
  })
  return null
}

/** What to find, what replaces it, and how. */
interface Replacing {
  readonly find: string
  readonly replacement: string
  has(option: 'column' | 'case' | 'whole'): boolean
}

async function askWhat(questions: Questions, { column, cell }: RowsToReplaceIn): Promise<Replacing | undefined> {
  const find = await questions.text({
    title: `${title} (1/3)`,
    prompt: vscode.l10n.t('The text to find in the rows that the table shows'),
    value: cell.length > 0 && cell.length <= 80 ? cell : lastReplaced.find,
    validateInput: text => (text === '' ? vscode.l10n.t('Type a text to find.') : undefined),
  })
  if (!find) return undefined
  const replacement = await questions.text({
    title: `${title} (2/3)`,
    prompt: withoutLinks(
      vscode.l10n.t('What replaces "{text}"? A cell that becomes empty loses its field.', { text: find }),
    ),
    value: find === lastReplaced.find ? lastReplaced.replacement : '',
  })
  if (replacement === undefined) return undefined
  lastReplaced = { find, replacement }
  const options = [
    { label: vscode.l10n.t('Only in the column {column}', { column }), id: 'column', picked: true },
    { label: vscode.l10n.t('Match case'), id: 'case' },
    { label: vscode.l10n.t('Match whole cells'), id: 'whole' },
  ]
  const picked = await questions.items(options.map(plainItem), {
    title: `${title} (3/3)`,
    placeholder: vscode.l10n.t('How to find it'),
  })
  return picked && { find, replacement, has: id => picked.some(option => option.id === id) }
}
