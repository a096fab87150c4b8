import type { CheckedFile } from '../check/check.ts'
import { jsonList, ndjsonOf } from '../syntax/written-rows.ts'
import { csvOf } from './csv.ts'
import { followHeaders } from './declared-types.ts'
import { jsonOf } from './json-lines.ts'
import { markdownOf } from './markdown.ts'
import { isTag, type PlainRecord, plainEntry } from './plain-record.ts'
import { type PlainTable, tableOf } from './table.ts'
import type { Exported, TextForm } from './text-forms.ts'

/** The records of a file in another format, as `recline convert` writes them; an empty list if there are none. */
export function exported(file: CheckedFile, format: TextForm): readonly Exported[] {
  const domainsAt = followHeaders(file.context)
  const entries = file.tree.entries.flatMap(entry => plainEntry(entry, domainsAt(entry)) ?? [])
  const records = entries.filter(entry => entry.kind === 'record')
  if (records.length === 0) return []
  const count = records.filter(({ tag }) => tag !== 'DOC').length
  const whole = (text: string): Exported[] => [{ tag: null, records: count, text }]
  switch (format) {
    case 'json': {
      const list = jsonList()
      return whole(list.some(entries.map(jsonOf)) + list.end())
    }
    case 'ndjson':
      return whole(ndjsonOf(entries.map(jsonOf)))
    case 'markdown':
      return whole(
        tablesByTag(records)
          .map(table => [...markdownOf(table)].join(''))
          .join('\n'),
      )
    case 'csv':
      return tablesByTag(records).map(table => ({
        tag: table.tag,
        records: table.rowCount,
        text: [...csvOf(table, { escapesFormulas: true })].join(''),
      }))
  }
}

/** A table for each tag, in the order in which the tags first occur. */
function tablesByTag(records: readonly PlainRecord[]): PlainTable[] {
  const tags = new Set(records.map(({ tag }) => tag).filter(isTag))
  return [...tags].map(tag =>
    tableOf(
      records.filter(record => record.tag === tag),
      tag,
    ),
  )
}
