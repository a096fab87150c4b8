import * as vscode from 'vscode'

/** Where records go, and their text there: to a blank line, or else below the record of the line. */
export function placeForRecords(
  document: vscode.TextDocument,
  line: number,
  records: string,
): [vscode.Position, string] {
  const textAt = (number: number): string => document.lineAt(number).text
  if (textAt(line).trim() === '') return [new vscode.Position(line, 0), records]
  let last = line
  while (last + 1 < document.lineCount && /^\s+\S/.test(textAt(last + 1))) last++
  return [document.lineAt(last).range.end, `\n${records.replace(/\r?\n$/, '')}`]
}
