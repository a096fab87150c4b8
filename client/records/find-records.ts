import * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { DomainNode } from '../../shared/protocol/domains.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { send } from '../../shared/protocol/request.ts'
import { type TableFilter, tableTagsRequest } from '../../shared/protocol/table/table.ts'
import { tableReferencesRequest } from '../../shared/protocol/table/table-cells.ts'
import { tableEditRequest } from '../../shared/protocol/table/table-edit.ts'
import { changesInTurn } from '../../shared/protocol/table/table-host.ts'
import { tablePageRequests } from '../../shared/protocol/table/table-page.ts'
import { applyAnswer, applyFileChanges, type FileChange } from '../editor/apply-edits.ts'
import type { ChangePreview } from '../views/change-preview.ts'
import { type ChosenTag, chooseTag, chooseTagAndTypeOn } from '../views/choose-tag.ts'
import { chooseLocation, commonAnswers, moveCut, showLostText } from '../views/table-answers.ts'
import type { TablePanels } from '../views/table-editor.ts'
import { openPanel, openRecord } from '../views/webview.ts'

/** The command that shows the records of a tag in all files as a table. */
export function createFindCommand(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  panels: TablePanels,
  preview: ChangePreview,
): vscode.Disposable {
  // The Domains view calls it with the tag, and the overview also with the records to show.
  return vscode.commands.registerCommand(
    'recline.findRecords',
    async (node?: Pick<DomainNode, 'path'> & { readonly filter?: TableFilter }) => {
      if (node) panels.add(openTable(context, client, preview, { key: node.path, filter: node.filter }))
      else {
        const next = vscode.l10n.t('The records are opened. What you type goes to the expression that finds them.')
        const chosen = await chooseTagAndTypeOn(findTitle, send(client, tableTagsRequest, {}), next)
        if (chosen) panels.add(openTable(context, client, preview, chosen))
      }
    },
  )
}

const findTitle = vscode.l10n.t('Find Records: Choose Their Tag')

/** A table of the workspace to open. */
interface TableToFind extends Partial<Pick<ChosenTag, 'close'>> {
  readonly key: string
  /** The records that it shows; all without it. */
  readonly filter?: TableFilter | undefined
}

const panelTitle = (key: string): string => vscode.l10n.t('Find {tag}', { tag: key.slice(key.lastIndexOf('.') + 1) })

function openTable(
  context: vscode.ExtensionContext,
  client: BaseLanguageClient,
  preview: ChangePreview,
  { key, filter, close }: TableToFind,
): vscode.WebviewPanel {
  const page = { name: 'table', title: panelTitle(key), requests: tablePageRequests }
  const edited = new Set<vscode.TextDocument>()
  const undone = new History()
  const redone = new History()
  const remember = (inverse: readonly FileChange[]): void => {
    for (const { document } of inverse) edited.add(document)
    undone.push(inverse)
    redone.clear()
  }
  const table = changesInTurn(
    {
      ...commonAnswers(client, undefined, context, preview),
      start: () => ({
        isWorkspace: true,
        hasViews: true,
        table: key,
        typesOn: close !== undefined,
        ...(filter && { filter }),
      }),
      typedBefore: async ({ hasKeyboard }) => {
        const typed = await close?.()
        if (!hasKeyboard) panel.reveal()
        return typed ?? ''
      },
      tags: () => [],
      chooseTag: async () => {
        const chosen = await chooseTag(findTitle, send(client, tableTagsRequest, {}))
        if (chosen !== null) panel.title = panelTitle(chosen)
        return chosen
      },
      edit: async params => {
        const done = await applyAnswer(client, () => send(client, tableEditRequest, params), remember)
        return 'refusal' in done ? done : { record: null, note: done.note }
      },
      moveCut: params => moveCut(client, params, remember),
      editAll: ({ table: tag, where }) => vscode.commands.executeCommand<void>('recline.editRecords', { tag, where }),
      undo: () => undone.moveTo(redone),
      redo: () => redone.moveTo(undone),
      save: async () => {
        await Promise.all([...edited].map(document => document.save()))
      },
      follow: async params => {
        const location = await chooseLocation(client, (await send(client, tableReferencesRequest, params)) ?? [])
        if (location) await openRecord({ uri: location.uri, line: location.range.start.line })
        return null
      },
      open: async ({ uri, line }) => {
        if (uri !== undefined) await openRecord({ uri, line })
      },
    },
    showLostText,
  )
  const panel = openPanel(context, client, page, undefined, table.answers, 'recline.foundRecords', close !== undefined)
  panel.onDidDispose(() => {
    void close?.()
    void table.leave()
  })
  return panel
}

/** Steps to undo or to redo. VS Code undoes changes only in the editor of their file, and this view has no file. */
class History {
  private readonly steps: (readonly FileChange[])[] = []

  push(step: readonly FileChange[]): void {
    this.steps.push(step)
  }

  clear(): void {
    this.steps.length = 0
  }

  /** Applies the last step. What undoes it goes to another history. */
  async moveTo(other: History): Promise<void> {
    const step = this.steps.pop()
    if (!step) return
    const applied: Refusal | { readonly inverse: readonly FileChange[] } = await applyFileChanges(step)
    if ('refusal' in applied) throw new Error(applied.refusal)
    other.push(applied.inverse)
  }
}
