import type { FollowedFields } from '../check/declared/followed-records.ts'
import { tagOfName } from '../check/tag-of-name.ts'
import { localize } from '../domains/localize.ts'
import { cutTo } from '../domains/message-text.ts'
import {
  aspectOf,
  type FieldDefinition,
  fieldNamed,
  fieldOf,
  type Registry,
  sameFieldOf,
  type Tag,
} from '../domains/registry.ts'
import { describeType, type Type } from '../expression/check/types.ts'
import {
  compiled,
  fieldAlone,
  fieldPlaces,
  type ReadExpression,
  readCondition,
  readExpression,
  readsOf,
  referringTags,
} from '../expression/expression.ts'
import { plainName } from '../expression/plain-name.ts'
import { splitExpressions } from '../expression/read/write.ts'
import type { Evaluate, FieldPlace } from '../expression/run/frame.ts'
import { withCarets } from '../expression/with-carets.ts'
import type { QueryFormat } from './format-names.ts'
import { type SpanOptions, timeSpanOf } from './periods.ts'

/** What a user asks for; lists of expressions are separated by commas. */
export interface QueryOptions extends SpanOptions {
  readonly tag: string
  readonly where?: string
  readonly select?: string
  readonly sort?: string
  readonly limit?: number
  readonly countBy?: string
  readonly countItems?: true
  readonly sum?: string
  readonly min?: string
  readonly max?: string
  readonly avg?: string
  /** An expression whose values are the rows of a matrix, and one for its columns. */
  readonly rows?: string
  readonly columns?: string
  readonly format: QueryFormat
  readonly escapeFormulas?: true
}

/** A query that can run. */
export interface QueryPlan {
  readonly tag: Tag
  readonly format: QueryFormat
  /** Whether a cell of CSV that a spreadsheet would run as a formula gets an apostrophe before it. */
  readonly escapesFormulas: boolean
  /** The fields of each tag that the query reads. */
  readonly followed: FollowedFields
  readonly isAcrossRecords: boolean
  /** Whether an expression reads the current time. */
  readonly readsNow: boolean
  /** The names of the tags whose records the query finds with `referrers`. */
  readonly referringTags: ReadonlySet<string>
  readonly where: Evaluate | undefined
  readonly columns: readonly QueryColumn[]
  /** How many fields the tag has, if the columns are fields because the user selected none; otherwise 0. */
  readonly fields: number
  /** Whether fields that the tag does not define are columns too, where records have some. */
  readonly showsAll: boolean
  readonly sort: readonly SortColumn[]
  readonly limit: number
  /** Set if records are counted instead of listed. */
  readonly groups: Groups | undefined
  /** Set if the groups are the cells of a matrix. */
  readonly matrix: Matrix | undefined
}

/** A column of the result. */
export interface QueryColumn {
  readonly name: string
  readonly type: Type
  readonly evaluate: Evaluate
  /** The field of the record, if the expression is only that. */
  readonly field?: FieldDefinition | undefined
}

/** A column of a result. */
export type ResultColumn = Pick<QueryColumn, 'name' | 'type'>

interface SortColumn extends QueryColumn {
  readonly isDescending: boolean
}

/** The values of one expression against those of another one: a row and a column for each of them. */
export interface Matrix {
  readonly rows: QueryColumn
  readonly columns: QueryColumn
}

export interface Groups {
  readonly by: readonly QueryColumn[]
  /** Whether a record is in a group for each item of its lists. */
  readonly hasItems: boolean
  readonly totals: readonly Total[]
  /** What they are grouped by, the count, and the totals. */
  readonly columns: readonly ResultColumn[]
}

/** A number or timestamp that is calculated from the records of a group. */
export interface Total extends QueryColumn {
  readonly kind: 'sum' | 'min' | 'max' | 'avg'
  /** The fields that it reads, of the record and of others. */
  readonly reads: readonly FieldPlace[]
}

/** Reads the expressions of a query. The problem is a sentence with the expression and carets below it. */
export function queryPlan(
  options: QueryOptions,
  registry: Registry,
  domains: readonly string[],
): QueryPlan | { readonly problem: string } {
  const tag = tagOfName(options.tag, registry, domains)
  if ('problem' in tag) return tag
  const all: ReadExpression[] = []
  let problem: string | undefined
  const read = (source: string, isCondition = false): QueryColumn => {
    const expression = (isCondition ? readCondition : readExpression)(source, tag, registry, 'query')
    const [first] = expression.problems
    if (first) problem ??= withCarets(source, first)
    all.push(expression)
    const evaluate = compiled(expression) ?? (() => undefined)
    return { name: source, type: expression.type, evaluate, field: fieldAlone(expression) }
  }
  const readColumn = (source: string): QueryColumn => {
    problem ??= columnOfSql(source)
    const column = { ...read(plainName(source, tag, registry)), name: source }
    const message = adviceWithoutText(column.type)
    if (message !== undefined) problem ??= withCarets(source, { start: 0, end: source.length, message })
    return column
  }
  const split = (option: keyof typeof examples): string[] => {
    const sources = splitExpressions(options[option] ?? '')
    if (options[option] !== undefined && sources.length === 0)
      problem ??= localize('{option} is empty; write expressions, such as {example}.', {
        option: flagOf(option),
        example: examples[option],
      })
    return sources
  }
  const where = options.where === undefined ? undefined : read(options.where, true).evaluate
  const isMatrix = options.rows !== undefined || options.columns !== undefined
  const by = [...split('countBy'), ...split('rows'), ...split('columns')].map(readColumn)
  const totals = (['sum', 'min', 'max', 'avg'] as const).flatMap(kind =>
    split(kind).map((source): Total => {
      const column = read(source)
      const reads = fieldPlaces(all.at(-1)!)
      if (!canTotal(kind, column.type))
        problem ??= withCarets(source, {
          start: 0,
          end: source.length,
          message: otherThanNumbers(kind, column, source),
        })
      return { ...column, name: `${kind}(${column.name})`, kind, reads }
    }),
  )
  const span = timeSpanOf(options)
  if (span && 'problem' in span) problem ??= span.problem
  const isGrouped = options.countBy !== undefined || isMatrix || totals.length > 0 || options.every !== undefined
  const fields = fieldExpressions(tag)
  const usual = options.format === 'table' ? fields.slice(0, mostColumns) : fields
  const selected = options.select === undefined ? usual : split('select')
  problem ??= contradictionIn(options)
  if (isMatrix && by.length !== 2) problem ??= localize('--rows and --columns take one expression each.')
  if (isMatrix && totals.length > 1)
    problem ??= localize('A cell of a matrix has one number; keep one of {totals}.', {
      totals: totals.map(({ name }) => name).join(', '),
    })
  if (options.countItems && !by.some(({ type }) => type.kind === 'list'))
    problem ??= noListToCount(isMatrix ? ['--rows', '--columns'] : ['--count-by'], by)
  const columns = isGrouped ? [] : selected.map(readColumn)
  const sorted = split('sort').map(source => ({
    source: source.replace(/^-/, ''),
    isDescending: source.startsWith('-'),
  }))
  const columnsOfGroups: ResultColumn[] = [
    ...by.map(column =>
      options.countItems && column.type.kind === 'list' ? { ...column, type: column.type.item } : column,
    ),
    { name: 'count', type: { kind: 'int' } },
    ...totals.map(({ name, type, kind }) => ({ name, type: kind === 'avg' ? ({ kind: 'float' } as const) : type })),
  ]
  const namesOfGroups = columnsOfGroups.map(({ name }) => name)
  const sort = sorted.map(({ source, isDescending }): SortColumn => {
    problem ??= directionOfSql(source)
    if (!isGrouped) return { ...readColumn(source), isDescending }
    if (!namesOfGroups.includes(source))
      problem ??= localize('There is no column {name} to sort by; the columns are {columns}.', {
        name: source,
        columns: namesOfGroups.join(', '),
      })
    return { name: source, type: { kind: 'unknown' }, evaluate: () => undefined, isDescending }
  })
  if (problem !== undefined) return { problem }
  return {
    tag,
    format: options.format,
    escapesFormulas: options.escapeFormulas ?? false,
    ...fieldsReadBy(all, tag, registry, options.select === undefined && !isGrouped),
    referringTags: referringTags(all),
    where,
    columns,
    fields: options.select === undefined && !isGrouped ? fields.length : 0,
    showsAll: options.select === undefined && !isGrouped && options.format !== 'rec',
    sort,
    limit: options.limit ?? Infinity,
    groups: isGrouped ? { by, hasItems: options.countItems ?? false, totals, columns: columnsOfGroups } : undefined,
    matrix: isMatrix ? { rows: by[0]!, columns: by[1]! } : undefined,
  }
}

/** A column that shows a field. */
export function columnOfField(field: FieldDefinition): QueryColumn {
  return { name: field.name, type: { kind: 'string' }, evaluate: ({ record }) => record.get(field), field }
}

/** The most columns of a table if the user selects none. */
export const mostColumns = 5

/** The options that count records instead of listing them. */
const groupOptions = ['countBy', 'rows', 'columns', 'sum', 'min', 'max', 'avg', 'every'] as const

/** An example for each option that takes several expressions. */
const examples = {
  select: 'rid,title',
  sort: 'rid',
  countBy: 'status',
  sum: 'amount',
  min: 'amount',
  max: 'amount',
  avg: 'amount',
  rows: 'status',
  columns: 'owner',
}

/** Options that ask for different things: columns, counts, or the records as they are. Undefined if there are none. */
function contradictionIn(options: QueryOptions): string | undefined {
  const groupOption = groupOptions.find(option => options[option] !== undefined)
  const counting = groupOption && flagOf(groupOption)
  const ofMatrix = contradictionInMatrix(options)
  if (ofMatrix !== undefined) return ofMatrix
  const ordering = (['sort', 'limit'] as const).find(option => options[option] !== undefined)
  if (options.every !== undefined && ordering !== undefined)
    return localize('--every gives a row for each period, in their order; leave out {option}.', {
      option: `--${ordering}`,
    })
  if (options.format === 'rec') {
    if (counting !== undefined)
      return localize('--format rec prints whole records, and {option} counts them; leave one of them out.', {
        option: counting,
      })
    if (options.select !== undefined)
      return localize('--format rec prints whole records, and --select chooses columns; leave one of them out.')
  }
  return counting === undefined || options.select === undefined
    ? undefined
    : localize('--select lists records, and {option} counts them; leave one of them out.', { option: counting })
}

/** The same of a matrix. */
function contradictionInMatrix(options: QueryOptions): string | undefined {
  const { rows, columns } = options
  if (rows === undefined && columns === undefined) return undefined
  if (rows === undefined)
    return localize('--columns needs --rows, which says the rows of a matrix; --select chooses the columns of a list.')
  if (columns === undefined)
    return localize(
      '--rows needs --columns, which says the columns of a matrix; --count-by gives a row for each value.',
    )
  const other = (['countBy', 'select', 'sort', 'every'] as const).find(option => options[option] !== undefined)
  return (
    other &&
    localize('--rows and --columns make a matrix, in the order of their values; leave out {option}.', {
      option: flagOf(other),
    })
  )
}

function otherThanNumbers(kind: Total['kind'], { type, field }: QueryColumn, source: string): string {
  const places = { option: `--${kind}`, type: describeType(type), text: `double(${source})` }
  if (kind === 'min' || kind === 'max')
    return field?.isUndefined
      ? localize('{option} needs numbers or timestamps, and this is {type}; write {text}.', places)
      : localize('{option} needs numbers or timestamps, and this is {type}.', places)
  return field?.isUndefined
    ? localize('{option} needs numbers, and this is {type}; write {text}.', places)
    : localize('{option} needs numbers, and this is {type}.', places)
}

function noListToCount(options: readonly string[], by: readonly QueryColumn[]): string {
  const names = by.map(({ name }) => name).join(', ')
  if (by.length === 0) return localize('--count-items needs a list in {options}.', { options: { or: options } })
  return by.length === 1
    ? localize('--count-items needs a list in {options}; {names} is not a list.', { options: { or: options }, names })
    : localize('--count-items needs a list in {options}; {names} are not lists.', { options: { or: options }, names })
}

const flagOf = (option: string): string => (option === 'countBy' ? '--count-by' : `--${option}`)

/** What to do instead if values of a type have no text to show; undefined if they have one. */
function adviceWithoutText(type: Type): string | undefined {
  const item = type.kind === 'list' ? type.item : type
  if (item.kind !== 'record') return undefined
  const id = item.tag.identityField
  return type === item
    ? localize('This is {type}, which has no text; read one of its fields, such as {example}.', {
        type: describeType(type),
        example: `.${id}`,
      })
    : localize('This is {type}, which has no text; add {example} to list a field of each, or .size().', {
        type: describeType(type),
        example: `.map(r, r.${id})`,
      })
}

/** What to do about a column as SQL writes it: `*`, or one with another name. Undefined for any other. */
function columnOfSql(source: string): string | undefined {
  const end = source.length
  if (source === '*') {
    const message = localize(
      '* is no expression; name fields, such as rid,title, or leave out --select for all fields, in a table the first five.',
    )
    return withCarets(source, { start: 0, end, message })
  }
  const start = source.search(/\sas\s+(?:\w+|"[^"]*")$/i) + 1
  const name = cutTo(80, source.slice(0, start).trim())
  const message = localize('A column cannot be renamed; write {name}, and rename it where you read the result.', {
    name,
  })
  return start > 0 ? withCarets(source, { start, end, message }) : undefined
}

/** How a key to sort by is written here that has its direction behind it, as in SQL. Undefined for any other. */
function directionOfSql(source: string): string | undefined {
  const [, key = '', word] = /^(.*\S)\s+(asc|desc)$/i.exec(source) ?? /^([\w.]+):(asc|desc)$/i.exec(source) ?? []
  if (word === undefined) return undefined
  const written = cutTo(80, key)
  const message =
    word.toLowerCase() === 'asc'
      ? localize('The direction is not written behind the key; write {text}.', { text: written })
      : localize('The direction is not written behind the key; to sort from the end, write {text}.', {
          text: `--sort=-${written}`,
        })
  return withCarets(source, { start: source.length - word.length, end: source.length, message })
}

const canTotal = (kind: Total['kind'], { kind: type }: Type): boolean =>
  type === 'int' || type === 'float' || type === 'unknown' || ((kind === 'min' || kind === 'max') && type === 'ts')

/** All fields of a tag as expressions, its id first. */
function fieldExpressions(tag: Tag): string[] {
  const id = tag.identityField
  const names = [...new Set([id, ...tag.fields.keys()])]
  return names
}

/** How a field is read of records whose tag lacks it, though another tag with the same records has it. */
const absentField = (owner: Tag, field: FieldDefinition): FieldDefinition =>
  field.aspect ? aspectOf(fieldNamed(owner, field.aspect.of.name), field.aspect.kind) : field

function fieldsReadBy(
  all: readonly ReadExpression[],
  tag: Tag,
  registry: Registry,
  showsAll: boolean,
): Pick<QueryPlan, 'followed' | 'isAcrossRecords' | 'readsNow'> {
  const followed = new Map<Tag, Set<FieldDefinition>>()
  // Records of an extension of a tag are records of the tag.
  const add = (path: string, fields: Iterable<FieldDefinition>): void => {
    for (const owner of registry.tagsOfName(path)) {
      const id = fieldOf(owner, owner.identityField)
      const known = followed.get(owner) ?? new Set(id ? [id] : [])
      for (const field of fields) known.add(sameFieldOf(owner, field) ?? absentField(owner, field))
      followed.set(owner, known)
    }
  }
  add(tag.nameOfRecords.path, [])
  for (const [owner, fields] of showsAll ? followed : [])
    if (owner !== tag) for (const field of owner.fields.values()) fields.add(field)
  const reads = all.map(readsOf)
  for (const { own, others } of reads) {
    add(tag.nameOfRecords.path, own)
    for (const [path, fields] of others) add(path, fields)
  }
  return {
    followed: new Map([...followed].map(([owner, fields]) => [owner, [...fields]])),
    isAcrossRecords: reads.some(({ isAcrossRecords }) => isAcrossRecords),
    readsNow: reads.some(({ readsNow }) => readsNow),
  }
}
