import type { Registry } from '../domains/registry.ts'
import type { Entry, RecordNode } from '../syntax/nodes.ts'
import type { Tree } from '../syntax/tree.ts'
import { keyOf } from './record-key.ts'

/**
 * What diff and merge compare and move as a whole: a record with the comments and blank lines above it. The texts of
 * the units of a file, joined, are the file; only a line end can be missing at its end.
 */
export interface Unit {
  /** A record, other text (comments with a blank line below them, a block, stray lines), or the end of the file. */
  readonly kind: 'record' | 'text' | 'end'
  /** The name of the file that has it; empty if there is only one file. */
  readonly file: string
  /** Identifies the record, from `keyOf`; undefined for a record without an id and for other text. */
  readonly key: string | undefined
  readonly record: RecordNode | undefined
  /** The blank lines above. */
  readonly blank: string
  /** The comments directly above a record. */
  readonly comments: string
  /** The text of the record or the other text, which always ends with a line end; empty for the end of the file. */
  readonly body: string
  /** The index of the first entry of its comments, or else of its body, in the tree. */
  readonly first: number
  /** The line on which its record or other text starts, from 0. */
  readonly line: number
}

/** The units of a file in order; the last one is the end of the file. */
export function unitsOf({ entries, lines }: Tree, registry: Registry, lineBreak: string, file = ''): Unit[] {
  const units: Unit[] = []
  let blank = ''
  let comments = ''
  let first = 0
  let line = 0
  const add = (unit: Pick<Unit, 'kind' | 'key' | 'record' | 'body' | 'comments'>): void => {
    units.push({ ...unit, file, blank, first, line })
    blank = ''
    comments = ''
  }
  const addComments = (): void => {
    if (comments !== '') add({ kind: 'text', key: undefined, record: undefined, comments: '', body: comments })
  }
  entries.forEach((entry, index) => {
    if (entry.kind === 'blank') {
      addComments()
      blank = entry.text
      return
    }
    const body = withLineEnd(entry, lineBreak)
    if (entry.kind === 'comment') {
      if (comments === '') {
        first = index
        line = lines[index]!
      }
      comments += body
      return
    }
    if (entry.kind === 'record') {
      if (comments === '') first = index
      line = lines[index]!
      add({ kind: 'record', key: keyOf(entry, registry), record: entry, comments, body })
      return
    }
    addComments()
    first = index
    line = lines[index]!
    add({ kind: 'text', key: undefined, record: undefined, comments: '', body })
  })
  addComments()
  first = entries.length
  line = lines[entries.length]!
  add({ kind: 'end', key: `\n${file}`, record: undefined, comments: '', body: '' })
  return units
}

const withLineEnd = ({ text }: Entry, lineBreak: string): string => (/[\r\n]$/.test(text) ? text : text + lineBreak)

/** The whole text of a unit. */
export const unitText = ({ blank, comments, body }: Pick<Unit, 'blank' | 'comments' | 'body'>): string =>
  blank + comments + body

/** Whether two units have the same text, apart from the blank lines above. */
export const hasSameText = (one: Unit, other: Unit): boolean =>
  one.body === other.body && one.comments === other.comments
