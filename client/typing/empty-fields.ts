import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { TextEdit } from '../../shared/protocol/lsp.ts'
import { send } from '../../shared/protocol/request.ts'
import { removeEmptyFieldsRequest } from '../../shared/protocol/typing.ts'
import { LateEdits } from '../editor/late-edits.ts'
import { endsInQuotes } from './enter.ts'
import { lastLineOf, type StartedRecord, startedAfter } from './new-record.ts'

/**
 * Removes the fields of a new record that it does not need and that are still empty, when the cursor leaves the record:
 * with Enter, an arrow key or the mouse; or when the author saves the file. Undo brings them back in one step.
 */
export function watchNewRecords(client: BaseLanguageClient): {
  readonly watching: readonly vscode.Disposable[]
  /** Whether a line is of a new record that the cursor has not left. */
  isNew(document: vscode.TextDocument, line: number): boolean
} {
  const records = new NewRecords(client)
  const watching = [
    vscode.workspace.onDidChangeTextDocument(event => records.change(event)),
    vscode.window.onDidChangeTextEditorSelection(event => records.select(event)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => records.forget(uri)),
    // A record that was just ended, or in which the author saves, is saved without these fields.
    vscode.workspace.onWillSaveTextDocument(event => event.waitUntil(records.end(event))),
  ]
  return { watching, isNew: (document, line) => records.has(document, line) }
}

class NewRecords {
  /** The new records that the cursor has not left, by the URIs of their documents. */
  private readonly started = new Map<string, readonly StartedRecord[]>()
  /** Those that it has left, until their fields are removed. */
  private readonly left = new Map<Left, vscode.TextDocument>()
  private readonly edits = new LateEdits(true)
  /** Ends when the fields are removed. */
  done: Promise<unknown> = Promise.resolve()

  constructor(private readonly client: BaseLanguageClient) {}

  change(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges, reason } = event
    this.edits.change(event)
    for (const [left, { uri }] of this.left)
      if (document.uri.toString() === uri.toString())
        for (const change of contentChanges) followLeft(left, textOfDocument(document), change)
    if (document.languageId !== 'rec') return
    const uri = document.uri.toString()
    const before = this.started.get(uri) ?? []
    const isTyped = reason === undefined && document === vscode.window.activeTextEditor?.document
    let records = before
    for (const change of contentChanges) records = startedAfter(records, change)
    // What undo and redo write is as the author has left it.
    if (!isTyped) records = records.filter(({ isEntered }) => isEntered)
    if (records.length > 0) this.started.set(uri, records)
    else this.started.delete(uri)
  }

  select({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const { document } = textEditor
    const uri = document.uri.toString()
    const records = this.started.get(uri)
    if (!records) return
    const textOf = textOfDocument(document)
    const isInside = ({ start: { line } }: StartedRecord): boolean =>
      selections.some(({ active }) => line <= active.line && active.line <= lastLineOf(line, textOf))
    // Enter inside quotes may have broken the line, which is mended next.
    const isBroken = ({ start: { line } }: StartedRecord): boolean => endsInQuotes(textOf(line) ?? '')
    const left = records.filter(record => record.isEntered && !isInside(record) && !isBroken(record))
    const kept = records.filter(record => !left.includes(record))
    this.started.set(
      uri,
      kept.map(record => ({ ...record, isEntered: record.isEntered || isInside(record) })),
    )
    const removed = left.map(record => this.remove(textEditor, record).catch(() => undefined))
    if (removed.length > 0) this.done = Promise.all([this.done, ...removed])
  }

  has(document: vscode.TextDocument, line: number): boolean {
    const records = this.started.get(document.uri.toString()) ?? []
    return records.some(({ start }) => start.line <= line && line <= lastLineOf(start.line, textOfDocument(document)))
  }

  /**
   * Ends the new records of a file that its author saves.
   *
   * @returns the edits that remove their fields, behind those that are still made
   */
  async end({ document, reason }: vscode.TextDocumentWillSaveEvent): Promise<vscode.TextEdit[]> {
    await this.done
    // VS Code saves what has never been saved as another document.
    const uris = [document.uri, document.uri.with({ scheme: 'untitled' })]
    const uri = uris.find(one => this.started.has(one.toString())) ?? document.uri
    const ended = this.started.get(uri.toString()) ?? []
    // A file that saves itself is still being written.
    if (reason !== vscode.TextDocumentSaveReason.Manual || !removesFields(document)) return []
    this.forget(uri)
    const answers = await Promise.all(ended.map(record => this.ask(uri, record)))
    return this.client.protocol2CodeConverter.asTextEdits(answers.flatMap(edits => edits ?? []))
  }

  forget(uri: vscode.Uri): void {
    this.started.delete(uri.toString())
  }

  private ask(uri: vscode.Uri, { start, fields }: StartedRecord): Promise<TextEdit[] | null> {
    const params = { uri: this.client.code2ProtocolConverter.asUri(uri), line: start.line, fields: [...fields] }
    return send(this.client, removeEmptyFieldsRequest, params)
  }

  private async remove(editor: vscode.TextEditor, record: StartedRecord): Promise<void> {
    const { document } = editor
    if (!removesFields(document)) return
    const left: Left = { record, changes: 0 }
    this.left.set(left, document)
    try {
      for (let attempts = 5; attempts > 0 && left.record; attempts--) {
        const { changes } = left
        const edits = await this.ask(document.uri, left.record)
        // Otherwise, the answer may be about another text.
        if (left.changes > changes) continue
        for (const edit of edits ?? []) this.edits.add(editor, edit)
        return await this.edits.make()
      }
    } finally {
      this.left.delete(left)
    }
  }
}

/** A record that the cursor has left; undefined if its start was replaced. */
interface Left {
  record: StartedRecord | undefined
  /** How many changes there were since then, in it or above. */
  changes: number
}

function followLeft(
  left: Left,
  textOf: (line: number) => string | undefined,
  change: vscode.TextDocumentContentChangeEvent,
): void {
  const { record } = left
  if (!record || change.range.start.line > lastLineOf(record.start.line, textOf)) return
  left.changes++
  left.record = startedAfter([record], change).find(({ fields }) => fields === record.fields)
}

/** Whether new records have fields that are not required. */
const removesFields = (document: vscode.TextDocument): boolean =>
  vscode.workspace.getConfiguration('recline', document).get('newRecords') !== 'required'

const textOfDocument =
  (document: vscode.TextDocument) =>
  (line: number): string | undefined =>
    line < document.lineCount ? document.lineAt(line).text : undefined
