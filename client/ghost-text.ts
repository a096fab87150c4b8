import * as vscode from 'vscode'
import type { Middleware } from 'vscode-languageclient'

/** Shows no ghost text where the user switched it off. */
export const ghostText: Pick<Middleware, 'provideInlineCompletionItems'> = {
  provideInlineCompletionItems: (document, position, context, token, next) =>
    vscode.workspace.getConfiguration('recline', document).get('typing.ghostText')
      ? next(document, position, context, token)
      : null,
}
