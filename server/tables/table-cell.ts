import type { Location } from 'vscode-languageserver-types'
import { recordName } from '../../shared/domains/identity.ts'
import { fieldOf } from '../../shared/domains/registry.ts'
import { foldQuery } from '../../shared/index/match.ts'
import type {
  CellProblems,
  Choice,
  TableCellProblemsParams,
  TableReferencesParams,
  TableValuesParams,
} from '../../shared/protocol/table.ts'
import { concerning, mostSevereFirst } from '../../shared/views/table/cell-problems.ts'
import { columnsOf } from '../../shared/views/table/rows.ts'
import { recordsToReferTo } from '../completion/references.ts'
import { siblingValues } from '../completion/siblings.ts'
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
const mostProblems = 100

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
  const found = concerning(mostSevereFirst(ofRecord), column).slice(0, mostProblems)
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
