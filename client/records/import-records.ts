import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { once } from '../../shared/basics/once.ts'
import { dataExtensions } from '../../shared/protocol/data-files.ts'
import {
  type ImportChoices,
  type ImportedInto,
  type ImportedRecords,
  importIntoRequest,
  importPageRequests,
  importRequest,
  type ShownImport,
  storedChoices,
} from '../../shared/protocol/import.ts'
import { type OwnRequest, type Refusal, send } from '../../shared/protocol/request.ts'
import { activeFile, fileName, pickFile } from '../editor/active-file.ts'
import type { ChangePreview } from '../views/change-preview.ts'
import { openPanel } from '../views/webview.ts'
import { type DataSource, type FileData, nameOfData, type ReadTableFile, readData } from './data-file.ts'
import { addedProblemNotes } from './edit-records.ts'
import { placeForRecords } from './place-for-records.ts'
import { usePractice } from './use-practice.ts'

/** The number of lines that the page shows. */
const previewLines = 10

/** The command that imports a file of data into a `.rec` file. */
export const createImportCommand = (
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  changes: ChangePreview,
  readTableFile: ReadTableFile,
): vscode.Disposable =>
  // A menu of the Explorer gives all selected files as its second argument.
  vscode.commands.registerCommand('recline.import', async (given?: DataSource, chosen?: unknown) => {
    const isTarget = given instanceof vscode.Uri && given.path.endsWith('.rec')
    const active = vscode.window.activeTextEditor?.document.uri
    const activeData = active && /\.(?:csv|tsv|ndjson|jsonl)$/i.test(active.path) ? active : undefined
    const dropTarget = chosen instanceof vscode.Uri ? chosen : undefined
    const target = isTarget ? given : (dropTarget ?? activeFile() ?? visibleFile() ?? (await chooseTarget()))
    if (!target) return
    const title = vscode.l10n.t('Import Records into {file}', { file: fileName(target) })
    const source = given && !isTarget ? given : (activeData ?? (await askForFile(target, title)))
    if (!source) return
    const data = await readData(source, context, readTableFile)
    if (data) await showImport({ context, client, changes, readTableFile }, nameOfData(source), data, target)
  })

/** What the page needs of the extension. */
interface ImportParts {
  readonly context: vscode.ExtensionContext
  readonly client: BaseLanguageClient
  readonly changes: ChangePreview
  readonly readTableFile: ReadTableFile
}

const visibleFile = (): vscode.Uri | undefined =>
  vscode.window.visibleTextEditors.find(({ document }) => document.languageId === 'rec')?.document.uri

/** The file that the user picks; in a workspace without records, a new one. */
async function chooseTarget(): Promise<vscode.Uri | undefined> {
  const files = await vscode.workspace.findFiles('**/*.rec', undefined, 1)
  if (files.length > 0) return pickFile(vscode.l10n.t('Import Records into Which File?'))
  return vscode.commands.executeCommand<vscode.Uri | undefined>('recline.newFile', undefined, 'import')
}

async function askForFile(target: vscode.Uri, title: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    openLabel: vscode.l10n.t('Import'),
    defaultUri: vscode.Uri.joinPath(target, '..'),
    filters: { 'CSV, JSON, NDJSON, Parquet and Excel': dataExtensions },
  })
  return chosen?.[0]
}

/**
 * Shows what the data becomes, until the user inserts it or closes the page.
 *
 * @param file the name of the file of data
 */
async function showImport(
  { context, client, changes, readTableFile }: ImportParts,
  file: string,
  source: FileData,
  target: vscode.Uri,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(target)
  const uri = client.code2ProtocolConverter.asUri(target)
  const lineNow = (): number => {
    const editor = vscode.window.visibleTextEditors.find(shown => shown.document === document)
    return editor?.selection.active.line ?? document.lineCount - 1
  }
  let base: { readonly name: string; readonly data: FileData } | undefined
  /** The data, with their names in the row that the user chose. */
  const contentOf = async (data: FileData, { header }: ImportChoices): Promise<FileData['content'] | undefined> =>
    data.withHeader ? data.withHeader(header) : data.content
  /** Asks the server about the data. */
  const ask = async <Answer>(
    request: OwnRequest<(typeof importRequest)['params'], Answer>,
    choices: ImportChoices,
    line: number,
    token?: vscode.CancellationToken,
  ): Promise<Answer | null> => {
    const data = await contentOf(source, choices)
    // Only the changes of records that exist need the last table.
    const last = base && request.method === importIntoRequest.method ? await contentOf(base.data, choices) : undefined
    if (data === undefined) return null
    return send(client, request, { ...choices, uri, line, data, ...(last !== undefined && { base: last }) }, token)
  }
  const read = async (choices: ImportChoices, line: number): Promise<ImportedRecords> => {
    const records = await ask(importRequest, choices, line)
    if (!records) throw new Error(vscode.l10n.t('{file} could not be read; the output of Recline says why.', { file }))
    return records
  }
  const memory = new RememberedChoices(
    context,
    once(() => read({ tag: null, fields: [] }, lineNow())),
  )
  const page = {
    name: 'import',
    title: vscode.l10n.t('Import {file} into {target}', { file, target: fileName(target) }),
    requests: importPageRequests,
  }
  const panel = openPanel(context, client, page, target, {
    remembered: () => memory.find(),
    preview: async choices => {
      const line = lineNow()
      const records = await read(choices, line)
      const { into, text } = records
      const isReady = into !== 'new' && text !== ''
      const changed = isReady ? await ask(importIntoRequest, { ...choices, into }, line) : null
      return {
        ...records,
        text: text.split('\n', previewLines).join('\n'),
        changes: changed && withoutFiles(changed),
        base: base?.name ?? null,
      }
    },
    chooseBase: async () => {
      const last = await askForFile(target, vscode.l10n.t('Choose the Table of the Last Import'))
      const data = last && (await readData(last, context, readTableFile))
      if (last && data) base = { name: fileName(last), data }
    },
    forgetBase: () => {
      base = undefined
      return null
    },
    usePractice: async ({ extension }) => {
      await usePractice(client, target, extension)
      return null
    },
    insert: async choices => {
      const line = lineNow()
      const { into, tag, text, notes: readNotes } = await read(choices, line)
      if (text === '') throw new Error(vscode.l10n.t('There are no records to insert.'))
      if (into === 'new') await insertImported(document, line, text)
      else
        changes.show(titleOfImport(file, tag), async token => {
          const changed = await ask(importIntoRequest, { ...choices, into }, line, token)
          if (!changed) return null
          if ('refusal' in changed) return { files: [], notes: [changed.refusal] }
          const { files, counts, problems, notes } = changed
          // A cell that could not be read removes a value, so the list says what was read otherwise than it is written.
          return { files, notes: [counts, ...addedProblemNotes('import', problems), ...notes, ...readNotes] }
        })
      await memory.keep(choices)
      // The page gets its answer before it is closed.
      setTimeout(() => panel.dispose())
    },
  })
}

const titleOfImport = (file: string, tag: string | null): string =>
  tag === null
    ? vscode.l10n.t('Import {file}', { file })
    : vscode.l10n.t('Import {file} into {target}', { file, target: tag })

/** What the page shows of changes: their files can be large. */
function withoutFiles(changed: Refusal | ImportedInto): ShownImport['changes'] {
  if ('refusal' in changed) return changed
  const { files: _, ...told } = changed
  return told
}

/** The choices of the last imports in this workspace, by the columns of their data. */
class RememberedChoices {
  /** @param readAsItIs reads the data without any choice */
  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly readAsItIs: () => Promise<ImportedRecords>,
  ) {}

  async find(): Promise<ImportChoices | null> {
    const all = this.all()
    if (all.length === 0) return null
    const columns = await this.columns()
    return storedChoices(all.find(one => one.columns === columns)?.choices)
  }

  async keep(choices: ImportChoices): Promise<void> {
    const columns = await this.columns()
    const others = this.all().filter(one => one.columns !== columns)
    await this.context.workspaceState.update(
      memoryKey,
      [{ columns, choices }, ...others].slice(0, mostRememberedChoices),
    )
  }

  private async columns(): Promise<string> {
    const { columns } = await this.readAsItIs()
    return JSON.stringify(columns.map(({ column }) => column)).slice(0, mostRememberedCharacters)
  }

  private all(): readonly { readonly columns: string; readonly choices: unknown }[] {
    return this.context.workspaceState.get(memoryKey, [])
  }
}

const memoryKey = 'recline.imports'
const mostRememberedChoices = 20
const mostRememberedCharacters = 5000

/** Inserts records as one step of undo, and shows them. */
async function insertImported(document: vscode.TextDocument, line: number, records: string): Promise<void> {
  const [position, text] = placeForRecords(document, line, records)
  const edit = new vscode.WorkspaceEdit()
  edit.insert(document.uri, position, text)
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('VS Code could not change the file; try again.'))
  const shown = vscode.window.visibleTextEditors.find(editor => editor.document === document)
  const start = new vscode.Position(text.startsWith('\n') ? position.line + 1 : position.line, 0)
  shown?.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport)
}
