import { checkFile } from '../../shared/check/check.ts'
import { isAllowed } from '../../shared/domains/allowed-value.ts'
import { filesInWords, recordsInWords } from '../../shared/domains/counts-in-words.ts'
import { domainSettings } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import type { FoundPlace } from '../../shared/query/found-record.ts'
import type { QueryPlan } from '../../shared/query/query-plan.ts'
import { isHeader, type RecordNode, valueText } from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { oneLine } from '../output/one-line.ts'
import { type Plan, readPlanned } from '../plan/plan.ts'
import { findRecords } from './find-records.ts'

/**
 * Says what a query has read, what it has skipped, and which values are invalid, as sentences. It reads the files once
 * more, so it is only for the user who asks.
 *
 * @param found how many records the query has found
 */
export async function explainQuery(
  plan: Plan,
  query: QueryPlan,
  now: number,
  found: number,
): Promise<readonly string[]> {
  const read = new CountedPlaces()
  const ofTag = new CountedPlaces()
  const lines = new CountedPlaces()
  const blocks = new CountedPlaces()
  const unknown = new CountedPlaces()
  const headers = new CountedPlaces()
  const wrong = new Map<FieldDefinition, CountedPlaces>()
  const unallowed = new Map<FieldDefinition, CountedPlaces>()
  let files = 0
  const { nameOfRecords } = query.tag
  const fields = [...query.followed].flatMap(([tag, some]) =>
    tag.nameOfRecords.path === nameOfRecords.path ? some : [],
  )
  for (const planned of plan.files) {
    const content = await readPlanned(planned)
    if ('failure' in content) continue
    files++
    const { file } = planned.source
    const context = { registry: plan.registry, fileName: file, ...domainSettings(planned.settings), onlyNames: true }
    const { tree, entries } = checkFile(parse(content.text), context)
    for (const [entry, node] of tree.entries.entries()) {
      const place = { file, line: tree.lines[entry]! + 1 }
      if (node.kind === 'stray' || node.kind === 'marker') lines.add(place)
      if (node.kind === 'block') blocks.add(place)
      if (node.kind !== 'record') continue
      if (isHeader(node)) {
        headers.add(place)
        continue
      }
      read.add(place)
      const { tag } = entries[entry]!
      if (!tag) unknown.add(place)
      if (tag?.nameOfRecords.path !== nameOfRecords.path) continue
      ofTag.add(place)
      for (const field of new Set(fields)) {
        const text = writtenValueOf(node, field.name)
        if (text === undefined) continue
        if (!valueTypes[field.type].accepts(text)) placesOfField(wrong, field).add(place)
        else if (!isAllowed(text, field)) placesOfField(unallowed, field).add(place)
      }
    }
  }
  const { name } = query.tag
  const skipped = [
    ...lines.told((count, place) =>
      count === 1
        ? localize('1 line that is no record ({place})', { place })
        : localize('{count} lines that are no records ({place})', { count, place }),
    ),
    ...blocks.told((count, place) =>
      count === 1 ? localize('1 block ({place})', { place }) : localize('{count} blocks ({place})', { count, place }),
    ),
    ...headers.told((count, place) =>
      count === 1 ? localize('1 header ({place})', { place }) : localize('{count} headers ({place})', { count, place }),
    ),
    ...unknown.told((count, place) =>
      count === 1
        ? localize('1 record whose tag no domain defines ({place})', { place })
        : localize('{count} records whose tags no domain defines ({place})', { count, place }),
    ),
  ]
  const unread = plan.files.length - files
  return [
    localize('Read {files} with {records}: {count} of {tag}, of which the query found {found}.', {
      files: filesInWords(files),
      records: recordsInWords(read.count),
      count: ofTag.count,
      tag: name,
      found,
    }),
    ...(unread > 0 ? [localize('{files} could not be read.', { files: filesInWords(unread) })] : []),
    skipped.length > 0
      ? localize('Skipped: {things}.', { things: { and: skipped } })
      : localize('Nothing was skipped.'),
    ...(await absentSentence(plan, query, now)),
    ...[...wrong].map(([field, { count, first }]) => {
      const places = { field: field.name, type: field.type, place: placeText(first!) }
      return count === 1
        ? localize(
            '{field}: 1 value is not of the type {type}, so the query reads no value there; the first one is at {place}.',
            places,
          )
        : localize(
            '{field}: {count} values are not of the type {type}, so the query reads no value there; the first one is at {place}.',
            { ...places, count },
          )
    }),
    ...[...unallowed].map(([field, { count, first }]) => {
      const places = { field: field.name, place: placeText(first!) }
      return count === 1
        ? localize('{field}: 1 value is not allowed and read as written; the first one is at {place}.', places)
        : localize('{field}: {count} values are not allowed and read as written; the first one is at {place}.', {
            ...places,
            count,
          })
    }),
    ...(wrong.size + unallowed.size === 0 ? [localize('All values that the query reads are allowed.')] : []),
  ]
}

/** A number of things, with the place of the first one. */
class CountedPlaces {
  count = 0
  first: FoundPlace | undefined

  add(place: FoundPlace): void {
    this.count++
    this.first ??= place
  }

  told(inWords: (count: number, place: string) => string): string[] {
    return this.first ? [inWords(this.count, placeText(this.first))] : []
  }
}

const placeText = ({ file, line }: FoundPlace): string => `${oneLine(file)}:${line}`

function placesOfField(map: Map<FieldDefinition, CountedPlaces>, field: FieldDefinition): CountedPlaces {
  const placed = map.get(field) ?? new CountedPlaces()
  map.set(field, placed)
  return placed
}

function writtenValueOf(record: RecordNode, name: string): string | undefined {
  const value = record.fields.find(field => field.name === name)?.value
  return value && valueText(record, value)
}

/** For how many records the condition is neither true nor false, because they lack a value that it reads. */
async function absentSentence(plan: Plan, query: QueryPlan, now: number): Promise<string[]> {
  const { where, tag } = query
  if (!where) return []
  const absent = new CountedPlaces()
  const asked = { ...query, where: (frame: Parameters<typeof where>[0]) => where(frame) === undefined }
  for await (const { place } of findRecords(plan, asked, now, () => undefined)) absent.add(place)
  const { count, first } = absent
  if (!first) return []
  const places = { tag: tag.name, place: placeText(first) }
  return [
    count === 1
      ? localize(
          'The condition reads a value that 1 {tag} record lacks, so it is not found; the first one is at {place}.',
          places,
        )
      : localize(
          'The condition reads a value that {count} {tag} records lack, so they are not found; the first one is at {place}.',
          { ...places, count },
        ),
  ]
}
