import type { FollowedFields } from '../../shared/check/followed-records.ts'
import { tagOfName } from '../../shared/check/tag-of-name.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag, tagOfPath } from '../../shared/domains/registry.ts'
import {
  compiled,
  type ReadExpression,
  readCondition,
  readExpression,
  readsOf,
} from '../../shared/expression/expression.ts'
import type { Evaluate } from '../../shared/expression/frame.ts'
import { splitExpressions } from '../../shared/expression/split-expressions.ts'
import type { Type } from '../../shared/expression/types.ts'
import { withCarets } from '../options/with-carets.ts'
import type { QueryFormat } from './format-names.ts'

/** What a user asks for; lists of expressions are separated by commas. */
export interface QueryOptions {
  readonly tag: string
  readonly where?: string
  readonly select?: string
  readonly sort?: string
  readonly limit?: number
  readonly countBy?: string
  readonly sum?: string
  readonly min?: string
  readonly max?: string
  readonly avg?: string
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
  readonly where: Evaluate | undefined
  readonly columns: readonly Column[]
  readonly sort: readonly SortKey[]
  readonly limit: number
  /** Set if records are counted instead of listed. */
  readonly groups: Groups | undefined
}

/** A column of the result. */
export interface Column {
  readonly name: string
  readonly type: Type
  readonly evaluate: Evaluate
}

interface SortKey extends Column {
  readonly isDescending: boolean
}

interface Groups {
  readonly by: readonly Column[]
  readonly totals: readonly Total[]
}

/** A number or timestamp that is calculated from the records of a group. */
export interface Total extends Column {
  readonly kind: 'sum' | 'min' | 'max' | 'avg'
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
  const read = (source: string, isCondition = false): Column => {
    const expression = (isCondition ? readCondition : readExpression)(source, tag, registry)
    const [first] = expression.problems
    if (first) problem ??= withCarets(source, first)
    all.push(expression)
    return { name: source, type: expression.type, evaluate: compiled(expression) ?? (() => undefined) }
  }
  const list = (sources: string | undefined): Column[] => splitExpressions(sources ?? '').map(source => read(source))
  const where = options.where === undefined ? undefined : read(options.where, true).evaluate
  const by = list(options.countBy)
  const totals = (['sum', 'min', 'max', 'avg'] as const).flatMap(kind =>
    list(options[kind]).map((column): Total => {
      if (!canTotal(kind, column.type)) problem ??= `--${kind} needs numbers, and ${column.name} has none`
      return { ...column, name: `${kind}(${column.name})`, kind }
    }),
  )
  const isGrouped = options.countBy !== undefined || totals.length > 0
  const columns = isGrouped ? [] : list(options.select ?? usualColumns(tag, options.format))
  const sort = isGrouped
    ? sortOfGroups(options.sort)
    : splitExpressions(options.sort ?? '').map(source => ({
        ...read(source.replace(/^-/, '')),
        isDescending: source.startsWith('-'),
      }))
  if (problem !== undefined) return { problem }
  return {
    tag,
    format: options.format,
    escapesFormulas: options.escapeFormulas ?? false,
    ...fieldsReadBy(all, tag, registry),
    where,
    columns,
    sort,
    limit: options.limit ?? Infinity,
    groups: isGrouped ? { by, totals } : undefined,
  }
}

/** Groups are sorted by the names of their columns, such as `count`. */
const sortOfGroups = (sort: string | undefined): SortKey[] =>
  splitExpressions(sort ?? '').map(source => ({
    name: source.replace(/^-/, ''),
    type: { kind: 'unknown' },
    evaluate: () => undefined,
    isDescending: source.startsWith('-'),
  }))

const canTotal = (kind: Total['kind'], { kind: type }: Type): boolean =>
  type === 'int' || type === 'float' || type === 'unknown' || ((kind === 'min' || kind === 'max') && type === 'ts')

/** The columns of a query that names none: all fields, and in a table those that fit. */
function usualColumns(tag: Tag, format: QueryFormat): string {
  const id = tag.identityField
  const names = [...new Set([id, ...tag.fields.keys()])]
  const all = names.map(name => (/^[A-Za-z_]\w*$/.test(name) ? name : `this[${JSON.stringify(name)}]`))
  return (format === 'table' ? all.slice(0, 5) : all).join(',')
}

function fieldsReadBy(
  all: readonly ReadExpression[],
  tag: Tag,
  registry: Registry,
): Pick<QueryPlan, 'followed' | 'isAcrossRecords'> {
  const followed = new Map<Tag, Set<FieldDefinition>>()
  const add = (owner: Tag, fields: Iterable<FieldDefinition>): void => {
    const id = fieldOf(owner, owner.identityField)
    const known = followed.get(owner) ?? new Set(id ? [id] : [])
    for (const field of fields) known.add(field)
    followed.set(owner, known)
  }
  add(tag, [])
  const reads = all.map(readsOf)
  for (const { own, others } of reads) {
    add(tag, own)
    for (const [path, fields] of others) add(tagOfPath(registry, path)!, fields)
  }
  return {
    followed: new Map([...followed].map(([owner, fields]) => [owner, [...fields]])),
    isAcrossRecords: reads.some(({ isAcrossRecords }) => isAcrossRecords),
  }
}
