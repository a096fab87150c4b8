import { recordNameKey } from '../domains/identity.ts'
import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import type { FoundRecord } from '../query/found-record.ts'
import { type RecordNode, valueText } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import type { ReportRecord } from './filled-report.ts'

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
  const fields = node.fields.flatMap(({ name, value }) => {
    if (!value) return []
    const said = valueText(node, value)
    const target = fieldOf(definition, name)?.target
    const record = target && recordNameKey({ path: target.path, id: said })
    return [{ name, text: said, ...(record !== undefined && appendix.has(record) && { record }) }]
  })
  return { key, tag: definition.name, id, file: place.file, line: place.line, fields }
}
