import * as vscode from 'vscode'
import {
  type BaseLanguageClient,
  CloseAction,
  ConnectionError,
  ErrorAction,
  ErrorCodes,
  type ErrorHandler,
  type Middleware,
  ResponseError,
} from 'vscode-languageclient'

/**
 * Starts a server that ended by itself again, and tells the user. After the fifth end in three minutes it stays ended.
 *
 * @param client which does not exist yet when its options are made
 */
export function createErrorHandler(client: () => BaseLanguageClient): ErrorHandler {
  let handler: ErrorHandler | undefined
  return {
    // What cannot be written to a server that has just ended must not stop the client, which starts the next one.
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: async () => {
      handler ??= client().createDefaultErrorHandler()
      const result = await handler.closed()
      if (result.action !== CloseAction.Restart) return { ...result, message: stayedEnded }
      void vscode.window.showWarningMessage(startedAgain)
      return { ...result, message: startedAgain, handled: true }
    },
  }
}

/** Reports no message that a server did not get because it had ended: the next server gets the texts of all files. */
export const withoutLostMessages: Required<Pick<Middleware, 'sendNotification' | 'sendRequest'>> = {
  sendNotification: async (type, next, params) => {
    try {
      await next(type, params)
    } catch {
      // Nothing answers a notification, so only the connection can fail.
    }
  },
  sendRequest: async (type, params, token, next) => {
    try {
      return await next(type, params, token)
    } catch (error) {
      const isLost =
        error instanceof ConnectionError ||
        (error instanceof ResponseError && error.code === ErrorCodes.MessageWriteError)
      // The client answers requests without a connection with nothing.
      throw isLost ? new ResponseError(ErrorCodes.ConnectionInactive, 'The language server has ended.') : error
    }
  },
}

const startedAgain = vscode.l10n.t(
  'The language server of Recline ended unexpectedly, so it was started again; your text is unchanged, and open files are checked again.',
)

const stayedEnded = vscode.l10n.t(
  'The language server of Recline ended five times in three minutes, so it is not started again; its output tells why, and the command "Recline: Restart Language Server" starts it.',
)
