import { type Entry, type RecordNode, tagWord, valueText } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'

/** How many of what a file had are no longer in it. */
export interface LostEntries {
  readonly records: number
  /** Of records that are still there. */
  readonly fields: number
  readonly comments: number
  readonly blocks: number
}

/**
 * Counts what one text of records has and another lacks. A record is the same if it has the same tag and id, and
 * without an id if it has the same values.
 */
export function lostEntries(before: string, after: string): LostEntries {
  if (before === after) return { records: 0, fields: 0, comments: 0, blocks: 0 }
  const left = countedEntries(after)
  const had = countedEntries(before)
  let [records, fields] = [0, 0]
  for (const [key, some] of had.records) {
    const others = left.records.get(key) ?? []
    records += Math.max(0, some.length - others.length)
    for (const [index, names] of some.entries()) {
      const now = others[index]
      if (now === undefined || now === names) continue
      const kept = new Set(now.split(' '))
      fields += names.split(' ').filter(name => !kept.has(name)).length
    }
  }
  return { records, fields, comments: lacking(had.comments, left.comments), blocks: lacking(had.blocks, left.blocks) }
}

interface CountedEntries {
  /** By their tag and id the names of the fields of records, with blanks between them. */
  readonly records: ReadonlyMap<string, readonly string[]>
  readonly comments: ReadonlyMap<string, number>
  readonly blocks: ReadonlyMap<string, number>
}

function countedEntries(text: string): CountedEntries {
  const records = new Map<string, string[]>()
  const namesMet = new Map<string, string>()
  const counts = { comment: new Map<string, number>(), block: new Map<string, number>() }
  for (const entry of parseEntries(text)) {
    if (entry.kind === 'record') {
      const key = recordKey(entry)
      const known = records.get(key) ?? []
      records.set(key, known)
      const names = [...new Set(entry.fields.map(({ name }) => name))].join(' ')
      // Most records have the same fields.
      if (!namesMet.has(names)) namesMet.set(names, names)
      known.push(namesMet.get(names)!)
    } else if (entry.kind === 'comment' || entry.kind === 'block') addTextOf(counts[entry.kind], entry)
  }
  return { records, comments: counts.comment, blocks: counts.block }
}

function addTextOf(counts: Map<string, number>, { text }: Entry): void {
  const key = text.trim()
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function recordKey(record: RecordNode): string {
  const values = record.fields.flatMap(({ name, value }) => (value ? [[name, valueText(record, value)] as const] : []))
  const id = values.find(([name]) => name === 'rid') ?? values.find(([name]) => name === 'id')
  return JSON.stringify([tagWord(record), id ?? values.map(one => JSON.stringify(one)).sort()])
}

const lacking = (had: ReadonlyMap<string, number>, left: ReadonlyMap<string, number>): number =>
  [...had].reduce((sum, [key, number]) => sum + Math.max(0, number - (left.get(key) ?? 0)), 0)
