import type { InferOutput } from 'valibot'
import type { findInput } from '../../shared/agents/inputs.ts'
import { counted } from '../../shared/basics/text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { withheldText } from '../../shared/domains/sensitive.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { isHeader, type RecordNode, tagName, tagWord, valueText } from '../../shared/syntax/nodes.ts'
import { entryAt, indexAtLine, type Tree } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { answered, cancelled, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf } from './context.ts'

/*
 * Records whose tag no domain in force at them defines. The index has none of them, and their fields mean nothing; but
 * an agent has to read them before it can give them a tag, or remove them.
 */

/** A record with an unknown tag. */
export interface UnknownRecord {
  readonly snapshot: Snapshot
  readonly entry: number
  readonly node: RecordNode
}

/** What an agent can do with such records. */
export const unknownTagNote =
  'No domain in force there defines these tags; write removes such a record by its place, and its action fix with choose gives it a tag that check offers.'

/** The most tokens of the text of a record in a row. */
const longestUnknown = 200

/** The rows of a page if the call names no number. */
const usualUnknown = 20

/** The index of the entry that has text on a line, from 0; undefined for a line behind the last one. */
export function entryOnLine(tree: Tree, line: number): number | undefined {
  const index = indexAtLine(tree, line)
  const entry = entryAt(tree, index)
  if (!entry) return undefined
  const lines = entry.lineBreaks + (/[\r\n]$/.test(entry.text) ? 0 : 1)
  return line < tree.lineOf(index) + lines ? index : undefined
}

/** The record with an unknown tag on a line of a file of the workspace. */
export async function unknownRecordAt(
  context: AgentContext,
  uri: string,
  line: number,
): Promise<UnknownRecord | undefined> {
  // Another file of the folder is none of the agent's business.
  const snapshot = context.index.fileAt(uri) && (await context.read(uri))
  const entry = snapshot && entryOnLine(snapshot.file.tree, line)
  return entry === undefined ? undefined : unknownRecordOf(snapshot!, entry)
}

/** The records with an unknown tag in all files for which something is true, in the order of the files. */
export async function unknownRecords(
  context: AgentContext,
  isWanted: (node: RecordNode) => boolean,
): Promise<UnknownRecord[]> {
  const found: UnknownRecord[] = []
  for (const uri of [...context.index.uris()].sort()) {
    if (context.token.isCancellationRequested) cancelled()
    const snapshot = await context.read(uri)
    for (let entry = 0; entry < (snapshot?.file.tree.list.length ?? 0); entry++) {
      const record = unknownRecordOf(snapshot!, entry)
      if (record && isWanted(record.node)) found.push(record)
    }
  }
  return found
}

function unknownRecordOf(snapshot: Snapshot, entry: number): UnknownRecord | undefined {
  const node = entryAt(snapshot.file.tree, entry)
  const isUnknown = node?.kind === 'record' && !isHeader(node) && !snapshot.file.entries[entry]!.tag
  return isUnknown ? { snapshot, entry, node } : undefined
}

/** Where a record with an unknown tag is, as answers have it. */
export const placeOfUnknown = (context: AgentContext, { snapshot, entry }: UnknownRecord): string =>
  agentPlace(pathOf(context, snapshot.uri), snapshot.file.tree.lineOf(entry))

/** What a record with an unknown tag has in a field that usually has the id. */
export function idOfUnknown(node: RecordNode): string | undefined {
  const fieldValue = (wanted: string) => node.fields.find(({ name }) => name === wanted)?.value
  const value = fieldValue('rid') ?? fieldValue('id')
  return value ? valueText(node, value) : undefined
}

/** The text of a record with an unknown tag, as an agent may read it. */
export const textOfUnknown = ({ registry }: AgentContext, { node }: UnknownRecord, most: number): string =>
  cutToTokens(withheldText(node.text.trim(), registry), most)

/** A sentence about records that have the name of a tag where no domain in force defines it. */
export async function noteOfUnknown(context: AgentContext, wanted: string): Promise<string[]> {
  const records = await unknownRecords(context, node => tagName(node) === wanted)
  if (records.length === 0) return []
  const places = records.slice(0, 3).map(record => placeOfUnknown(context, record))
  const more = records.length > places.length ? ', …' : ''
  return [
    `Not counted: ${counted(records.length, 'record')} of this tag where no domain in force defines it (${places.join(', ')}${more}); check says more.`,
  ]
}

/** The records of a tag that no domain defines, as rows with their texts; undefined if there are none. */
export async function findUnknown(
  context: AgentContext,
  { tag = '', limit, cursor, ...others }: InferOutput<typeof findInput>,
): Promise<ToolAnswer | undefined> {
  const wanted = tag.replace(/^@/, '').toUpperCase()
  if (wanted.includes('.') || context.registry.tagsNamed(wanted).length > 0) return undefined
  const records = await unknownRecords(context, node => (tagName(node) ?? tagWord(node).toUpperCase()) === wanted)
  if (records.length === 0) return undefined
  const [other] = Object.keys(others)
  if (other !== undefined)
    refuse({
      code: 'wrong-arguments',
      message: `No domain defines the tag ${shorten(tag)}, so nothing is known of its fields; list its records with tag alone.`,
      at: other,
    })
  const rows = {
    length: records.length,
    at: (index: number): string[] => {
      const record = records[index]!
      return [textOfUnknown(context, record, longestUnknown), placeOfUnknown(context, record)]
    },
  }
  const page = pageOf(rows, { cursor, of: [wanted, limit, context.loaded.version] }, 100, limit || usualUnknown)
  const content = { found: records.length, columns: ['text', 'place'], rows: page.items }
  return answered(content, { cursor: page.cursor, notes: [unknownTagNote] })
}
