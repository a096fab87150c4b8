import type { CheckedEntry, CheckedFile } from '../check/check.ts'
import { identityOf, isSameRecord } from '../domains/identity.ts'
import type { Registry } from '../domains/registry.ts'
import { type Entry, tagName } from '../syntax/nodes.ts'
import { parseEntryAt } from '../syntax/parse.ts'
import { treeAt } from '../syntax/tree.ts'
import type { IndexedRecord, RecordNames } from './indexed-file.ts'

/** Some entries of a file, with their positions in the file. */
export type FileExcerpt = Pick<CheckedFile, 'tree' | 'entries'>

/**
 * Parses only some records of a file, for an edit that changes few of them.
 *
 * @param records the records as the index has them, in order
 * @returns undefined if the text has other records at these positions, because the file has changed
 */
export function excerptOf(
  text: string,
  records: readonly IndexedRecord[],
  registry: Registry,
): FileExcerpt | undefined {
  // Lines are found by line feeds, so lines that end in a lone carriage return need the slow way.
  if (text.includes('\r') && /\r(?!\n)/.test(text)) return undefined
  const entries: Entry[] = []
  const checked: CheckedEntry[] = []
  const starts: number[] = []
  const lines: number[] = []
  let line = 0
  let start = 0
  for (const record of records) {
    const recordLine = record.tagPlace().start.line
    for (; line < recordLine && start < text.length; line++) start = behindLineFeed(text, start)
    const entry = parseEntryAt(text, start)
    const tag = registry.domains.get(record.tag.domain)?.tags.get(record.tag.tag)
    if (entry?.kind !== 'record' || tagName(entry) !== record.tag.tag || !tag) return undefined
    const identity = identityOf(entry, tag)
    if (!hasSameNames(identity, record.identity)) return undefined
    entries.push(entry)
    checked.push({ tag, identity, findings: [] })
    starts.push(start)
    lines.push(line)
  }
  const end = (numbers: number[], last: number): Uint32Array => Uint32Array.from([...numbers, last])
  return { tree: treeAt(entries, end(starts, text.length), end(lines, line)), entries: checked }
}

const hasSameNames = (one: RecordNames, other: RecordNames): boolean =>
  one.definition?.id === other.definition?.id &&
  one.references.length === other.references.length &&
  one.references.every((reference, index) => isSameRecord(reference, other.references[index]!))

function behindLineFeed(text: string, start: number): number {
  const lineFeed = text.indexOf('\n', start)
  return lineFeed < 0 ? text.length : lineFeed + 1
}
