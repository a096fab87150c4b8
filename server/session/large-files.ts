import type { TextDocuments } from 'vscode-languageserver'
import type { CurrentFiles } from './current-files.ts'
import type { OpenDocument } from './document.ts'
import type { Guard } from './guard.ts'
import type { Publisher } from './publisher.ts'
import { nextTurn } from './turns.ts'
import type { Workspace } from './workspace.ts'

/**
 * How many UTF-16 code units are read before the first problems are published, which is some times what a window shows,
 * and then between two turns.
 */
const firstLength = 60_000
const nextLength = 400_000

/**
 * Reads large files that are opened in parts: publishes the problems of the first records at once, those of the whole
 * file when all is read, and lets requests have their turn meanwhile.
 */
export class LargeFiles {
  private readonly reading = new Map<string, Promise<void>>()

  constructor(
    private readonly documents: Pick<TextDocuments<OpenDocument>, 'get'>,
    private readonly files: CurrentFiles,
    private readonly workspace: Workspace,
    private readonly publisher: Pick<Publisher, 'publishFirst' | 'checkChanged'>,
    private readonly guard: Guard['guard'],
  ) {}

  /** Begins to read a file that was opened. Does nothing if the file is already read. */
  open(uri: string): void {
    const reader = this.files.readerOf(uri)
    if (!reader) return
    reader.readOn(firstLength)
    this.publisher.publishFirst(uri)
    const reading = this.readOn(uri)
    this.reading.set(uri, reading)
    void reading.then(() => {
      if (this.reading.get(uri) === reading) this.reading.delete(uri)
    })
  }

  /** Waits until a file is read and its problems are published; undefined if no part of the file is missing. */
  whenRead(uri: string): Promise<void> | undefined {
    return this.reading.get(uri)
  }

  /** Waits until all files are read that are open now. */
  async whenAllRead(): Promise<void> {
    await Promise.all(this.reading.values())
  }

  private async readOn(uri: string): Promise<void> {
    const document = this.documents.get(uri)
    const reader = this.files.readerOf(uri)
    // A change, or a request that needs the whole file, reads the rest at once.
    while (reader && !reader.isAtEnd) {
      await nextTurn()
      if (this.documents.get(uri) !== document) return
      this.guard(`The check of ${uri}`, () => {
        reader.readOn(nextLength)
        if (!reader.isAtEnd) this.workspace.checkFirst(uri, reader)
      })
    }
    if (this.documents.get(uri) === document) this.publisher.checkChanged(uri)
  }
}
