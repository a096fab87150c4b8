import type { TableRecord } from '../../../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../../../shared/protocol/table/table-edit.ts'
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
   */
  goTo(record: TableRecord, isNew?: boolean): Promise<void>
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
export interface TableChange<Edit = PageEdit | Promise<PageEdit | undefined>> {
  readonly edit: Edit
  /** The version that the rows of the edit are of; an edit of single records needs none. */
  readonly version?: number
  /** Called with the reason if nothing was written. */
  readonly refused?: ((why: string) => void) | undefined
  /** Called when the file has the change or refuses it: the grid need not show it by itself any more. */
  readonly answered?: (() => void) | undefined
}

/** The record that a change adds; null if it adds none. */
export type Added = Promise<number | null>

/** Makes the changes of a table. Each waits for the one before it. */
export class Changes {
  private latest: Promise<void> = Promise.resolve()
  private count = 0

  constructor(private readonly view: ChangedView) {}

  /** Whether the grid shows changes that the file does not have yet. */
  get arePending(): boolean {
    return this.count > 0
  }

  /** @returns the record that the change adds, if there is one */
  make(wanted: TableChange, table = this.view.current().table): Added {
    this.count++
    const made = this.latest.then(async () => {
      const edit = await wanted.edit
      const record = edit ? await this.send({ ...wanted, edit }, table) : null
      if (!edit) wanted.answered?.()
      this.count--
      return record
    })
    this.latest = made.then(() => {})
    return made
  }

  /** Does something after the changes so far; the changes to come do not wait for it. */
  after<Answer>(ask: () => Promise<Answer | null>): Promise<Answer | null> {
    return this.latest.then(() => this.try(ask))
  }

  /** Does something between the changes so far and those to come. */
  between(ask: () => Promise<unknown>): void {
    this.latest = this.latest.then(async () => void (await this.try(ask)))
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

  private async send(
    { edit, version = 0, refused, answered }: TableChange<PageEdit>,
    table: string,
  ): Promise<number | null> {
    const asked =
      edit.kind === 'moveCut' ? moveCutEdit(edit, version, table) : sendRequest('edit', { version, table, edit })
    const answer = await asked.catch((error: unknown) => ({ refusal: messageOfError(error) }))
    answered?.()
    await this.view.reload()
    if (!answer) return null
    const isRefused = 'refusal' in answer
    this.view.say(isRefused ? answer.refusal : answer.note)
    if (isRefused) refused?.(answer.refusal)
    if (isRefused || answer.record === null) return null
    // A record with a value is where the user has typed it.
    const { record } = answer
    const isNew = edit.kind === 'add' || edit.kind === 'insert'
    if (edit.kind !== 'add' || !edit.cell) await this.try(() => this.view.goTo({ table, record }, isNew))
    return record
  }
}

async function moveCutEdit({ text, above, isSorted, otherwise }: MoveCut, version: number, table: string) {
  const moved = await sendRequest('moveCut', { table, text, above, isSorted })
  return moved ?? sendRequest('edit', { version, table, edit: otherwise })
}
