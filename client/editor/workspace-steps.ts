import * as vscode from 'vscode'
import { type BaseLanguageClient, DidChangeWatchedFilesNotification, FileChangeType } from 'vscode-languageclient'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { savedStep, type TextStep } from '../../shared/protocol/bulk-change.ts'
import { type Refusal, readParams } from '../../shared/protocol/request.ts'
import { applyFileChanges } from './apply-edits.ts'
import { filesText } from './counts.ts'
import { withoutLinks } from './plain-text.ts'
import { isInTab } from './tabs.ts'
import {
  type FileStep,
  makeStep,
  type NotMade,
  type StepFiles,
  type TextChangeOf,
  type TextNow,
  takeBackStep,
} from './text-step.ts'

/**
 * Replaces the text of a file on a disk, unless it has another text or another program writes it meanwhile. Returns why
 * it was not written, as a sentence.
 */
export type ReplaceText = (uri: vscode.Uri, before: string, after: string) => Promise<string | undefined>

/** The command that takes the last change of many files back. */
export const undoStepCommand = 'recline.undoWorkspaceEdit'

/**
 * Changes many files at once: those that are open as edits, which are not saved, and the others on the disk. Remembers
 * the last change, also when VS Code is started again, to take it back in all of them.
 */
export class WorkspaceSteps implements StepFiles {
  private last: TextStep | undefined
  /** The change whose undo in the editor needs no word, or has had it. */
  private noticed: TextStep | undefined
  private readonly file: vscode.Uri | undefined
  /** Runs one change after the other. */
  private running: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly client: BaseLanguageClient,
    private readonly replaceText: ReplaceText,
    { storageUri }: vscode.ExtensionContext,
  ) {
    this.file = storageUri && vscode.Uri.joinPath(storageUri, 'last-workspace-edit.json')
  }

  register(): vscode.Disposable[] {
    return [
      vscode.commands.registerCommand(undoStepCommand, () => this.takeBack()),
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (reason === vscode.TextDocumentChangeReason.Undo) void this.noticeUndo(document)
      }),
    ]
  }

  /** Makes the changes of all files, or none. */
  make(title: string, planned: readonly FileStep[]): Promise<Refusal | null> {
    return this.afterOthers(async () => {
      const before = this.last ?? (await this.saved())
      const made = await makeStep(title, planned, this, step => this.remember(step))
      await this.tellServer(planned)
      if ('step' in made) return null
      await this.remember(made.halfDone.length > 0 ? this.last : before)
      return { refusal: sentenceFor(made, vscode.l10n.t('nothing was written')) }
    })
  }

  /** Remembers a change that VS Code has made itself, and can undo itself, so that it can be taken back here too. */
  async rememberOther(step: TextStep): Promise<void> {
    this.noticed = step
    await this.remember(step)
  }

  private async remember(step: TextStep | undefined): Promise<void> {
    this.last = step
    if (!this.file) return
    try {
      if (step) await vscode.workspace.fs.writeFile(this.file, new TextEncoder().encode(JSON.stringify(step)))
      else await vscode.workspace.fs.delete(this.file)
    } catch {
      // It can still be taken back until VS Code ends.
    }
  }

  private async takeBack(): Promise<void> {
    const step = this.last ?? (await this.saved())
    if (!step)
      return void vscode.window.showInformationMessage(vscode.l10n.t('There is no change of many files to take back.'))
    const { title, files } = step
    const open = files.filter(({ uri }) => this.openDocument(uri)).length
    const inAll = { open: filesText(open), others: filesText(files.length - open) }
    const onlyOpen = vscode.l10n.t('This changes {open} as an edit.', inAll)
    const onlyOthers = vscode.l10n.t('This changes {others} on the disk.', inAll)
    const both = vscode.l10n.t('This changes {open} as an edit, and {others} on the disk.', inAll)
    const oneOf = open === files.length ? onlyOpen : onlyOthers
    const detail = open > 0 && open < files.length ? both : oneOf
    const chosen = await vscode.window.showWarningMessage(
      withoutLinks(vscode.l10n.t('Take back "{title}" in {files}?', { title, files: filesText(files.length) })),
      { modal: true, detail },
      vscode.l10n.t('Take Back'),
    )
    if (chosen) await this.takeBackNow(step)
  }

  private async takeBackNow(step: TextStep): Promise<void> {
    const back = await this.afterOthers(() => takeBackStep(step, this))
    await this.tellServer(step.files)
    if (!('count' in back))
      return void vscode.window.showErrorMessage(
        withoutLinks(sentenceFor(back, vscode.l10n.t('nothing was taken back'))),
      )
    await this.remember(undefined)
    void vscode.window.showInformationMessage(
      withoutLinks(
        vscode.l10n.t('"{title}" was taken back in {files}.', { title: step.title, files: filesText(back.count) }),
      ),
    )
  }

  private async saved(): Promise<TextStep | undefined> {
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(this.file!))
      const read = readParams('the last change', savedStep, JSON.parse(text))
      return 'params' in read ? read.params : undefined
    } catch {
      return undefined
    }
  }

  /** VS Code undoes only what is open. Says so if the rest of a change stays. */
  private async noticeUndo(document: vscode.TextDocument): Promise<void> {
    const step = this.last
    const uri = this.client.code2ProtocolConverter.asUri(document.uri)
    const own = step?.files.find(file => file.uri === uri)
    if (!step || !own || step.files.length < 2 || fingerprint(document.getText()) !== own.before) return
    const others = step.files.filter(file => file !== own && !this.openDocument(file.uri)).length
    if (others === 0 || this.noticed === step) return
    this.noticed = step
    const chosen = await vscode.window.showWarningMessage(
      withoutLinks(
        others === 1
          ? vscode.l10n.t('Undo took "{title}" back in what is open. 1 other file still has it.', { title: step.title })
          : vscode.l10n.t('Undo took "{title}" back in what is open. {count} other files still have it.', {
              title: step.title,
              count: others,
            }),
      ),
      vscode.l10n.t('Take Back in All'),
    )
    if (chosen && this.last === step) await this.takeBackNow(step)
  }

  async read(uri: string): Promise<TextNow | undefined> {
    const document = this.openDocument(uri)
    if (document) return { text: document.getText(), isOpen: true }
    try {
      const bytes = await vscode.workspace.fs.readFile(this.client.protocol2CodeConverter.asUri(uri))
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isOpen: false }
    } catch {
      return undefined
    }
  }

  async edit(files: readonly TextChangeOf[]): Promise<boolean> {
    const changes = files.map(({ uri, before, edits }) => {
      const document = this.openDocument(uri)
      return document?.getText() === before ? { document, version: document.version, edits } : undefined
    })
    const known = changes.filter(change => change !== undefined)
    return known.length === files.length && 'inverse' in (await applyFileChanges(known))
  }

  async write(uri: string, before: string, after: string): Promise<string | undefined> {
    const file = this.client.protocol2CodeConverter.asUri(uri)
    // The user can have opened and changed it meanwhile.
    if (this.openDocument(uri)?.isDirty) return `${vscode.workspace.asRelativePath(file)} has changed.`
    return this.replaceText(file, before, after)
  }

  /** The document of a file that the user sees or has changed. Others can be a leftover, which VS Code drops soon. */
  openDocument(uri: string): vscode.TextDocument | undefined {
    const key = this.client.protocol2CodeConverter.asUri(uri).toString()
    const document = vscode.workspace.textDocuments.find(one => one.uri.toString() === key)
    return document && (document.isDirty || isInTab(document.uri)) ? document : undefined
  }

  private afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.running.then(work, work)
    this.running = result.catch(() => undefined)
    return result
  }

  /** Tells the server at once which files have changed on the disk: watchers are late, and missing on some disks. */
  private async tellServer(files: readonly { readonly uri: string }[]): Promise<void> {
    const changes = files
      .filter(({ uri }) => !this.openDocument(uri))
      .map(({ uri }) => ({ uri, type: FileChangeType.Changed }))
    if (changes.length > 0) await this.client.sendNotification(DidChangeWatchedFilesNotification.method, { changes })
  }
}

/** Why a step was not made, as a sentence or two. */
function sentenceFor({ changed, reason, halfDone }: NotMade, consequence: string): string {
  const name = (uri: string): string => vscode.workspace.asRelativePath(vscode.Uri.parse(uri))
  const names = (uris: readonly string[]): string => {
    const more = uris.length > 5 ? [vscode.l10n.t('{count} more', { count: uris.length - 5 })] : []
    return [...uris.slice(0, 5).map(name), ...more].join(', ')
  }
  const why = reason === '' ? haveChangedSince(names(changed), changed.length) : reason.replace(/\.$/, '')
  if (halfDone.length === 0) return vscode.l10n.t('{why}, so {consequence}.', { why, consequence })
  return vscode.l10n.t(
    '{why}. These files could not be put back: {files}. Run Undo Last Workspace Edit when they can be written.',
    { why, files: names(halfDone) },
  )
}

const haveChangedSince = (files: string, count: number): string =>
  count === 1
    ? vscode.l10n.t('{files} has changed since', { files })
    : vscode.l10n.t('{files} have changed since', { files })
