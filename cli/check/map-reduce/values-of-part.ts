import { declaredRules, fieldsOfPlaces } from '../../../shared/check/declared-rules.ts'
import { followedFields } from '../../../shared/check/followed-records.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { type Tag, tagOfPath } from '../../../shared/domains/registry.ts'
import type { EntryPlace } from '../../../shared/scan/part.ts'
import type { FollowedRow } from '../../../shared/scan/scanner.ts'
import type { PartResult } from '../parts/check-part.ts'
import type { Fact, RecordsFact } from './facts.ts'

/** The values in a part that rules about several records read, in columns. */
export interface ValuesOfPart {
  readonly facts: readonly RecordsFact[]
  /** The records whose values are not in the columns, because they or their places are unusual. */
  readonly others: readonly EntryPlace[]
}

/** Returns the facts about the values of the records of a part. */
export function valuesOfPart(
  of: Pick<Fact, 'file' | 'part'>,
  { followed }: PartResult,
  context: FileContext,
): ValuesOfPart {
  const byPath = new Map<string, FollowedRow[]>()
  for (const row of followed) {
    const rows = byPath.get(row.path)
    if (rows) rows.push(row)
    else byPath.set(row.path, [row])
  }
  const facts: RecordsFact[] = []
  const others: EntryPlace[] = []
  for (const [path, rows] of byPath) {
    const tag = tagOfPath(context.registry, path)
    const columns = tag && columnsOf(tag, context)
    const usual: FollowedRow[] = []
    for (const row of rows) {
      if (columns?.isUsual(row)) usual.push(row)
      else others.push({ byte: row.byte, line: row.line })
    }
    if (columns && usual.length > 0) facts.push({ kind: 'records', ...of, ...columns.of(usual) })
  }
  return { facts, others }
}

function columnsOf(tag: Tag, context: FileContext) {
  const fields = followedFields(context).get(tag) ?? []
  const indexOf = (name: string): number => fields.findIndex(field => field.name === name)
  const placed = declaredRules(tag, context).across.map(rule => fieldsOfPlaces(rule))
  const id = indexOf(tag.identityField)
  const isAtString = ({ values }: FollowedRow, name: string): boolean => {
    const value = values[indexOf(name)]
    return value === undefined || typeof value === 'string'
  }
  return {
    /** Whether columns can have the values of a record: what the facts say of its problems follows from its values. */
    isUsual(row: FollowedRow): boolean {
      if (row.values.includes(null)) return false
      if (placed.length === 0) return true
      return (
        row.places !== undefined &&
        typeof row.values[id] === 'string' &&
        row.values[id] !== '' &&
        placed.every(
          names =>
            names.every(name => indexOf(name) >= 0 && isAtString(row, name)) &&
            names.some(name => row.values[indexOf(name)] !== undefined),
        )
      )
    },
    of(rows: readonly FollowedRow[]): Pick<RecordsFact, 'entry' | 'domain' | 'tag' | 'data'> {
      const entry = rows.reduce((least, { line }) => Math.min(least, line), Infinity)
      const { domain, tag: name } = tag.fullName
      const entries = rows.map(({ line }) => line - entry)
      const values = Object.fromEntries(fields.map((field, index) => [field.name, columnOf(rows, index)]))
      if (placed.length === 0) return { entry, domain, tag: name, data: { entries, values } }
      const places = Object.fromEntries(
        [...new Set(placed.flat())].map(name => {
          const at = indexOf(name) * 2
          return [
            name,
            {
              starts: rows.map(({ places }) => places![at]!),
              lengths: rows.map(({ places }) => places![at + 1]! - places![at]!),
            },
          ]
        }),
      )
      return { entry, domain, tag: name, data: { entries, values, places } }
    },
  }
}

type Column = RecordsFact['data']['values'][string]

const columnOf = (rows: readonly FollowedRow[], index: number): Column =>
  rows.map(({ values }) => (values[index] ?? null) as Column[number])
