import type { Location } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { meaningText } from '../../shared/domains/field-text.ts'
import { recordName } from '../../shared/domains/identity.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { countingTag, fieldOf, type Registry } from '../../shared/domains/registry.ts'
import { readCondition } from '../../shared/expression/expression.ts'
import { completeExpression, type ExpressionContext } from '../../shared/expression/help/complete.ts'
import { foldQuery } from '../../shared/index/match.ts'
import type { Choice, TagChoice } from '../../shared/protocol/table/table.ts'
import type {
  CellProblems,
  CellWithPath,
  TableCellProblemsParams,
  TableDroppedFileParams,
  TableReferencesParams,
  TableValuesParams,
  WhereCompletion,
  WhereText,
  WhereTextParams,
} from '../../shared/protocol/table/table-cells.ts'
import { concerning, mostSevereFirst } from '../../shared/views/table/cell-problems.ts'
import { columnsOf } from '../../shared/views/table/rows.ts'
import { recordsToReferTo } from '../completion/references.ts'
import { siblingValues } from '../completion/siblings.ts'
import { valueWithPath } from '../snapshot/dropped-file.ts'
import { locationOf, rangeIn } from '../snapshot/ranges.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/**
 * The values to choose from for a cell: in a column of references the records that it can refer to, best matches first;
 * in any other column the values of other records.
 */
export function valuesForCell(snapshot: Snapshot, { record, column, typed }: Omit<TableValuesParams, 'uri'>): Choice[] {
  const { file, index } = snapshot
  const { tag, identity } = file.entries[record] ?? {}
  const field = tag && fieldOf(tag, column)
  if (!tag || !field) return []
  const { target } = field
  if (!target) return siblingValues(file, record, tag, column).map(value => ({ value, meaning: '' }))
  const own = identity?.definition?.path === target.path ? [identity.definition.id] : []
  // If the cell already has an existing id, the user wants to replace it, so all other records are offered too.
  const isChosen = index.count(recordName(target, typed.trim())) > 0
  const { found } = recordsToReferTo(snapshot, target, new Set(own), foldQuery(typed), isChosen)
  return found.map(({ id, detail }) => ({ value: id, meaning: detail }))
}

/** The most problems of a cell; nobody reads the fixes of more. */
const mostCellProblems = 100

/** The problems of a cell, and then those of its whole record; null if there are none. */
export function problemsOfCell(
  snapshot: Snapshot,
  { record: entry, column }: Omit<TableCellProblemsParams, 'uri'>,
): CellProblems | null {
  const { tree, entries } = snapshot.file
  const record = tree.entries[entry]
  if (record?.kind !== 'record') return null
  const ofRecord = problemsIn(snapshot)
    .filter(problem => problem.entry === entry)
    .map(problem => ({ ...problem, columns: columnsOf(record, entries[entry]!.tag, problem) }))
  const found = concerning(mostSevereFirst(ofRecord), column).slice(0, mostCellProblems)
  if (found.length === 0) return null
  const start = Math.min(...found.map(problem => problem.start))
  const end = Math.max(...found.map(problem => problem.end))
  return {
    uri: snapshot.uri,
    range: rangeIn(snapshot, entry, { start, end }),
    problems: found.map(problem => ({ code: problem.code, range: rangeIn(snapshot, entry, problem) })),
  }
}

/** The locations of the records that a cell refers to. */
export function referencesOfCell(
  { file, index }: Snapshot,
  { record, column }: Omit<TableReferencesParams, 'uri'>,
): Location[] {
  const references = file.entries[record]?.identity?.references ?? []
  return references
    .filter(({ field }) => field === column)
    .flatMap(reference => index.definitionsOf(reference).map(locationOf))
}

/** The cell of a record that gets the path of a file; null if the record cannot take it. */
export function cellWithPath(
  snapshot: Snapshot,
  { record, column, file }: Omit<TableDroppedFileParams, 'uri'>,
): CellWithPath | null {
  const found = valueWithPath(snapshot, record, column, file.uri)
  return found ? { column: found.field.name, value: found.value } : null
}

/** The most completions that are offered at once. */
const completionLimit = 100

/**
 * What is wrong with an expression that filters the records of a tag, and what can be written at the cursor; null if no
 * domain defines the tag.
 */
export function whereText(registry: Registry, { table, where, offset }: WhereTextParams): WhereText | null {
  const tag = countingTag(registry, table)
  if (!tag) return null
  const { problems } = where.trim() === '' ? { problems: [] } : readCondition(where, tag, registry, 'query')
  return {
    problems: problems.map(({ start, end, message }) => ({ start, end, message })),
    completions: completionsAt(where, offset, { tag, registry, use: 'query', expected: { kind: 'bool' } }),
  }
}

/**
 * The items that match what is typed: first the one that is typed completely, then those that start with it. There are
 * none if the typed one is the only one.
 */
function completionsAt(where: string, offset: number, context: ExpressionContext): WhereCompletion[] {
  const matching = completeExpression(where, offset, context).flatMap(item => {
    const { start, end } = item.replaced
    const at = item.filter.toLowerCase().indexOf(where.slice(start, offset).toLowerCase())
    if (at < 0) return []
    const isWritten = item.text === where.slice(start, end)
    return [{ item, rank: isWritten ? -1 : Math.min(at, 1) }]
  })
  if (matching.every(({ rank }) => rank < 0)) return []
  const ordered = matching.sort((one, other) => one.rank - other.rank)
  return ordered.slice(0, completionLimit).map(({ item: { label, detail = '', replaced, text, cursor } }) => {
    return { label, detail, start: replaced.start, end: replaced.end, text, cursor }
  })
}

/** The tags that a new record at the end of the file can have: those of the domains in force there. */
export function tagsAtEnd({ file }: Snapshot): TagChoice[] {
  const { domains } = sectionAt(file, file.tree.entries.length - 1)
  return domains.flatMap(({ path, tags }) =>
    [...tags.values()].map(
      ({ name, nameOfRecords, descriptor }): TagChoice => ({
        key: nameOfRecords.path,
        name,
        domain: path,
        description: plainProse(meaningText(descriptor)),
      }),
    ),
  )
}
