import { identityOf, type RecordName, recordNameKey } from '../domains/identity.ts'
import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import type { FoundRecord } from '../query/found-record.ts'
import { type RecordNode, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import type { ReportField, ReportRecord } from './filled-report.ts'

/** A record that has an id, so that others can name it. */
export interface AppendixRecord extends FoundRecord {
  /** From `recordNameKey`. */
  readonly key: string
  /** The path of its tag. */
  readonly tag: string
  readonly id: string
}

/** Those of some records of a tag that have an id. */
export const namedRecords = (records: readonly FoundRecord[], tag: Tag): AppendixRecord[] =>
  records.flatMap(record => {
    const id = idOfFound(record, tag)
    if (id === undefined) return []
    return [{ ...record, key: recordNameKey({ path: tag.nameOfRecords.path, id }), tag: tag.fullName.path, id }]
  })

/** The id of a record; undefined without one. */
export function idOfFound({ frame }: FoundRecord, tag: Tag): string | undefined {
  const field = fieldOf(tag, tag.identityField)
  const id = field && frame.record.get(field)
  return typeof id === 'string' && id !== '' ? id : undefined
}

/**
 * A record as the appendix shows it.
 *
 * @param appendix the records that are there, by their keys
 */
export function recordOfReport(
  { key, tag, id, place, text }: AppendixRecord,
  { tags }: Registry,
  appendix: ReadonlyMap<string, unknown>,
): ReportRecord {
  const node = parse(text()).entries[0] as RecordNode
  const definition = tags.get(tag)!
  const fields = fieldsOfReport(node, definition, appendix)
  return { key, tag: definition.name, id, file: place.file, line: place.line, fields }
}

/**
 * The fields of a record that have a value, in its order.
 *
 * @param tag undefined for an unknown tag, whose fields refer to nothing
 * @param shown the records that a reference can lead to, by their keys
 */
export function fieldsOfReport(
  node: RecordNode,
  tag: Tag | undefined,
  shown: ReadonlyMap<string, unknown>,
): ReportField[] {
  const references = tag ? identityOf(node, tag).references : []
  return node.fields.flatMap(({ name, value }) => {
    if (!value) return []
    const own = references.filter(({ start }) => start >= value.start && start < value.end)
    return [{ name, parts: partsOfText(valueText(node, value), own, shown) }]
  })
}

/** A text, with the ids of records in it as parts of their own. */
function partsOfText(
  text: string,
  references: readonly RecordName[],
  shown: ReadonlyMap<string, unknown>,
): ReportField['parts'] {
  const parts: ReportField['parts'][number][] = []
  let behind = 0
  // An id that leads nowhere is passed over, so that no other one is found inside of it.
  let from = 0
  for (const { path, id } of references) {
    const start = text.indexOf(id, from)
    if (start < 0) continue
    from = start + id.length
    const record = recordNameKey({ path, id })
    if (!shown.has(record)) continue
    if (start > behind) parts.push({ text: text.slice(behind, start) })
    parts.push({ text: id, record })
    behind = from
  }
  return behind < text.length || parts.length === 0 ? [...parts, { text: text.slice(behind) }] : parts
}
