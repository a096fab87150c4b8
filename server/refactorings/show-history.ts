import type { CodeAction } from 'vscode-languageserver-types'
import { identityOf } from '../../shared/domains/identity.ts'
import type { RefactoringContext } from './refactoring.ts'

/** The kind of the action that shows the history of a record. */
export const historyKind = 'refactor.history'

/** The action that shows the commits that changed a record with an id. Only some clients can show them. */
export function showHistory({ snapshot, record, tag }: RefactoringContext): CodeAction[] {
  const { uri, client } = snapshot
  const definition = tag && identityOf(record, tag).definition
  const command = client.showHistoryCommand
  if (command === undefined || !definition) return []
  const title = 'History'
  return [{ title, kind: historyKind, command: { title, command, arguments: [uri, tag.name, definition.id] } }]
}
