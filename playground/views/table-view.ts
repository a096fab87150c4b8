import { redo, undo } from '@codemirror/commands'
import type { LSPClient } from '@codemirror/lsp-client'
import type { CodeAction, Location } from 'vscode-languageserver-types'
import { element } from '../../client/webviews/dom.ts'
import { countedWithCommas } from '../../shared/basics/text.ts'
import { answerPage } from '../../shared/protocol/page.ts'
import { type Sender, send } from '../../shared/protocol/request.ts'
import { tableRecordRequest, tableTagsRequest } from '../../shared/protocol/table/table.ts'
import { tableCellProblemsRequest, tableReferencesRequest } from '../../shared/protocol/table/table-cells.ts'
import { type TableEditAnswer, tableEditRequest } from '../../shared/protocol/table/table-edit.ts'
import {
  askUntilApplied,
  CutRecords,
  changesInTurn,
  fixesOfCell,
  type ShownTable,
  serverAnswers,
} from '../../shared/protocol/table/table-host.ts'
import { type SavedColumnLayouts, tablePageRequests } from '../../shared/protocol/table/table-page.ts'
import { choose } from '../dialogs/choose.ts'
import type { Project, ProjectFile } from '../files/project.ts'
import { applyWorkspaceEdit } from '../files/workspace-edit.ts'
import { senderOf } from '../server/sender.ts'

/** What the table asks of the page around it. */
interface TableActions {
  /** Shows a line of a file as text. */
  readonly showText: (file: ProjectFile, line: number) => void
  /** Gives another part of the page the focus. */
  readonly leave: (isBack: boolean) => void
  /** Shows a sentence to the user. */
  readonly say: (text: string) => void
}

/** The records of the shown file as a table: the page that VS Code shows in a webview, in a frame. */
export class TableInFrame {
  readonly view = element('main', { attributes: { id: 'table', 'aria-label': 'Table', hidden: true } })
  private frame: HTMLIFrameElement | undefined
  private shown: { readonly file: ProjectFile; readonly table: ShownTable } | undefined
  private layouts: SavedColumnLayouts = []
  private readonly cut = new CutRecords()
  private readonly server: Sender<never>

  constructor(
    private readonly client: LSPClient,
    private readonly project: Project,
    private readonly actions: TableActions,
  ) {
    this.server = senderOf(client)
    addEventListener('message', event => void this.take(event))
  }

  /** Shows the records of a file; without a file, hides the table. */
  show(file: ProjectFile | undefined): void {
    this.view.hidden = !file
    if (this.shown?.file === file) return
    void this.shown?.table.leave()
    this.shown = file && { file, table: this.tableOf(file) }
    this.frame?.remove()
    this.frame = undefined
    if (!file) return
    this.frame = element('iframe', { title: `Records of ${file.name}`, attributes: { src: 'table.html' } })
    this.view.append(this.frame)
  }

  /** Tells the table that the text or its problems may have changed. */
  changed(): void {
    this.frame?.contentWindow?.postMessage({ event: 'changed' }, location.origin)
  }

  focus(): void {
    this.frame?.focus()
  }

  private async take({ source, origin, data }: MessageEvent<unknown>): Promise<void> {
    const { frame, shown } = this
    const page = frame?.contentWindow
    if (!page || !shown || source !== page || origin !== location.origin) return
    if (typeof data !== 'object' || data === null) return
    if ('leave' in data) return this.actions.leave(data.leave === 'back')
    if ('command' in data) {
      if (data.command === 'undo') undo(this.project.show(shown.file))
      if (data.command === 'redo') redo(this.project.show(shown.file))
      return
    }
    const reply = await answerPage(tablePageRequests, shown.table.answers, data)
    if (reply && this.frame === frame) page.postMessage(reply, origin)
  }

  private tableOf(file: ProjectFile): ShownTable {
    const { server, project } = this
    const { uri } = file
    const apply = (ask: () => Promise<TableEditAnswer | null>) => askUntilApplied(ask, files => this.apply(files))
    return changesInTurn(
      {
        ...serverAnswers(server, uri),
        ...this.cut.answers(server, uri),
        start: () => ({ isWorkspace: false, hasViews: false }),
        edit: async params => {
          const done = await apply(() => send(server, tableEditRequest, { ...params, uri }))
          if ('refusal' in done) return done
          const { line, note } = done
          const found = line === null ? null : await send(server, tableRecordRequest, { uri, line })
          return { record: found?.record ?? null, note }
        },
        moveCut: params => this.cut.move(server, { ...params, uri }, apply),
        undo: () => void (file.view && undo(file.view)),
        redo: () => void (file.view && redo(file.view)),
        save: () => {},
        tags: () => send(server, tableTagsRequest, { uri }),
        chooseTag: async () => {
          const tags = (await send(server, tableTagsRequest, { uri })) ?? []
          const items = tags.map(({ key, name, domain, description, count }) => ({
            label: name,
            description: count === undefined ? domain : `${domain}, ${countedWithCommas(count, 'record')}`,
            detail: description,
            key,
          }))
          return (await choose('Tag of the new record', items))?.key ?? null
        },
        writeClipboard: ({ text }) => navigator.clipboard.writeText(text),
        readClipboard: () => navigator.clipboard.readText(),
        layouts: () => this.layouts,
        saveLayout: ({ table, layout }) => {
          const others = this.layouts.filter(([key]) => key !== table)
          this.layouts = layout ? [...others, [table, layout]] : others
        },
        fix: async params => {
          const found = await send(server, tableCellProblemsRequest, { ...params, uri })
          if (!found) throw new Error('This cell has no problem.')
          const context = { diagnostics: [], only: ['quickfix'] }
          const actions = await this.client.request<object, CodeAction[] | null>('textDocument/codeAction', {
            textDocument: { uri: found.uri },
            range: found.range,
            context,
          })
          const usable = (actions ?? []).filter(({ command }) => !command)
          const fixes = fixesOfCell(usable, found.problems, fix => fix.diagnostics ?? [])
          if (fixes.length === 0) throw new Error('No quick fix is available for this problem.')
          const chosen = await choose(
            'Fixes',
            fixes.map(fix => ({ label: fix.title, fix })),
          )
          if (!chosen) return
          const { edit } = chosen.fix.edit
            ? chosen.fix
            : await this.client.request<CodeAction, CodeAction>('codeAction/resolve', chosen.fix)
          const refusal = edit && applyWorkspaceEdit(project, edit)
          if (refusal !== undefined) throw new Error(refusal)
        },
        follow: async params => {
          const [location] = (await send(server, tableReferencesRequest, { ...params, uri })) ?? []
          if (!location) throw new Error('No file in the playground has a record with this id.')
          const { line } = location.range.start
          if (location.uri === uri) return send(server, tableRecordRequest, { uri, line })
          this.goTo(location)
          return null
        },
        open: ({ line }) => this.actions.showText(file, line),
        saveText: ({ name, text }) => {
          const address = URL.createObjectURL(new Blob([text]))
          element('a', { attributes: { href: address, download: name } }).click()
          URL.revokeObjectURL(address)
          return name
        },
        chooseView: () => onlyInVsCode('Views are saved'),
        replaceValues: () => onlyInVsCode('All values of a column are replaced'),
        importData: () => onlyInVsCode('Dropped files are imported'),
        replaceText: () => onlyInVsCode('Text in all rows is replaced'),
        // It edits the records of all files, which the table of one file does not show.
        editAll: () => null,
      },
      ({ refusal, text }) => this.actions.say(`${refusal} The text was: ${text}`),
    )
  }

  private apply(files: Parameters<Parameters<typeof askUntilApplied>[1]>[0]) {
    const documentChanges = files.map(({ uri, version, edits }) => ({
      textDocument: { uri, version },
      edits: [...edits],
    }))
    const refusal = applyWorkspaceEdit(this.project, { documentChanges })
    return refusal === undefined ? undefined : { refusal, isStale: true }
  }

  private goTo({ uri, range }: Location): void {
    const file = this.project.files.find(other => other.uri === uri)
    if (file) this.actions.showText(file, range.start.line)
  }
}

function onlyInVsCode(what: string): never {
  throw new Error(`${what} only in VS Code, not in the playground.`)
}
