import { type FormatOptions, formatChanges } from '../shared/check/fixes/format.ts'
import { usual } from '../shared/config/config.ts'
import { followHeaders } from '../shared/convert/declared-types.ts'
import { plainEntry, typeOf } from '../shared/convert/plain-record.ts'
import { applyChanges } from '../shared/syntax/text-change.ts'
import type { Options } from './options.ts'
import { contextFor, readFiles } from './read.ts'

/** A field of a record. */
export interface RecordField {
  readonly name: string
  /** The value without quotes and escapes; a list as it is written. */
  readonly value: string
  /** The type that is written, else the one that the descriptor declares, else `string`. */
  readonly type: string
}

/** A record, or other text between records. */
export type Entry =
  | {
      readonly kind: 'record'
      readonly tag: string
      readonly fields: readonly RecordField[]
      /** Its first line, from 1. */
      readonly line: number
      /** As it is written, without its last line end. */
      readonly text: string
    }
  | {
      /** `stray` is a line that is neither a record nor a comment. */
      readonly kind: 'comment' | 'block' | 'stray'
      readonly line: number
      readonly text: string
    }

/** How records are laid out. */
export interface Layout {
  /** The column at which a record wraps onto continuation lines; 0 for no wrapping, the default. */
  readonly wrapColumn?: number
  /** Whether the fields of neighboring records with the same tag are aligned; not by default. */
  readonly alignColumns?: boolean
}

/**
 * Reads the entries of a file, without blank lines. What cannot be read as a record is `stray` text, so nothing of the
 * text is lost. `check` says what is wrong with them.
 *
 * @example
 * parse('@CONTROL rid=C-1\n')
 * // [{ kind: 'record', tag: 'CONTROL', line: 1, text: '@CONTROL rid=C-1',
 * //   fields: [{ name: 'rid', value: 'C-1', type: 'string' }] }]
 */
export function parse(text: string, options: Options = {}): Entry[] {
  const [{ file }] = readFiles(text, options) as [ReturnType<typeof readFiles>[number]]
  const domainsAt = followHeaders(contextFor(options.file ?? '', options))
  return file.tree.entries.flatMap((entry, index): Entry[] => {
    const plain = plainEntry(entry, domainsAt(entry))
    if (!plain) return []
    const line = file.tree.lines[index]! + 1
    if (plain.kind !== 'record') return [{ kind: plain.kind, line, text: plain.text }]
    const fields = plain.fields.map((field, place) => ({
      name: field.name,
      value: plain.values[place]!,
      type: typeOf(field),
    }))
    return [{ kind: 'record', tag: plain.tag, fields, line, text: plain.text }]
  })
}

/**
 * Formats records: `@TAG field | field`, with values in canonical notation. Comments, blocks and records with mistakes
 * keep every character.
 *
 * @example
 * format('@CONTROL   rid=C-1|title = "Reviews"\n')
 * // '@CONTROL rid=C-1 | title="Reviews"\n'
 */
export function format(text: string, options: Options & Layout = {}): string {
  const { file } = readFiles(text, options)[0]!
  const layout: FormatOptions = { ...usual.format, ...layoutOf(options) }
  return applyChanges(file.tree, formatChanges(file, layout))
}

const layoutOf = ({ wrapColumn, alignColumns }: Layout): Partial<FormatOptions> => ({
  ...(wrapColumn !== undefined && { wrapColumn }),
  ...(alignColumns !== undefined && { alignColumns }),
})
