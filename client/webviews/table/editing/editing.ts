import { localize } from '../../../../shared/domains/localize.ts'
import type { Grid } from '../grid/grid.ts'
import { sendRequest } from '../request.ts'
import { type ChangedView, Changes } from './changes.ts'
import { Clipboard } from './clipboard.ts'
import { Commands } from './commands.ts'
import { onComposedText } from './composed-text.ts'
import { type AwaitedView, EarlyKeys, isWithControl, keyOfText } from './early-keys.ts'
import { type EditorCommand, editorCommand } from './editor-command.ts'
import { OpenCell } from './open-cell.ts'

/** What editing needs from the view around it. */
export interface EditedView extends ChangedView, AwaitedView {
  /** Whether the view has no file of its own, so that VS Code has nothing to undo or to save for it. */
  isWorkspace(): boolean
}

/** Edits, copies and pastes cells of a grid, and says what its keys do. Each change waits for the one before it. */
export class Editing {
  readonly cell: OpenCell
  readonly clipboard: Clipboard
  readonly commands: Commands
  readonly earlyKeys: EarlyKeys
  private readonly changes: Changes
  /** What keys with Ctrl or the command key do. */
  private readonly controlKeys: ReadonlyMap<string, () => void> = new Map([
    ['d', () => this.commands.fillDown()],
    ['r', () => this.commands.fillRight()],
    [';', () => this.commands.writeToday()],
    ['h', () => void this.commands.replaceText()],
    ['enter', () => this.commands.insert(true)],
  ])

  constructor(
    private readonly grid: Grid,
    private readonly view: EditedView,
  ) {
    this.changes = new Changes(view)
    this.clipboard = new Clipboard(grid, this.changes, view)
    this.commands = new Commands(grid, this.changes, this.clipboard, view)
    this.cell = new OpenCell(grid, this.changes, {
      fillWith: value => this.commands.fillWith(value),
      say: text => view.say(text),
      save: () => this.save(),
    })
    this.earlyKeys = new EarlyKeys(grid, this.cell, view, event => this.onKey(event))
    onComposedText(grid.grid, {
      compose: text => (this.cell.isOpen || this.canOpen ? this.cell.compose(text) : undefined),
      finish: text => (this.cell.isOpen ? this.cell.endComposition(text) : this.insert(text)),
      insert: text => this.insert(text),
      place: () => grid.markedCell?.getBoundingClientRect(),
    })
  }

  /** Whether the rows are those of the selection. Until then, nobody can say which record a key means. */
  private get canOpen(): boolean {
    return !this.earlyKeys.areWaiting && this.grid.selection.isSettled
  }

  /** Opens the cell with a text. */
  private insert(text: string): void {
    if (text === '') return
    if (this.canOpen) this.cell.open(text)
    else this.earlyKeys.keep(keyOfText(text))
  }

  /** Handles a key on the grid; returns false for keys that do nothing here. */
  onKey(event: KeyboardEvent): boolean {
    const { key } = event
    const command = editorCommand(event)
    if (command) return this.run(command)
    if (key === 'F8' && event.shiftKey) return this.keepRows()
    if (key === 'Escape' && this.clipboard.forgetCut()) return true
    // With Caps Lock, the letter is a capital.
    const ofControl = isWithControl(event) ? this.controlKeys.get(key.toLowerCase()) : undefined
    if (ofControl) {
      ofControl()
      return true
    }
    // Some keyboards type @ and \ with AltGr, which arrives as Ctrl and Alt together.
    if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return false
    if (!isEditingKey(key)) return false
    if (!this.canOpen) {
      this.earlyKeys.keep(event)
      return true
    }
    if (key === 'F2' || key === 'Enter') this.cell.open()
    else if (key === 'Delete' || key === 'Backspace') this.commands.clear()
    else if (key === 'F12') void this.commands.follow()
    else if (key === ' ' && this.grid.current?.column.kind === 'bool') this.commands.toggle()
    // A blank in place of a value would remove its field.
    else if (key === ' ') this.cell.open()
    else this.cell.open(key)
    return true
  }

  /** Lets the cursor go to other rows without giving up the selected ones. */
  private keepRows(): boolean {
    const isKept = this.grid.selection.keepRows()
    if (isKept) this.view.say(localize('The selected rows stay selected; go to others in the same columns.'))
    return isKept
  }

  /** Handles a key that stands for a command of VS Code; returns false for others, and if VS Code is to run it. */
  onCommandKey(event: KeyboardEvent): boolean {
    const command = editorCommand(event)
    return command !== undefined && this.run(command)
  }

  /**
   * Runs a command of VS Code after the pending changes: VS Code would run it at once, without them. If there are none,
   * returns false, and VS Code runs it.
   */
  private run(command: EditorCommand): boolean {
    if (!this.changes.arePending && !this.view.isWorkspace()) return false
    this.runAfterChanges(command)
    return true
  }

  /** Saves the file after the pending changes. */
  save(): void {
    this.runAfterChanges('save')
  }

  private runAfterChanges(command: EditorCommand): void {
    this.changes.between(() => sendRequest(command, {}))
  }
}

const isEditingKey = (key: string): boolean =>
  key.length === 1 || ['F2', 'Enter', 'Delete', 'Backspace', 'F12'].includes(key)
