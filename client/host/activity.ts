import type { MarkdownIt } from 'markdown-it'
import * as vscode from 'vscode'
import type { BaseLanguageClient, Middleware } from 'vscode-languageclient'
import { send } from '../../shared/protocol/request.ts'
import { whenIdleRequest } from '../../shared/protocol/workspace.ts'

/** What the extension offers to other extensions. */
export interface ExtensionApi {
  /**
   * Waits until nothing is left to do: the keys and edits so far are answered, all files of the workspace are read, and
   * VS Code knows all problems.
   */
  whenIdle(): Promise<void>
  /** Makes the reader of Markdown of VS Code's previews show the blocks of reports. */
  extendMarkdownIt(md: MarkdownIt): MarkdownIt
}

/**
 * VS Code asks for lenses, hints and the light bulb only when a text or its problems have not changed for a while. No
 * pause of its own is as long as this, in milliseconds.
 */
const longestPause = 600

type Sending = Required<Pick<Middleware, 'sendNotification' | 'sendRequest'>>

/** Counts the messages to the server, and so knows when there are no more. */
export class Activity {
  private messages = 0
  private unanswered = 0

  /** Counts what other middleware sends. */
  counting({ sendNotification, sendRequest }: Sending): Sending {
    return {
      sendNotification: (...args) => {
        this.messages++
        return sendNotification(...args)
      },
      sendRequest: async (...args) => {
        this.messages++
        this.unanswered++
        try {
          return await sendRequest(...args)
        } finally {
          this.unanswered--
        }
      },
    }
  }

  /** As `ExtensionApi` says. */
  async whenIdle(client: BaseLanguageClient): Promise<void> {
    for (;;) {
      // A server that ends meanwhile is started again, and is asked in the next round.
      const isServerIdle = await send(client, whenIdleRequest, {}).catch(() => null)
      const { messages } = this
      // The edits that were sent to the window before are made when it answers this.
      await vscode.commands.executeCommand('setContext', 'recline.isIdle', true)
      await new Promise(resolve => setTimeout(resolve, longestPause))
      if (isServerIdle && this.messages === messages && this.unanswered === 0) return
    }
  }
}
