import { type LSPClient, LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client'
import { ChangeSet, type EditorState, type Text, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { TextFile } from '../../shared/link/text-file.ts'

/** A file of the project. The server has all of them open, the editor shows one. */
export class ProjectFile implements WorkspaceFile {
  /** The editor, while it shows the file. */
  view: EditorView | null = null
  /** What the server knows: the text of `version`. */
  doc: Text
  /** What has changed since, while no editor shows the file. */
  unsent: ChangeSet
  private hidden: EditorState

  constructor(
    readonly name: string,
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    state: EditorState,
  ) {
    this.hidden = state
    this.doc = state.doc
    this.unsent = ChangeSet.empty(state.doc.length)
  }

  /** The state of its editor, also while it is not shown. */
  get state(): EditorState {
    return this.view?.state ?? this.hidden
  }

  getView(): EditorView | null {
    return this.view
  }

  /** Keeps the state of the editor, which is about to show another file. */
  hide(): void {
    if (this.view) this.hidden = this.view.state
    this.view = null
  }

  /** Changes the file, whether it is shown or not. */
  update(update: TransactionSpec): void {
    if (this.view) {
      this.view.dispatch(update)
      return
    }
    const transaction = this.hidden.update(update)
    this.hidden = transaction.state
    this.unsent = this.unsent.compose(transaction.changes)
  }
}

/** Makes the state of the editor of a file. */
export type MakeState = (text: string, uri: string, languageId: string) => EditorState

/**
 * The files of the playground, all in memory and all open in the server, which then needs no list of files. The name of
 * a file decides what it is: records, a descriptor or `recline.json`.
 */
export class Project extends Workspace {
  files: ProjectFile[] = []
  private lastVersion = 0
  private shown: ProjectFile | undefined
  private readonly listeners: (() => void)[] = []

  /**
   * @param makeState makes the state of the editor of a new file
   * @param showState shows a state in the editor
   */
  constructor(
    client: LSPClient,
    private readonly makeState: MakeState,
    private readonly showState: (state: EditorState) => EditorView,
  ) {
    super(client)
  }

  /** The file that the editor shows. */
  get current(): ProjectFile | undefined {
    return this.shown
  }

  /** Calls a listener when files come or go, or another one is shown. */
  onChange(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** The files as they are now. */
  texts(): TextFile[] {
    return this.files.map(({ name, state }) => ({ name, text: state.doc.toString() }))
  }

  /** Shows other files than before, the first one in the editor. */
  replace(files: readonly TextFile[], shown = 0): void {
    this.client.sync()
    this.shown?.hide()
    this.shown = undefined
    for (const { uri } of this.files) this.client.didClose(uri)
    this.files = []
    for (const file of files) this.open(file)
    this.show(this.files[shown] ?? this.files[0]!)
  }

  /** Adds a file and shows it. */
  add(file: TextFile): EditorView {
    return this.show(this.open(file))
  }

  /** Removes a file, unless it is the last one. */
  remove(file: ProjectFile): void {
    if (this.files.length === 1) return
    const place = this.files.indexOf(file)
    const next = this.files[place + 1] ?? this.files[place - 1]!
    if (file === this.shown) this.show(next)
    this.files = this.files.filter(other => other !== file)
    this.client.didClose(file.uri)
    this.tell()
  }

  /** Gives a file another name. For the server it is another file. */
  rename(file: ProjectFile, name: string): void {
    const renamed = this.open({ name, text: file.state.doc.toString() })
    this.files = this.files.filter(other => other !== renamed)
    this.files.splice(this.files.indexOf(file), 0, renamed)
    if (file === this.shown) this.show(renamed)
    this.remove(file)
  }

  /** Shows a file in the editor. */
  show(file: ProjectFile): EditorView {
    if (file === this.shown && file.view) return file.view
    this.client.sync()
    this.shown?.hide()
    this.shown = file
    const view = this.showState(file.state)
    file.view = view
    this.tell()
    return view
  }

  override syncFiles() {
    return this.files.flatMap(file => {
      const plugin = file.view && LSPPlugin.get(file.view)
      const changes = plugin ? plugin.unsyncedChanges : file.unsent
      if (changes.empty) return []
      const prevDoc = file.doc
      file.doc = file.state.doc
      file.version = ++this.lastVersion
      file.unsent = ChangeSet.empty(file.doc.length)
      plugin?.clear()
      return [{ file, prevDoc, changes }]
    })
  }

  /** The server has every file open already, whether an editor shows it or not. */
  override openFile(): void {}

  override closeFile(): void {}

  override updateFile(uri: string, update: TransactionSpec): void {
    ;(this.getFile(uri) as ProjectFile | null)?.update(update)
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const file = this.files.find(other => other.uri === uri)
    return Promise.resolve(file ? this.show(file) : null)
  }

  private open({ name, text }: TextFile): ProjectFile {
    const uri = projectUri(name)
    const languageId = name.endsWith('.json') ? 'json' : 'rec'
    const file = new ProjectFile(name, uri, languageId, ++this.lastVersion, this.makeState(text, uri, languageId))
    this.files.push(file)
    this.client.didOpen(file)
    return file
  }

  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

/** The folder of the files, for the server. */
export const projectFolder = 'file:///playground'

const projectUri = (name: string): string => `${projectFolder}/${encodeURIComponent(name)}`
