import type { InferOutput } from 'valibot'
import type { convertInput } from '../../shared/agents/inputs.ts'
import { counted } from '../../shared/basics/text.ts'
import { dateOrders, decimalMarks } from '../../shared/convert/foreign-tables/value-choices.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { importRecords } from '../requests/import-records.ts'
import { answered, cutSentence, firstNotes, pageOf, refuse } from './answer.ts'
import { type AgentContext, tagOfCall } from './context.ts'
import { domainOfCall } from './describe.ts'

/** The most columns and fields that are listed. */
const mostListed = 100

/** How a call decides what values mean that can be read in two ways. */
const adviceForChoice = {
  dateOrder: `Pass date_order: ${dateOrders.join(', ')}.`,
  decimalMark: `Pass decimal_mark: ${decimalMarks.join(', ')}.`,
}

/** Data as the text of records, with the field of each column. */
export function convertFor(context: AgentContext, given: InferOutput<typeof convertInput>): ToolAnswer {
  const {
    text,
    mapping = {},
    map_values: mapped = {},
    cursor,
    date_order: dateOrder,
    decimal_mark: decimalMark,
  } = given
  const domain = given.domain === undefined ? undefined : domainOfCall(context.registry, given.domain)
  const tag = given.tag === undefined ? undefined : tagOfCall(context, given.tag, 'tag', domain?.path)
  const path = tag?.domain.path ?? domain?.path
  const uri = `${context.folders[0] ?? 'untitled:'}/recline-draft.rec`
  const snapshot = context.draft(uri, '', path === undefined ? undefined : { settingDomains: [path] })
  const imported = importRecords(snapshot, {
    line: 0,
    data: text,
    tag: tag?.name ?? null,
    givesIds: true,
    into: 'new',
    fields: Object.entries(mapping),
    values: new Map(Object.entries(mapped).map(([field, texts]) => [field, new Map(Object.entries(texts))])),
    ...(dateOrder && { dateOrder }),
    ...(decimalMark && { decimalMark }),
  })
  const { columns, doubts, problems } = imported
  const unknown = Object.keys(mapping).find(name => !columns.some(({ column }) => column === name))
  if (unknown !== undefined)
    refuse({
      code: 'unknown-column',
      message: 'The data have no such column.',
      at: `mapping.${unknown.slice(0, 60)}`,
      allowed: columns.slice(0, mostListed).map(({ column }) => column),
    })
  const sentences = [
    ...problems.map(({ message }) => message),
    ...doubts.map(({ about, message }) => `${message} ${adviceForChoice[about]}`),
    ...imported.warnings,
    ...(imported.missing === null ? [] : [imported.missing]),
  ]
  const fields = new Set(imported.fields)
  const unfit = columns.filter(({ field }) => !field.split(',').every(name => fields.has(name.replace(/[:(].*$/, ''))))
  const head = {
    ...(imported.tag !== null && { tag: imported.tag }),
    ...(imported.tags.length > 1 && given.tag === undefined && { other_tags: imported.tags.slice(1, 6) }),
    mapping: Object.fromEntries(columns.slice(0, mostListed).map(({ column, field }) => [column.slice(0, 100), field])),
    ...(unfit.length > 0 && {
      unknown: unfit.slice(0, mostListed).map(({ column }) => column.slice(0, 100)),
      fields: imported.fields.slice(0, mostListed),
    }),
    count: imported.records,
    problems: sentences.map(cutSentence),
  }
  const unlisted = columns.length - mostListed
  const leftOut = unlisted > 0 ? [`mapping leaves out ${counted(unlisted, 'more column')}.`] : []
  const lines = imported.text.split('\n').filter(Boolean)
  const page = pageOf(lines, { cursor, of: { ...given, cursor: '' } }, 3500)
  return answered(
    { ...head, records: page.items.join('\n') },
    { cursor: page.cursor, notes: [...leftOut, ...firstNotes(imported.notes)] },
  )
}
