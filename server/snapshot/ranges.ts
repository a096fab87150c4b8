import type { Location, Range } from 'vscode-languageserver-types'
import type { Span } from '../../shared/syntax/nodes.ts'
import { type Place, positionAt, positionIn } from '../../shared/syntax/tree.ts'
import type { Snapshot } from './snapshot.ts'

/** The range between two offsets of the file. */
export const rangeOf = ({ file: { tree } }: Snapshot, { start, end }: Span): Range => ({
  start: positionAt(tree, start),
  end: positionAt(tree, end),
})

/** The range between two offsets of one entry. */
export const rangeIn = ({ file: { tree } }: Pick<Snapshot, 'file'>, entry: number, { start, end }: Span): Range => ({
  start: positionIn(tree, entry, start),
  end: positionIn(tree, entry, end),
})

/** A place in a file as a location of the protocol. */
export const locationOf = ({ uri, start, end }: Place): Location => ({ uri, range: { start, end } })
