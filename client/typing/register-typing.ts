import type * as vscode from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import type { watchNewRecords } from './empty-fields.ts'
import { watchEnter } from './enter-key.ts'
import type { QuietHints } from './inlay-hints.ts'
import { createSuggestCommand } from './suggest.ts'
import type { Typing } from './typing.ts'
import type { UnfinishedValues } from './unfinished-values.ts'

/** What keys in a text need. */
export interface TypingParts {
  readonly client: BaseLanguageClient
  readonly typing: Typing
  /** Undefined where only what the author does may change a file. */
  readonly newRecords: ReturnType<typeof watchNewRecords> | undefined
  readonly unfinished: UnfinishedValues
  readonly hints: QuietHints
}

/** What keys do in the text. */
export const registerTyping = ({
  client,
  typing,
  newRecords,
  unfinished,
  hints,
}: TypingParts): readonly vscode.Disposable[] => [
  ...typing.watching,
  createSuggestCommand(),
  ...watchEnter(typing),
  // First what knows which records are new, then what shows their problems.
  ...(newRecords?.watching ?? []),
  ...unfinished.watch(),
  ...hints.watch(client),
]
