import * as v from 'valibot'
import { dateOrders, decimalMarks } from '../convert/foreign-tables/value-choices.ts'

/**
 * What an agent can pass to each tool. The descriptions are for language models: they are a part of the JSON schemas
 * that a client shows to them.
 */

const described = <Schema extends v.GenericSchema>(schema: Schema, text: string) => v.pipe(schema, v.description(text))

const describedText = (most: number, meaning: string) => described(v.pipe(v.string(), v.maxLength(most)), meaning)
const optionalText = (most: number, meaning: string) => v.optional(describedText(most, meaning))

/** The longest text of records or data in one call, in UTF-16 code units. */
const longestText = 1_000_000

const cursor = optionalText(100, 'From the last answer, to get the next page with the same arguments.')
const tagOrPath = 'Such as FINDING, or core.compliance.FINDING if several domains have it.'

const scalar = v.union([v.string(), v.number(), v.boolean()])

/** The value of a field as JSON; a list is a list of texts. */
const fieldValue = v.union([scalar, v.array(scalar)])
const values = v.record(v.string(), fieldValue)
const valuesOrNull = v.record(v.string(), v.nullable(fieldValue))

export type GivenValue = v.InferOutput<typeof fieldValue>

export const describeInput = v.strictObject({
  domain: optionalText(200, 'A domain, for its tags. Without any argument: all domains.'),
  tag: optionalText(200, `A tag, for its fields, rules and an example. ${tagOrPath}`),
  field: optionalText(200, 'With tag: one field, with the meaning of each value.'),
  search: optionalText(200, 'Words to find in all domains, tags and fields.'),
  cursor,
})

export const findInput = v.strictObject({
  tag: describedText(200, tagOrPath),
  where: optionalText(2000, 'A condition, such as severity == "high" && due < now && control_ref.owner == "CISO".'),
  select: v.optional(
    described(v.pipe(v.array(v.string()), v.maxLength(50)), 'Fields or expressions; by default the usual fields.'),
  ),
  sort: v.optional(described(v.pipe(v.array(v.string()), v.maxLength(5)), 'Fields; -name sorts from the end.')),
  limit: v.optional(
    described(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 'Records a page, 50 by default.'),
  ),
  cursor,
})

export const getInput = v.strictObject({
  ids: described(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(50)), 'Ids, such as FND-0007.'),
  tag: optionalText(200, 'Only records of this tag.'),
  cursor,
})

export const checkInput = v.strictObject({
  paths: v.optional(
    described(v.pipe(v.array(v.string()), v.maxLength(200)), 'Files or folders of the workspace; by default all.'),
  ),
  text: optionalText(longestText, 'Text of records that is not saved yet, instead of paths.'),
  domain: optionalText(200, 'With text: the domain of its records.'),
  cursor,
})

const addition = v.strictObject({
  action: v.literal('add'),
  tag: optionalText(200, tagOrPath),
  values: v.optional(described(values, 'The fields. Without its id, the record gets the next free one.')),
  text: optionalText(longestText, 'Instead of tag and values: records in the notation, such as convert returns.'),
  path: optionalText(1000, 'The file. By default the one that has most records of the tag.'),
})

const setting = v.strictObject({
  action: v.literal('set'),
  id: v.string(),
  tag: v.optional(v.string()),
  values: described(valuesOrNull, 'The new values; null removes a field.'),
  expected: v.optional(
    described(valuesOrNull, 'The values that you know of these fields; null for a field that is not there.'),
  ),
})

const removal = v.strictObject({
  action: v.literal('remove'),
  id: v.string(),
  tag: v.optional(v.string()),
  expected: v.optional(described(valuesOrNull, 'At least one value of the record, to be sure that it is this one.')),
})

export const writeInput = v.strictObject({
  changes: v.pipe(v.array(v.variant('action', [addition, setting, removal])), v.minLength(1), v.maxLength(200)),
  apply: v.optional(described(v.boolean(), 'Without it nothing is written: the answer shows what would be.')),
  allow_errors: v.optional(described(v.boolean(), 'Writes even if that adds errors. Only if the user wants that.')),
})

export type WriteChange = v.InferOutput<typeof writeInput>['changes'][number]

export const compareInput = v.strictObject({
  before: optionalText(200, 'A git revision, HEAD by default.'),
  after: optionalText(200, 'A git revision; by default the files as they are now.'),
  paths: v.optional(described(v.pipe(v.array(v.string()), v.maxLength(200)), 'Files or folders; by default all.')),
  tag: optionalText(200, 'Only records of this tag.'),
  cursor,
})

export const convertInput = v.strictObject({
  text: describedText(longestText, 'CSV, a table copied from a page or spreadsheet, JSON or JSON Lines.'),
  tag: optionalText(200, `The tag of the records; by default the one that fits best. ${tagOrPath}`),
  domain: optionalText(200, 'The domain of the tag.'),
  mapping: v.optional(
    described(v.record(v.string(), v.string()), 'The field of each column; an empty text leaves a column out.'),
  ),
  date_order: v.optional(described(v.picklist(dateOrders), 'How dates such as 03/04/2026 are read.')),
  decimal_mark: v.optional(v.picklist(decimalMarks)),
  cursor,
})
