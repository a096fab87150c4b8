import { TextDocument } from 'vscode-languageserver-textdocument'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import type { FileEdits } from './workspace-edit.ts'

/** The text of a descriptor in the workspace. */
export interface DescriptorText {
  readonly uri: string
  readonly text: string
  /** The version of the open document; null for a file that is not open. */
  readonly version: number | null
}

/** Changes in a descriptor as edits of the protocol. */
export function descriptorEdits({ uri, text, version }: DescriptorText, changes: readonly TextChange[]): FileEdits {
  const document = TextDocument.create(uri, 'json', 0, text)
  const edits = changes.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }))
  return { uri, version, edits }
}
