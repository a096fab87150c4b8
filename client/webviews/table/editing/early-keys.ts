import { localize } from '../../../../shared/domains/localize.ts'
import type { Grid } from '../grid/grid.ts'
import type { OpenCell } from './open-cell.ts'
import { selectionIsLost } from './selected-range.ts'

/** What early keys need from the view around them. */
export interface AwaitedView {
  /** Waits until the grid shows the current version of the file, and the selection in it. */
  settled(): Promise<void>
  /** Shows a sentence to the user. */
  say(text: string): void
}

/** Keys that came before the rows of the selection were there. They wait; the user is told of those that do nothing. */
export class EarlyKeys {
  private readonly early: KeyboardEvent[] = []
  /** What keys wait for. */
  private held: Promise<void> | undefined

  /** @param press does what a key on the grid means */
  constructor(
    private readonly grid: Grid,
    private readonly cell: OpenCell,
    private readonly view: AwaitedView,
    private readonly press: (event: KeyboardEvent) => void,
  ) {}

  /** Whether keys are waiting. */
  get areWaiting(): boolean {
    return this.early.length > 0
  }

  /**
   * Keeps a key that must wait: behind others that wait for their rows, or one that extends the selection while its
   * rows are loading, as a selection has rows of one version only. Returns false for other keys.
   */
  wait(event: KeyboardEvent): boolean {
    if (this.held) {
      this.keep(event)
      return true
    }
    const isExtending = event.shiftKey && /^(Arrow|Page|Home|End)/.test(event.key)
    if (this.early.length === 0 && (!isExtending || this.grid.selection.isSettled)) return false
    this.keep(event)
    return true
  }

  /** Keeps keys back until something is done, such as a move of the cursor. */
  hold(work: Promise<void>): void {
    const held = work.finally(() => {
      if (this.held === held) this.held = undefined
    })
    this.held = held
  }

  /** Keeps a key until the rows of the selection are there. */
  keep(event: KeyboardEvent): void {
    this.early.push(event)
    if (this.early.length === 1) this.takeLater()
  }

  private takeLater(): void {
    void Promise.resolve(this.held)
      .then(() => this.view.settled())
      .then(() => this.take())
  }

  /** Does what the keys that came too early mean: letters in a row are one text. */
  private take(): void {
    const keys = this.early.splice(0)
    if (keys.length === 0) return
    if (!this.grid.selection.isSettled) {
      this.view.say(this.grid.selection.basis ? rowsAreLoading : selectionIsLost)
      return
    }
    while (keys.length > 0) {
      // A key has moved the cursor to a row that is still loading.
      if (this.held || !this.grid.selection.isSettled) {
        this.early.push(...keys)
        this.takeLater()
        return
      }
      const end = keys.findIndex(event => !isTextKey(event))
      const text = keys.splice(0, end < 0 ? keys.length : end)
      const typed = text.map(({ key }) => key).join('')
      if (this.cell.isOpen) this.cell.insert(typed)
      else if (text.length === 1 && !text[0]!.isComposing) this.press(text[0]!)
      else if (text.length > 0) this.cell.open(typed)
      const [next] = keys.splice(0, 1)
      if (next && this.cell.isOpen) this.cell.press(next)
      else if (next) this.grid.grid.dispatchEvent(new KeyboardEvent('keydown', next))
    }
  }
}

const rowsAreLoading = localize('The rows were still loading, so the last keys did nothing; press them again.')

/** A text that came by no key of its own, as a key that waits like others. */
export const keyOfText = (text: string): KeyboardEvent => new KeyboardEvent('keydown', { key: text, isComposing: true })

const isTextKey = (event: KeyboardEvent): boolean =>
  event.isComposing || (event.key.length === 1 && !isWithControl(event))

/** Whether a key is pressed together with Ctrl or the command key, and no other. */
export const isWithControl = ({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey
