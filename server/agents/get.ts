import type { InferOutput } from 'valibot'
import type { getInput } from '../../shared/agents/inputs.ts'
import type { GottenRecord, MissingRecord } from '../../shared/agents/outputs.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { tagOfPath } from '../../shared/domains/registry.ts'
import { withheldText } from '../../shared/domains/sensitive.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { tagWord } from '../../shared/syntax/nodes.ts'
import { entryAt, indexAtLine } from '../../shared/syntax/tree.ts'
import { answered, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, agentPlace, pathOf, tagOfCall, uriOfPlace } from './context.ts'
import {
  entryOnLine,
  idOfUnknown,
  placeOfUnknown,
  textOfUnknown,
  type UnknownRecord,
  unknownRecordAt,
  unknownRecords,
  unknownTagNote,
} from './unknown-records.ts'
import { shownTitle } from './withheld.ts'

/** The most tokens of the text of a record. */
const longestRecord = 4000

/** The most tokens of an id. */
const longestId = 100

/** The most records that refer to one and are listed. */
const mostReferring = 20

/** The most references of a record that are listed. */
const mostReferences = 50

/** Records by their ids, with what they refer to and what refers to them. */
export async function getFor(context: AgentContext, given: InferOutput<typeof getInput>): Promise<ToolAnswer> {
  const { cursor, places = [] } = given
  const ids = [...new Set(given.ids)]
  if (ids.length === 0 && places.length === 0)
    refuse({ code: 'missing-argument', message: 'Pass ids, or places of records without an id.', at: 'ids' })
  const found = ids.map(id => ({ id, records: recordsOfId(context, id, given.tag) }))
  const lost = new Set(found.filter(({ records }) => records.length === 0).map(({ id }) => id))
  const unknown =
    lost.size === 0 || given.tag !== undefined
      ? []
      : await unknownRecords(context, node => lost.has(idOfUnknown(node) ?? ''))
  for (const { node } of unknown) lost.delete(idOfUnknown(node)!)
  const missing = Array.from(lost, (id): MissingRecord => ({ id, nearest: nearestIds(context, id, given.tag) }))
  const gotten: GottenRecord[] = []
  for (const { records } of found) for (const record of records) gotten.push(await gottenOf(context, record))
  for (const record of unknown) gotten.push(gottenUnknown(context, record))
  for (const [index, place] of places.entries()) {
    const record = await recordIfAt(context, place, `places.${index}`)
    if (record) gotten.push('node' in record ? gottenUnknown(context, record) : await gottenOf(context, record))
    else missing.push({ place, nearest: nearestPlaces(context, place, `places.${index}`) })
  }
  const of = [ids, places, given.tag, context.loaded.version]
  const page = pageOf(gotten, { cursor, of }, 200 + 60 * missing.length)
  const content = { records: page.items, ...(missing.length > 0 && { missing }) }
  const notes = page.items.some(one => one.is_unknown) ? [unknownTagNote] : []
  return answered(content, { cursor: page.cursor, notes })
}

/** The record at a place that an answer had; undefined if none is there. */
export async function recordIfAt(
  context: AgentContext,
  place: string,
  at: string,
): Promise<IndexedRecord | UnknownRecord | undefined> {
  const { uri, line } = uriOfPlace(context, place, at)
  const tree = (await context.read(uri))?.file.tree
  const entry = tree && entryOnLine(tree, line)
  if (entry === undefined) return undefined
  const start = tree!.lineOf(entry)
  const known = Array.from(context.index.recordsIn(uri)).find(one => one.tagPlace().start.line === start)
  return known ?? unknownRecordAt(context, uri, line)
}

/** The places of the records of the same file that are nearest to a place without one. */
function nearestPlaces(context: AgentContext, place: string, at: string): string[] {
  const { uri, line } = uriOfPlace(context, place, at)
  const lines = Array.from(context.index.recordsIn(uri), one => one.tagPlace().start.line)
  return lines
    .sort((one, other) => Math.abs(one - line) - Math.abs(other - line))
    .slice(0, 3)
    .map(one => agentPlace(pathOf(context, uri), one))
}

/** The records with an id, of one tag if a call names it. */
export function recordsOfId(context: AgentContext, id: string, tagName: string | undefined): IndexedRecord[] {
  const { index, registry } = context
  const path = tagName === undefined ? undefined : tagOfCall(context, tagName).nameOfRecords.path
  return index.tagsWithId(id).flatMap(one => {
    const tag = path === undefined || path === one ? tagOfPath(registry, one) : undefined
    return tag ? [...index.recordsNamed(recordName(tag.nameOfRecords, id))] : []
  })
}

/** The ids of records that are most like one, of one tag if a call names it. */
export function nearestIds(context: AgentContext, id: string, tagName: string | undefined): string[] {
  const { index, registry } = context
  const tags = tagName === undefined ? [...registry.tags.values()] : [tagOfCall(context, tagName)]
  const paths = new Map(tags.map(({ nameOfRecords }) => [nameOfRecords.path, nameOfRecords]))
  const ids = [...paths.values()].flatMap(name => [...index.idsOf(name)])
  return nearest(id, ids.length > mostComparedIds ? ids.filter(one => one[0] === id[0]).slice(0, mostComparedIds) : ids)
}

/** The most ids that an id is compared with. */
const mostComparedIds = 100_000

/** A record with an unknown tag: nobody knows what it refers to. */
function gottenUnknown(context: AgentContext, record: UnknownRecord): GottenRecord {
  const id = idOfUnknown(record.node) ?? ''
  return {
    place: placeOfUnknown(context, record),
    tag: cutToTokens(tagWord(record.node), longestId),
    ...(id !== '' && { id: cutToTokens(id, longestId) }),
    is_unknown: true,
    text: textOfUnknown(context, record, longestRecord),
  }
}

async function gottenOf(context: AgentContext, record: IndexedRecord): Promise<GottenRecord> {
  const { index } = context
  const { uri, tag, id = '', identity } = record
  const { line } = record.tagPlace().start
  const tree = (await context.read(uri))?.file.tree
  const entry = tree && entryAt(tree, indexAtLine(tree, line))
  const references = identity.references.slice(0, mostReferences).map(({ field, ...name }) => {
    const [target] = index.recordsNamed(name)
    const title = shownTitle(tagOfPath(context.registry, name.path), target?.identity.title ?? '')
    return {
      field,
      tag: name.tag,
      id: cutToTokens(name.id, longestId),
      ...(title !== undefined && { title }),
      ...(!target && { is_missing: true as const }),
    }
  })
  const definition = identity.definition
  const referring = definition ? [...index.recordsReferringTo(definition)] : []
  return {
    place: agentPlace(pathOf(context, uri), line),
    tag: tag.tag,
    ...(id !== '' && { id: cutToTokens(id, longestId) }),
    text: cutToTokens(withheldText((entry?.text ?? '').trim(), context.registry), longestRecord),
    ...(references.length > 0 && { refers_to: references }),
    ...(referring.length > 0 && {
      referred_by: {
        count: referring.length,
        first: referring.slice(0, mostReferring).map(one => ({
          field: one.identity.references.find(({ path, id }) => path === definition!.path && id === definition!.id)!
            .field,
          tag: one.tag.tag,
          id: cutToTokens(one.id ?? '', longestId),
          ...titleOfReferring(context, one),
        })),
      },
    }),
  }
}

function titleOfReferring({ registry }: AgentContext, { tag, title }: IndexedRecord): { readonly title?: string } {
  const shown = shownTitle(tagOfPath(registry, tag.path), title)
  return shown === undefined ? {} : { title: shown }
}
