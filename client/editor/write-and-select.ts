import * as vscode from 'vscode'

/** A text to write in place of a range, and what of it is selected then, as offsets in the text. */
export interface WrittenSelection {
  readonly range: vscode.Range
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Writes a text and selects a part of it in one step, so that no key comes between the two. VS Code drops the edit of
 * an extension if a key has come before it.
 *
 * @param isStep whether undo takes back this alone, and not together with what was typed before
 * @returns whether VS Code has made it
 */
export function writeAndSelect(
  editor: vscode.TextEditor,
  { range, text, start, end }: WrittenSelection,
  isStep: boolean,
): Thenable<boolean> {
  // A tab stop written as `$0` would take a digit behind it as its own.
  const snippet = new vscode.SnippetString()
    .appendText(text.slice(0, start))
    .appendPlaceholder(text.slice(start, end), 0)
    .appendText(text.slice(end))
  const options = { undoStopBefore: isStep, undoStopAfter: isStep, keepWhitespace: true }
  return editor.insertSnippet(snippet, range, options)
}
