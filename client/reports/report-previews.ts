import type { MarkdownIt } from 'markdown-it'
import * as vscode from 'vscode'
import { type BaseLanguageClient, State } from 'vscode-languageclient'
import { recordFences } from '../../shared/markdown/record-fences.ts'
import { filledBlocksRequest } from '../../shared/protocol/report-blocks.ts'
import { send } from '../../shared/protocol/request.ts'
import { withReportBlocks } from './markdown-plugin.ts'
import { PreviewAnswers } from './preview-answers.ts'

/** The blocks of reports in the previews of Markdown that VS Code has. */
export class ReportPreviews {
  private readonly answers: PreviewAnswers

  constructor(private readonly client: BaseLanguageClient) {
    this.answers = new PreviewAnswers(
      (uri, texts) => send(client, filledBlocksRequest, { uri, ...texts }),
      () => void vscode.commands.executeCommand('markdown.preview.refresh'),
      hasPreview,
      typingPause,
    )
  }

  /** Makes the reader of Markdown of VS Code show blocks. VS Code calls it when it shows its first preview. */
  readonly extendMarkdownIt = (md: MarkdownIt): MarkdownIt =>
    withReportBlocks(md, this.answers, environment => {
      const { currentDocument } = (environment ?? {}) as { readonly currentDocument?: unknown }
      return currentDocument instanceof vscode.Uri
        ? this.client.code2ProtocolConverter.asUri(currentDocument)
        : undefined
    })

  /** Fills the blocks again, as the server knows of a change of a file on disk. */
  changed(): void {
    this.answers.changed()
  }

  /** Fills the blocks again when records change. */
  watch(): vscode.Disposable[] {
    const { answers, client } = this
    const isOfRecords = (document: vscode.TextDocument): boolean =>
      document.languageId === 'rec' ||
      (document.languageId === 'markdown' && recordFences(document.getText()).length > 0)
    return [
      answers,
      vscode.workspace.onDidChangeTextDocument(
        ({ document, contentChanges }) => isOfRecords(document) && contentChanges.length > 0 && answers.changed(),
      ),
      // What was not saved is gone.
      vscode.workspace.onDidCloseTextDocument(document => isOfRecords(document) && answers.changed()),
      client.onDidChangeState(({ newState }) => newState === State.Running && answers.changed()),
    ]
  }
}

/** For how long nobody must have typed before blocks are filled, in milliseconds. */
const typingPause = 200

/** Whether there is a preview of Markdown. */
const hasPreview = (): boolean =>
  vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputCustom) &&
        input.viewType.includes('markdown.preview'),
    ),
  )
