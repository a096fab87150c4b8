import * as v from 'valibot'
import { mapSchema } from '../basics/map-schema.ts'
import { dateOrders, decimalMarks } from '../convert/foreign-tables/value-choices.ts'

/**
 * What an agent can pass to each tool. The descriptions are for language models: they are a part of the JSON schemas
 * that a client shows to them. `forgivingArguments` reads what models write in another form.
 */

const described = <Schema extends v.GenericSchema>(schema: Schema, text: string) => v.pipe(schema, v.description(text))

const textUpTo = (most: number) => v.pipe(v.string(), v.maxLength(most))
const describedText = (most: number, meaning: string) => described(textUpTo(most), meaning)
const optionalText = (most: number, meaning: string) => v.optional(describedText(most, meaning))

/** A list of texts that may be left out. */
const optionalTexts = (most: number, meaning: string) =>
  v.optional(described(v.pipe(v.array(v.string()), v.maxLength(most)), meaning))

const optionalCount = (most: number, meaning: string) =>
  v.optional(described(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most)), meaning))

/** The longest text of records or data in one call, in UTF-16 code units. */
const longestText = 1_000_000

/** The most records that one change with a condition may touch. */
export const mostChangedRecords = 5000

/** How many records a change with a condition may touch if the call does not say it. */
export const usualChangedRecords = 200

const cursor = optionalText(100, 'From the last answer, to get the next page with the same arguments.')
const tagOrPath = 'Such as FINDING, or core.compliance.FINDING if several domains have it.'
const domainOfTag = 'The domain of the tag.'

const scalar = v.union([v.string(), v.number(), v.boolean()])

/** The value of a field as JSON; a list is a list of texts. */
const fieldValue = v.union([scalar, v.array(scalar)])
const valuesOrNull = mapSchema(v.nullable(fieldValue))

const columnMapping = mapSchema(v.string())

export type GivenValues = v.InferOutput<typeof valuesOrNull>

export type GivenValue = v.InferOutput<typeof fieldValue>

export const describeInput = v.strictObject({
  domain: optionalText(200, 'A domain, for its tags. Without any argument: all domains.'),
  tag: optionalText(200, `A tag, for its fields, rules and an example. ${tagOrPath}`),
  field: optionalText(200, 'With tag: one field, with the meaning of each value.'),
  search: optionalText(200, 'Words to find in all domains, tags and fields.'),
  cursor,
})

export const findInput = v.strictObject({
  tag: optionalText(200, `Needed without due. ${tagOrPath}`),
  where: optionalText(2000, 'A condition.'),
  due: optionalText(
    20,
    'overdue, or how far to look ahead, such as 30d: lists the due days of all tags, or of tag, with owners.',
  ),
  select: optionalTexts(50, 'Fields or expressions; by default the usual fields, with due the owner.'),
  sort: optionalTexts(5, 'Fields; -name sorts from the end.'),
  count_by: optionalTexts(5, 'Counts the records by these fields or expressions, instead of listing them.'),
  sum: optionalTexts(10, 'Sums these fields or expressions, of all records or with count_by of each group.'),
  min: optionalTexts(10, 'The least values, in the same way.'),
  max: optionalTexts(10, 'The greatest values, in the same way.'),
  avg: optionalTexts(10, 'The averages, in the same way.'),
  limit: optionalCount(1000, 'Rows of a page, 50 by default.'),
  cursor,
})

export const getInput = v.strictObject({
  ids: optionalTexts(50, 'Ids, such as FND-0007.'),
  places: optionalTexts(50, 'Places from other answers, such as f.rec:12, for records without an id.'),
  tag: optionalText(200, 'With ids: only records of this tag.'),
  cursor,
})

const severityNames = ['error', 'warning', 'information'] as const

export const checkInput = v.strictObject({
  paths: optionalTexts(200, 'Files or folders of the workspace; by default all.'),
  text: optionalText(longestText, 'Text of records that is not saved yet, instead of paths.'),
  domain: optionalText(200, 'With text: the domain of its records.'),
  severity: v.optional(described(v.picklist(severityNames), 'Only problems that are at least so severe.')),
  codes: optionalTexts(50, 'Only problems with these codes.'),
  limit: optionalCount(200, 'Problems of a page, 25 by default.'),
  cursor,
})

/** What a change of `write` does. */
const writeActions = ['add', 'set', 'remove', 'rename', 'move', 'fix', 'import'] as const

const writeChange = v.strictObject({
  action: v.picklist(writeActions),
  tag: optionalText(200, `For add, and with where. ${tagOrPath}`),
  id: optionalText(1000, 'The record to set, remove, rename, move or fix.'),
  place: optionalText(1200, 'Instead of id: the place of a record, such as f.rec:12.'),
  where: optionalText(2000, 'Instead of id, to set, remove or move all records of tag for which it is true.'),
  limit: optionalCount(
    mostChangedRecords,
    `With where, and for import: the most records that may change, ${usualChangedRecords} by default.`,
  ),
  values: v.optional(described(valuesOrNull, 'For add and set. Without its id, a new record gets the next free one.')),
  computed: v.optional(
    described(
      mapSchema(v.string()),
      'For set: expressions of new values, such as {"due":"due + duration(\\"30d\\")"}; they read the record as it is.',
    ),
  ),
  unset: optionalTexts(50, 'For set: fields to remove.'),
  expected: v.optional(
    described(
      valuesOrNull,
      'Required with id or place: the values now of the fields that you set or unset ("" for none); to remove or move, at least one value.',
    ),
  ),
  text: optionalText(
    longestText,
    'For add, instead of tag and values: records in the notation, as convert returns. For import: CSV or JSON.',
  ),
  path: optionalText(1000, 'The file to add or move to. Added records need none if there are others of the tag.'),
  new_id: optionalText(1000, 'For rename, which changes all references too.'),
  codes: optionalTexts(50, 'For fix: the codes whose certain corrections are made; without it, what changes no value.'),
  choose: optionalText(
    300,
    'For fix, with place or codes: one of the fixes that a problem names, such as "Change to high".',
  ),
  paths: optionalTexts(200, 'For fix: files or folders; by default all.'),
  mapping: v.optional(described(columnMapping, 'For import, as for convert.')),
  key: optionalTexts(10, 'For import: fields that tell which record a row belongs to; by default the id.'),
  gone: optionalText(
    500,
    'For import: what becomes of records that the table lacks: keep (by default), delete, or values such as status="closed".',
  ),
  base: optionalText(
    longestText,
    'For import: the table of the last import; values that were changed by hand since are kept.',
  ),
  date_order: v.optional(v.picklist(dateOrders)),
  decimal_mark: v.optional(v.picklist(decimalMarks)),
})

export const writeInput = v.strictObject({
  changes: v.pipe(v.array(writeChange), v.minLength(1), v.maxLength(200)),
  apply: v.optional(described(v.boolean(), 'Without it nothing is written: the answer shows what would be.')),
  allow_errors: v.optional(described(v.boolean(), 'Writes even if that adds errors. Only if the user wants that.')),
})

export type WriteChange = v.InferOutput<typeof writeChange>

export const undoInput = v.strictObject({
  steps: optionalCount(20, 'How many changes to take back, 1 by default.'),
})

export const compareInput = v.strictObject({
  before: optionalText(200, 'A git revision, HEAD by default.'),
  after: optionalText(200, 'A git revision; by default the files as they are now.'),
  paths: optionalTexts(200, 'Files or folders; by default all.'),
  tag: optionalText(200, 'Only records of this tag.'),
  cursor,
})

export const convertInput = v.strictObject({
  text: describedText(longestText, 'CSV, a table copied from a page or spreadsheet, JSON or JSON Lines.'),
  tag: optionalText(200, `The tag of the records; by default the one that fits best. ${tagOrPath}`),
  domain: optionalText(200, domainOfTag),
  mapping: v.optional(described(columnMapping, 'The field of each column; an empty text leaves a column out.')),
  map_values: v.optional(
    described(
      mapSchema(mapSchema(v.string())),
      'By field, what texts of the data mean, such as {"severity":{"1":"high"}}.',
    ),
  ),
  date_order: v.optional(described(v.picklist(dateOrders), 'How dates such as 03/04/2026 are read.')),
  decimal_mark: v.optional(v.picklist(decimalMarks)),
  cursor,
})
