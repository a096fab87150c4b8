import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'

/**
 * Finds the records of a file that have an id in their text. Reads only the lines around it, because a history has many
 * versions of large files.
 */
export function recordsWith(content: Buffer, id: string): RecordNode[] {
  const records: RecordNode[] = []
  const length = Buffer.byteLength(id)
  let end = 0
  for (let hit = content.indexOf(id); hit >= 0; hit = content.indexOf(id, end)) {
    if (goesOn(content[hit - 1]) || goesOn(content[hit + length])) {
      end = hit + 1
      continue
    }
    let start = lineStart(content, hit)
    while (start > 0 && isContinuation(content, start)) start = lineStart(content, start - 1)
    end = lineEnd(content, hit)
    while (end < content.length && isContinuation(content, end)) end = lineEnd(content, end)
    // A line can have several records, if they end in a lone carriage return.
    for (const entry of parseEntries(content.toString('utf8', start, end)))
      if (entry.kind === 'record') records.push(entry)
  }
  return records
}

const lineFeed = 0x0a

/** Whether an id goes on with a byte: in `CTL-10`, the id `CTL-1` is only a part of another one. */
const goesOn = (byte: number | undefined): boolean =>
  byte !== undefined && /[A-Za-z0-9_]/.test(String.fromCharCode(byte))

const lineStart = (content: Buffer, position: number): number =>
  position <= 0 ? 0 : content.lastIndexOf(lineFeed, position - 1) + 1

function lineEnd(content: Buffer, position: number): number {
  const end = content.indexOf(lineFeed, position)
  return end < 0 ? content.length : end + 1
}

/** Whether a line goes on with the record above: white space, then a bar. */
const isContinuation = (content: Buffer, start: number): boolean =>
  /^[ \t]+\|/.test(content.toString('latin1', start, Math.min(content.length, start + 200)))
