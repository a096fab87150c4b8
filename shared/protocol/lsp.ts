import type { Position } from '../syntax/tree.ts'

/**
 * Types of the Language Server Protocol that our own messages use, without its packages, which `shared` does not
 * import.
 */

export interface Range {
  start: Position
  end: Position
}

export interface Location {
  uri: string
  range: Range
}

export interface TextEdit {
  range: Range
  newText: string
}
