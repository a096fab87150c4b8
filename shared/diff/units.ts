import { titleOf } from '../domains/identity.ts'
import type { Registry } from '../domains/registry.ts'
import type { Entry, RecordNode } from '../syntax/nodes.ts'
import type { Tree } from '../syntax/tree.ts'
import { definitionFor, idOfRecordNode, keyOfRecordNode, tagOfRecord } from './record-key.ts'

/**
 * What diff and merge compare and move as a whole: a record with the comments and blank lines above it. The texts of
 * the units of a file, joined, are the file; only a line end can be missing at its end.
 */
export interface Unit {
  /** A record, other text (comments with a blank line below them, a block, stray lines), or the end of the file. */
  readonly kind: 'record' | 'text' | 'end'
  /** The name of the file that has it; empty if there is only one file. */
  readonly file: string
  /** Identifies the record, from `keyOfRecordNode`; undefined for other text. */
  readonly key: string | undefined
  /** The id of the record; undefined without one. */
  readonly id: string | undefined
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
  const addText = (body: string, index: number): void => {
    units.push(new TextUnit('text', file, undefined, blank, body, index, lines[index]!))
    blank = ''
    comments = ''
  }
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (entry.kind === 'record') {
      if (comments === '') first = index
      const body = entryWithLineEnd(entry, lineBreak)
      units.push(new RecordUnit(file, entry, registry, blank, comments, body, first, lines[index]!))
      blank = ''
      comments = ''
    } else if (entry.kind === 'comment') {
      if (comments === '') first = index
      comments += entryWithLineEnd(entry, lineBreak)
    } else {
      if (comments !== '') addText(comments, first)
      if (entry.kind === 'blank') blank = entry.text
      else addText(entryWithLineEnd(entry, lineBreak), index)
    }
  }
  if (comments !== '') addText(comments, first)
  const last = entries.length
  units.push(new TextUnit('end', file, `\n${file}`, blank, '', last, lines[last]!))
  return units
}

class TextUnit implements Unit {
  readonly record = undefined
  readonly id = undefined
  readonly comments = ''
  constructor(
    readonly kind: 'text' | 'end',
    readonly file: string,
    readonly key: string | undefined,
    readonly blank: string,
    readonly body: string,
    readonly first: number,
    readonly line: number,
  ) {}
}

/** Reads the id of its record when it is asked for: most records are the same in all versions, so nobody asks. */
class RecordUnit implements Unit {
  readonly kind = 'record'
  private knownKey: string | undefined | null = null
  constructor(
    readonly file: string,
    readonly record: RecordNode,
    private readonly registry: Registry,
    readonly blank: string,
    readonly comments: string,
    readonly body: string,
    readonly first: number,
    readonly line: number,
  ) {}

  get key(): string | undefined {
    if (this.knownKey === null) this.knownKey = keyOfRecordNode(this.record, this.registry)
    return this.knownKey
  }

  get id(): string | undefined {
    return idOfRecordNode(this.record, this.registry)
  }
}

const entryWithLineEnd = ({ text }: Entry, lineBreak: string): string =>
  /[\r\n]$/.test(text) ? text : text + lineBreak

/** The whole text of a unit. */
export const unitText = ({ blank, comments, body }: Pick<Unit, 'blank' | 'comments' | 'body'>): string =>
  blank + comments + body

/** Whether two units have the same text, apart from the blank lines above. */
export const hasSameText = (one: Unit, other: Unit): boolean =>
  one.body === other.body && one.comments === other.comments

/** The name of what changed, for people: tag, id and title of a record, or the start of other text. */
export function describeUnit(
  { record, key, body }: Unit,
  registry: Registry,
): { readonly name: string; readonly title: string } {
  if (!record) return { name: body.startsWith('#') ? 'comment' : 'text', title: body.trim().split(/[\r\n]/)[0]! }
  return { name: key ?? tagOfRecord(record), title: titleOf(record, definitionFor(record, registry)) }
}
