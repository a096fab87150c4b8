import type { Refusal } from '../../../../shared/protocol/request.ts'
import type { TableRecord } from '../../../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
import type { DraftedCell, TableEdited } from '../../../../shared/protocol/table/table-page.ts'
import { messageOfError } from '../../host.ts'
import { sendRequest } from '../request.ts'

/** What changes need from the view around them. */
export interface ChangedView {
  /** The key of the table, and how many columns it has. */
  current(): { table: string; columnCount: number }
  /** Loads the current version of the file. */
  reload(): Promise<void>
  /**
   * Moves the cursor to a record of any table; if it is new, to its first missing value. Removes the search and the
   * filters if they hide the record.
   *
   * @param isWanted whether the user still waits for that
   */
  goTo(record: TableRecord, isNew?: boolean, isWanted?: () => boolean): Promise<void>
  /** Whether the keyboard is in a field that finds records: an expression, a search or a filter. */
  isFinding(): boolean
  /** Shows a sentence to the user. */
  say(text: string): void
}

/** Moves the records that were cut last, if the pasted text is theirs. */
interface MoveCut {
  readonly kind: 'moveCut'
  readonly text: string
  /** The record that they go above; null for below the last one. */
  readonly above: number | null
  readonly isSorted: boolean
  /** What else the text is pasted as. */
  readonly otherwise: TableEdit
}

export type PageEdit = TableEdit | MoveCut

/** A change that the user has asked for. */
export interface TableChange {
  readonly edit: PageEdit | Promise<PageEdit | undefined>
  /** The version that the rows of the edit are of; an edit of single records needs none. */
  readonly version?: number
  /** Called with the reason if nothing was written. */
  readonly refused?: ((why: string) => void) | undefined
  /** Called when the file has the change or refuses it: the grid need not show it by itself any more. */
  readonly answered?: (() => void) | undefined
}

/** The record that a change adds; null if it adds none. */
export type Added = Promise<number | null>

/** A change that was sent, and what comes back. */
interface SentChange {
  readonly edit: PageEdit
  readonly answer: Promise<Refusal | TableEdited | null>
}

/**
 * Makes the changes of a table in their order. Each is sent as soon as its text is known and does not wait for the
 * answers to those before it: the page can be closed at any time, and what it has not sent is lost then.
 */
export class Changes {
  /** Ends when the changes so far are sent. */
  private sent: Promise<unknown> = Promise.resolve()
  /** Ends when the page has read the answers to the changes so far. */
  private latest: Promise<unknown> = Promise.resolve()
  private count = 0

  constructor(private readonly view: ChangedView) {}

  /** Whether the grid shows changes that the file does not have yet. */
  get arePending(): boolean {
    return this.count > 0
  }

  /** @returns the record that the change adds, if there is one */
  make(wanted: TableChange, table = this.view.current().table): Added {
    this.count++
    const wasFinding = this.view.isFinding()
    // Who types what finds records by then shall keep it.
    const isWanted = (): boolean => wasFinding || !this.view.isFinding()
    const sending = this.sent.then(async () => {
      // A clipboard that cannot be read, for example, must not hold up the changes to come.
      const edit = await this.try(async () => (await wanted.edit) ?? null)
      return edit && sendEdit(edit, wanted.version ?? 0, table)
    })
    const made = this.latest.then(async () => {
      const sent = await sending
      const record = sent ? await this.show(sent, wanted, table, isWanted) : null
      if (!sent) wanted.answered?.()
      this.count--
      return record
    })
    this.sent = sending
    this.latest = made
    return made
  }

  /** Keeps what the user is typing, so that it is written if the page is left; undefined for nothing. */
  draft(cell: DraftedCell | undefined): void {
    const { table } = this.view.current()
    void this.try(() => sendRequest('draft', { table, cell }))
  }

  /** Does something after the changes so far; the changes to come do not wait for it. */
  after<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    return this.latest.then(() => this.try(ask))
  }

  /** Sends something between the changes so far and those to come. */
  between(ask: () => Promise<unknown>): void {
    const sending = this.sent.then(() => ({ answer: this.try(ask) }))
    this.sent = sending
    this.latest = this.latest.then(async () => (await sending).answer)
  }

  /** Asks something, and tells the user if that fails: then the result is null. */
  async try<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    try {
      return await ask()
    } catch (error) {
      this.view.say(messageOfError(error))
      return null
    }
  }

  private async show(
    { edit, answer }: SentChange,
    wanted: TableChange,
    table: string,
    isWanted: () => boolean,
  ): Promise<number | null> {
    const edited = await answer
    wanted.answered?.()
    await this.view.reload()
    if (!edited) return null
    const isRefused = 'refusal' in edited
    this.view.say(isRefused ? edited.refusal : edited.note)
    if (isRefused) wanted.refused?.(edited.refusal)
    if (isRefused || edited.record === null) return null
    // A record with a value is where the user has typed it.
    const { record } = edited
    const isNew = edit.kind === 'add' || edit.kind === 'insert'
    if (edit.kind !== 'add' || !edit.cell) await this.try(() => this.view.goTo({ table, record }, isNew, isWanted))
    return record
  }
}

function sendEdit(edit: PageEdit, version: number, table: string): SentChange {
  const answer =
    edit.kind === 'moveCut'
      ? sendRequest('moveCut', { version, table, ...edit })
      : sendRequest('edit', { version, table, edit })
  return { edit, answer: answer.catch(refusalByError) }
}

const refusalByError = (error: unknown): Refusal => ({ refusal: messageOfError(error) })
