import type { EntryText, RecordNode } from '../syntax/nodes.ts'
import { parseRecord } from '../syntax/parse-record.ts'
import type { Part } from './part.ts'
import type { DoubtfulRecord } from './scanner.ts'

/** A record that the scanner is certain about, except for some fields and for rules that it breaks. */
export interface DoubtfulEntry extends Pick<DoubtfulRecord, 'line' | 'tag' | 'domains' | 'breaksRules'> {
  /** The text of the record. */
  readonly entry: EntryText
  /** The record, which is parsed when it is needed first. Most mistakes are made more than once, and are known. */
  readonly record: () => RecordNode
  /** The offsets in the record's text where these fields start and end, in turn. */
  readonly fields: readonly number[]
}

/** Reads the text of a record of a part, and finds the fields in it that the scanner is not certain of. */
export function doubtfulEntry(
  { tag, domains, line, start, at, next, lineBreaks, fields, breaksRules }: DoubtfulRecord,
  { textEnd, decode }: Part,
): DoubtfulEntry {
  const end = Math.min(next, textEnd)
  const text = decode(start, end)
  // In ASCII, a byte and a character have the same offset.
  const isAscii = text.length === end - start
  const offsetOf = (byte: number): number => (isAscii ? byte - start : decode(start, byte).length)
  const offsets: number[] = []
  for (const byte of fields) offsets.push(offsetOf(byte))
  const entry = { text, lineBreaks: next > textEnd ? lineBreaks - 1 : lineBreaks }
  let parsed: RecordNode | undefined
  const record = (): RecordNode => {
    parsed ??= parseRecord(text, offsetOf(at), entry.lineBreaks)
    return parsed
  }
  return { entry, record, line, tag, domains, fields: offsets, breaksRules }
}
