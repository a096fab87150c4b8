import type { Position, Range } from 'vscode-languageserver'

/**
 * Positions of clients that count in UTF-8 bytes or in characters. They are made and read by cutting the text as such a
 * client does, and not with the code of the server.
 */
export type Encoding = 'utf-8' | 'utf-32'

/** The length of a text as a client counts it. */
export const lengthOf = (text: string, encoding: Encoding): number =>
  encoding === 'utf-8' ? Buffer.byteLength(text) : [...text].length

/** The first part of a text, as long as a client says. */
const startOf = (text: string, length: number, encoding: Encoding): string =>
  encoding === 'utf-8' ? Buffer.from(text).subarray(0, length).toString() : [...text].slice(0, length).join('')

/** The range of the first line with a word that has the word. */
export function rangeOf(word: string, text: string, encoding: Encoding): Range {
  const lines = text.split('\n')
  const line = lines.findIndex(text => text.includes(word))
  const start = lengthOf(lines[line]!.slice(0, lines[line]!.indexOf(word)), encoding)
  return { start: { line, character: start }, end: { line, character: start + lengthOf(word, encoding) } }
}

/** The text that a range marks. */
export function textIn(text: string, { start, end }: Range, encoding: Encoding): string {
  const lines = text.split('\n')
  const before = ({ line, character }: Position): string =>
    [...lines.slice(0, line), startOf(lines[line]!, character, encoding)].join('\n')
  return text.slice(before(start).length, before(end).length)
}

/** A text as parts of answers name it. */
interface Named {
  readonly uri?: string
  readonly targetUri?: string
  readonly textDocument?: Named
  readonly from?: Named
}

/**
 * The ranges of an answer as the text that they mark, with the file; a position that is alone as the text before it.
 *
 * @param files the texts of the files, by their names
 * @param name the file of ranges for which the answer names none
 */
export function marked(
  answer: unknown,
  files: Readonly<Record<string, string>>,
  name: string,
  encoding: Encoding,
): string[] {
  if (typeof answer !== 'object' || answer === null) return []
  const text = files[name] ?? ''
  if ('start' in answer) return [`${name}: ${textIn(text, answer as Range, encoding)}`]
  if ('character' in answer) {
    const { line, character } = answer as Position
    return [`${name}: …${startOf(text.split('\n')[line]!, character, encoding).slice(-8)}|`]
  }
  const { uri, targetUri, textDocument, from } = answer as Named
  const named = targetUri ?? uri ?? textDocument?.uri ?? from?.uri
  const inside = named === undefined ? name : fileName(named)
  // The edits of a `WorkspaceEdit` without versions stand below the URIs of their files.
  return Object.entries(answer).flatMap(([key, part]) =>
    marked(part, files, key.startsWith('file:') ? fileName(key) : inside, encoding),
  )
}

const fileName = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1)
