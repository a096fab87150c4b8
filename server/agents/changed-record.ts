import type { WriteChange } from '../../shared/agents/inputs.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { indexAtLine } from '../../shared/syntax/tree.ts'
import { refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, uriOfPlace } from './context.ts'
import { nearestIds, recordIfAt, recordsOfId } from './get.ts'
import { entryOnLine, idOfUnknown, type UnknownRecord, unknownRecords } from './unknown-records.ts'

/** The record that a change names by its id or its place. Refuses a name that none has, or several have. */
export async function recordOfChange(
  context: AgentContext,
  change: WriteChange,
  at: string,
): Promise<IndexedRecord | UnknownRecord> {
  const { id, place } = change
  if ((id === undefined) === (place === undefined))
    refuse({
      code: id === undefined ? 'missing-argument' : 'wrong-arguments',
      message: `Pass the id of a record, or its place${change.action === 'rename' ? '' : ', or tag and where for several'}.`,
      at: `${at}.id`,
    })
  if (id === undefined) {
    const record = await recordIfAt(context, place!, `${at}.place`)
    if (!record) refuseEmptyPlace(place!, at)
    return record
  }
  const [record, ...others] = recordsOfId(context, id, change.tag)
  if (!record && change.tag === undefined) {
    const [unknown, another] = await unknownRecords(context, node => idOfUnknown(node) === id)
    if (unknown && !another) return unknown
  }
  if (!record)
    refuse({
      code: 'unknown-id',
      message: `There is no ${change.tag ?? 'record'} with this id.`,
      at: `${at}.id`,
      nearest: nearestIds(context, id, change.tag),
    })
  if (others.length > 0)
    refuse({
      code: 'ambiguous-id',
      message: 'Several records have this id; pass tag, or the place of the record instead of its id.',
      at: `${at}.id`,
      allowed: [record, ...others].map(
        one => `${one.tag.path} in ${agentPlace(pathOf(context, one.uri), one.tagPlace().start.line)}`,
      ),
    })
  return record
}

function refuseEmptyPlace(place: string, at: string): never {
  refuse({
    code: 'no-record',
    message: `No record is at ${shorten(place)}; find and check have the places of now.`,
    at: `${at}.place`,
  })
}

/** A part of a file that is fixed by itself. */
interface FixedEntry {
  readonly uri: string
  readonly entry: number
}

/** What a fix is limited to: a record, or whatever has the problem at a place; undefined if it names none. */
export async function entryOfFix(
  context: AgentContext,
  change: WriteChange,
  at: string,
): Promise<FixedEntry | undefined> {
  const { id, place } = change
  if (id === undefined && place === undefined) return undefined
  if (change.paths)
    refuse({
      code: 'wrong-arguments',
      message: 'Pass the id or place of a record, or paths, not both.',
      at: `${at}.paths`,
    })
  if (id === undefined) {
    const { uri, line } = uriOfPlace(context, place!, `${at}.place`)
    const tree = context.index.fileAt(uri) && (await context.read(uri))?.file.tree
    const entry = tree && entryOnLine(tree, line)
    return entry === undefined ? refuseEmptyPlace(place!, at) : { uri, entry }
  }
  const record = await recordOfChange(context, change, at)
  if ('node' in record) return { uri: record.snapshot.uri, entry: record.entry }
  const tree = (await context.read(record.uri))?.file.tree
  return { uri: record.uri, entry: tree ? indexAtLine(tree, record.tagPlace().start.line) : 0 }
}
