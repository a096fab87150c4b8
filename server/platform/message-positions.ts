import type { Position } from 'vscode-languageserver'

/** Gives another position for one of a file. It returns the same object if nothing changes. */
export type MapPosition = (uri: string, position: Position) => Position

/**
 * A part of a message with other positions, copied only where they change. The file of a position is the one that the
 * objects around it name; the nearest counts.
 *
 * @param uri the file of positions for which the part itself names none
 */
export const mapPositions = <Part>(part: Part, uri: string | undefined, map: MapPosition): Part =>
  mapped(part, uri, map, 0) as Part

/**
 * The semantic tokens of a file with other positions and lengths. Each token is five numbers: its line and character,
 * counted from the token before it, its length, its type and its modifiers.
 */
export function mapTokens(data: readonly number[], uri: string, map: MapPosition): number[] {
  const tokens: number[] = []
  let [line, character, lastCharacter] = [0, 0, 0]
  for (let index = 0; index < data.length; index += 5) {
    const [lines, characters, length, type, modifiers] = data.slice(index, index + 5) as FiveNumbers
    line += lines
    character = lines > 0 ? characters : character + characters
    if (lines > 0) lastCharacter = 0
    const start = map(uri, { line, character }).character
    const end = map(uri, { line, character: character + length }).character
    tokens.push(lines, start - lastCharacter, end - start, type, modifiers)
    lastCharacter = start
  }
  return tokens
}

type FiveNumbers = [number, number, number, number, number]

/** The file that an object of the protocol is about; undefined if it does not say so. */
export function uriOf(value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const { uri, targetUri, textDocument, from, item, data } = value
  // The ranges of an incoming call are in the file that the call comes from. A code lens has its file in its data.
  const named = [uri, targetUri, ...[textDocument, from, item, data].map(part => isObject(part) && part.uri)]
  return named.find(candidate => typeof candidate === 'string')
}

/** No message of the protocol is deeper. What a client nests deeper is left as it is. */
const deepest = 100

function mapped(value: unknown, uri: string | undefined, map: MapPosition, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value
  if (Array.isArray(value)) return mappedList(value, uri, map, depth)
  if (isPosition(value)) return uri === undefined ? value : map(uri, value)
  return mappedParts(value, map, depth, uriOf(value) ?? uri)
}

function mappedParts(value: object, map: MapPosition, depth: number, uri: string | undefined, areUris = false): object {
  let copy: Record<string, unknown> | undefined
  for (const [key, part] of Object.entries(value)) {
    // The edits of a `WorkspaceEdit`, by URI.
    const isByUri = key === 'changes' && isObject(part)
    const other = isByUri
      ? mappedParts(part, map, depth + 1, uri, true)
      : mapped(part, areUris ? key : uri, map, depth + 1)
    if (other === part) continue
    copy ??= { ...value }
    copy[key] = other
  }
  return copy ?? value
}

function mappedList(
  list: readonly unknown[],
  uri: string | undefined,
  map: MapPosition,
  depth: number,
): readonly unknown[] {
  if (typeof list[0] === 'number') return list
  const parts = list.map(part => mapped(part, uri, map, depth + 1))
  return parts.some((part, index) => part !== list[index]) ? parts : list
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPosition = (value: object): value is Position =>
  'line' in value && typeof value.line === 'number' && 'character' in value && typeof value.character === 'number'
