import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { groupBy } from '../../shared/basics/group.ts'
import { mapSchema } from '../../shared/basics/map-schema.ts'
import { chosenFieldForm, writeChosenField } from '../../shared/convert/foreign-tables/chosen-fields.ts'
import type { ColumnField } from '../../shared/convert/foreign-tables/column-fields.ts'
import { dateOrders, decimalMarks, isTimeZone } from '../../shared/convert/foreign-tables/value-choices.ts'
import { localize } from '../../shared/domains/localize.ts'
import { unreadable } from '../files/failure.ts'
import { printed } from '../files/paths.ts'
import type { Target } from '../files/target.ts'
import type { InputChoices } from './batch.ts'
import { type ImportOptions, saidColumnsOf } from './import-options.ts'
import { CannotConvert } from './problems.ts'
import { writeWhole } from './write-output.ts'

const timeZoneName = v.pipe(
  v.string(),
  v.check(isTimeZone, () => localize('It must be a time zone, such as +02:00.')),
)

/** What a file says about how data become records, so that the next data become records in the same way. */
const mapping = v.strictObject({
  tag: v.optional(v.string()),
  /** By the name of a column the names of its fields; an empty list leaves the column out. */
  columns: v.optional(mapSchema(v.array(v.pipe(v.string(), v.regex(chosenFieldForm)))), {}),
  /** By the name of a field and by a text, the text that it means. */
  values: v.optional(mapSchema(mapSchema(v.string())), {}),
  null: v.optional(v.array(v.string()), []),
  dateOrder: v.optional(v.picklist(dateOrders)),
  decimalMark: v.optional(v.picklist(decimalMarks)),
  timeZone: v.optional(timeZoneName),
  /** By the name of a column the zone of its times without one. */
  timeZones: v.optional(mapSchema(timeZoneName)),
  header: v.optional(v.union([v.literal('none'), v.pipe(v.number(), v.integer(), v.minValue(1))])),
  sheet: v.optional(v.array(v.string())),
  records: v.optional(v.string()),
  flatten: v.optional(v.boolean()),
})

/** The options with what a mapping says where they say nothing. Throws a `CannotConvert` if it cannot be read. */
export async function withMapping<Options extends ImportOptions & { readonly tag?: string }>(
  options: Options,
  path: string,
): Promise<Options> {
  const { columns, values, null: nulls, sheet = [], timeZone, timeZones = {}, ...others } = await readMapping(path)
  const zones = new Map([...Object.entries(timeZones), ...(options.timeZone?.byColumn ?? [])])
  const zone = options.timeZone?.ofAll ?? timeZone
  const said = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return {
    ...others,
    ...(said as Options),
    saidColumns: saidColumnsOf(options),
    mapColumn: new Map([
      ...Object.entries(columns).map(([column, fields]): [string, string] => [column, fields.join(',')]),
      ...options.mapColumn,
    ]),
    mapValue: new Map([
      ...Object.entries(values).map(([field, texts]) => [field, new Map(Object.entries(texts))] as const),
      ...options.mapValue,
    ]),
    null: [...nulls, ...options.null],
    sheet: options.sheet.length > 0 ? options.sheet : sheet,
    ...((zone !== undefined || zones.size > 0) && {
      timeZone: { ...(zone !== undefined && { ofAll: zone }), byColumn: zones },
    }),
  }
}

async function readMapping(path: string): Promise<v.InferOutput<typeof mapping>> {
  const name = printed(path)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CannotConvert([unreadable(name, error).failure])
  })
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new CannotConvert([
      localize('{file} is not JSON; write a mapping with --save-mapping {file}.', { file: name }),
    ])
  }
  const read = v.safeParse(mapping, value)
  if (read.success) return read.output
  const [issue] = read.issues
  const part = v.getDotPath(issue)
  throw new CannotConvert([
    part === null
      ? localize('{file} is not a mapping: it is wrong: {reason}', { file: name, reason: issue.message })
      : localize('{file} is not a mapping: {path} is wrong: {reason}', {
          file: name,
          path: part,
          reason: issue.message,
        }),
  ])
}

/** How the data of a run became records. */
export class LearnedMapping {
  private readonly tags = new Set<string>()
  private readonly columns = new Map<string, readonly string[]>()

  /** Keeps the fields of the columns of a table. */
  readonly add = (tag: string, found: readonly ColumnField[]): void => {
    this.tags.add(tag)
    for (const [name, ofColumn] of groupBy(found, ({ column }) => column))
      this.columns.set(
        name,
        ofColumn.flatMap(one => (one.key === undefined ? [] : writeChosenField(one))),
      )
  }

  /** Writes it to a file. Throws a `CannotConvert` if the records have several tags. */
  async save(target: Target, choices: InputChoices): Promise<void> {
    const [tag, ...others] = this.tags
    if (tag === undefined || others.length > 0)
      throw new CannotConvert([
        tag === undefined
          ? localize('{file} is not written, because a mapping has one tag, and the data have none.', {
              file: printed(target.path),
            })
          : localize('{file} is not written, because a mapping has one tag, and the data have {tags}.', {
              file: printed(target.path),
              tags: [tag, ...others].join(', '),
            }),
      ])
    const { values, nulls = [], dateOrder, decimalMark, timeZone, timeZones, header, sheets = [], records } = choices
    const texts = [...(values ?? [])].map(([field, some]) => [field, Object.fromEntries(some)] as const)
    const written: v.InferInput<typeof mapping> = {
      tag,
      columns: Object.fromEntries([...this.columns].map(([name, fields]) => [name, [...fields]])),
      ...(texts.length > 0 && { values: Object.fromEntries(texts) }),
      ...(nulls.length > 0 && { null: [...nulls] }),
      ...(dateOrder && { dateOrder }),
      ...(decimalMark && { decimalMark }),
      ...(timeZone && { timeZone }),
      ...(timeZones && timeZones.size > 0 && { timeZones: Object.fromEntries(timeZones) }),
      ...(header && { header }),
      ...(sheets.length > 0 && { sheet: [...sheets] }),
      ...(records && { records }),
      ...(choices.isFlattened && { flatten: true }),
    }
    await writeWhole(target, [`${JSON.stringify(written, undefined, 2)}\n`])
  }
}
