import * as vscode from 'vscode'
import type { BaseLanguageClient, Location } from 'vscode-languageclient'
import type { Refusal } from '../shared/protocol/refusal.ts'
import { send } from '../shared/protocol/request.ts'
import {
  type TableEditAnswer,
  type TableEditDone,
  type TableRecord,
  type TagChoice,
  tableCellProblemsRequest,
  tableCsvRequest,
  tableEditRequest,
  tableRecordRequest,
  tableReferencesRequest,
  tableRowsRequest,
  tablesRequest,
  tableTagsRequest,
  tableValuesRequest,
} from '../shared/protocol/table.ts'
import type { tablePageRequests } from '../shared/protocol/table-page.ts'
import { fileName } from './active-file.ts'
import { chooseFix } from './choose-fix.ts'
import { readLayouts, saveLayout } from './table-layouts.ts'
import type { Answers } from './webview.ts'

/**
 * The answers to the requests of a table view.
 *
 * @param startLines the lines that new tables start at, by the addresses of their files
 * @param memory what VS Code remembers for all workspaces
 */
export function tableAnswers(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  startLines: Map<string, number>,
  memory: vscode.Memento,
): Answers<typeof tablePageRequests> {
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  return {
    tables: () => send(client, tablesRequest, { uri }),
    rows: params => send(client, tableRowsRequest, { ...params, uri }),
    values: params => send(client, tableValuesRequest, { ...params, uri }),
    start: () => {
      const line = startLines.get(document.uri.toString())
      startLines.delete(document.uri.toString())
      return line === undefined ? null : send(client, tableRecordRequest, { uri, line })
    },
    edit: async params => {
      const answer = await send(client, tableEditRequest, { ...params, uri })
      return applyEdit(client, document, answer, params.version)
    },
    undo: () => vscode.commands.executeCommand<void>('undo'),
    redo: () => vscode.commands.executeCommand<void>('redo'),
    save: () => vscode.commands.executeCommand<void>('workbench.action.files.save'),
    tags: () => send(client, tableTagsRequest, { uri }),
    chooseTag: async () => chooseTag((await send(client, tableTagsRequest, { uri })) ?? []),
    copy: async params => {
      const csv = await send(client, tableCsvRequest, { ...params, uri })
      if (csv !== null) await vscode.env.clipboard.writeText(csv)
    },
    follow: async params => {
      const locations = await send(client, tableReferencesRequest, { ...params, uri })
      return follow(client, document, locations ?? [])
    },
    layouts: () => readLayouts(memory),
    saveLayout: ({ table, layout }) => saveLayout(memory, table, layout),
    fix: async params => {
      const range = await send(client, tableCellProblemsRequest, { ...params, uri })
      if (!range) throw new Error('This cell has no problem.')
      await chooseFix(document.uri, client.protocol2CodeConverter.asRange(range))
    },
    openLine: ({ line }) => showText(document.uri, new vscode.Position(line, 0), vscode.ViewColumn.Beside),
  }
}

/** Applies the edits of the server as one step of undo, unless the text has changed since. */
async function applyEdit(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  answer: TableEditAnswer | null,
  version: number,
): Promise<Refusal | TableEditDone> {
  if (!answer) return { refusal: 'The language server could not make the change; see its output for the reason.' }
  if ('refusal' in answer) return answer
  if (document.version !== version)
    return { refusal: 'The file has changed in the meantime, so nothing was written; check the table and try again.' }
  const { edits, record, note } = answer
  const change = new vscode.WorkspaceEdit()
  change.set(
    document.uri,
    edits.map(({ range, newText }) => new vscode.TextEdit(client.protocol2CodeConverter.asRange(range), newText)),
  )
  const isApplied = edits.length === 0 || (await vscode.workspace.applyEdit(change))
  if (!isApplied) return { refusal: 'VS Code did not change the file; it may be read-only.' }
  return { record, note }
}

/** Lets the user pick the tag of a new record; null if the user cancels. */
async function chooseTag(tags: readonly TagChoice[]): Promise<string | null> {
  const items = tags.map(({ key, name, domain, description }) => ({
    label: name,
    description: domain,
    detail: description,
    key,
  }))
  const title = 'Choose the Tag of the New Record'
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true })
  return chosen?.key ?? null
}

/**
 * Goes to the record at a location; if there are several, the user picks one. A record of the same file is returned,
 * and the page goes to it.
 */
async function follow(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  locations: readonly Location[],
): Promise<TableRecord | null> {
  if (locations.length === 0) throw new Error('No file in the workspace has a record with this id.')
  const items = locations.map(location => {
    const { uri, range } = client.protocol2CodeConverter.asLocation(location)
    return { label: fileName(uri), description: `line ${range.start.line + 1}`, uri, start: range.start }
  })
  const item =
    items.length > 1 ? await vscode.window.showQuickPick(items, { title: 'Choose a Referenced Record' }) : items[0]
  if (!item) return null
  if (item.uri.toString() !== document.uri.toString()) {
    await showText(item.uri, item.start)
    return null
  }
  const uri = client.code2ProtocolConverter.asUri(document.uri)
  return send(client, tableRecordRequest, { uri, line: item.start.line })
}

/** Shows a position of a file in a text editor. */
async function showText(uri: vscode.Uri, start: vscode.Position, viewColumn?: vscode.ViewColumn): Promise<void> {
  await vscode.window.showTextDocument(uri, {
    selection: new vscode.Range(start, start),
    ...(viewColumn !== undefined && { viewColumn }),
  })
}
