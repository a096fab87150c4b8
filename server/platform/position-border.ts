import type { Message, MessageStrategy } from 'vscode-languageserver'
import type { FileSystem } from './file-system.ts'
import type { PositionEncoding } from './position-encoding.ts'
import { type OpenLines, PositionTranslation } from './position-translation.ts'

/**
 * The border between the positions of the client and those of the server, which every message passes. Inside,
 * positions count UTF-16 code units; outside, what client and server have agreed on. If that is UTF-16, messages pass
 * as they are.
 */
export class PositionBorder {
  private translation: PositionTranslation | undefined
  /** The last messages that wait for the text of files, by what they must not be overtaken in. */
  private readonly waiting = new Map<string, Promise<void>>()

  /** Translates all messages from now on. */
  begin(encoding: PositionEncoding, open: OpenLines, files: Pick<FileSystem, 'read'>): void {
    if (encoding !== 'utf-16') this.translation = new PositionTranslation(encoding, open, files)
  }

  /** Hands the messages of the client to the server, each when the server has taken all before it. */
  readonly messageStrategy: MessageStrategy = {
    handleMessage: (message, next) => next(this.translation ? this.translation.toServer(message) : message),
  }

  /** Sends a message of the server to the client. */
  write(message: Message, send: (message: Message) => Promise<void>): Promise<void> {
    if (!this.translation) return send(message)
    const order = this.translation.orderOf(message)
    const translated = this.translation.toClient(message)
    const before = order === undefined ? undefined : this.waiting.get(order)
    if (!before && !(translated instanceof Promise)) return send(translated)
    const sent = Promise.allSettled([before]).then(async () => send(await translated))
    if (order === undefined) return sent
    this.waiting.set(order, sent)
    const forget = (): void => {
      if (this.waiting.get(order) === sent) this.waiting.delete(order)
    }
    sent.then(forget, forget)
    return sent
  }
}
