import { tagsOfRule } from '../check/declared/declared-rules.ts'
import { noSuchTag } from '../check/tag-of-name.ts'
import { recordNameKey } from '../domains/identity.ts'
import { localize } from '../domains/localize.ts'
import type { Registry } from '../domains/registry.ts'
import { type Cell, isWrittenNumber, textOfCell } from '../query/cells.ts'
import { LeftOut } from '../query/left-out.ts'
import { cutMatrixNote, MatrixTable } from '../query/matrix.ts'
import { noRecordNote } from '../query/missing-note.ts'
import { tableOverTime } from '../query/over-time.ts'
import { type QueryOptions, type QueryPlan, queryPlan } from '../query/query-plan.ts'
import { ReadNotes } from '../query/read-notes.ts'
import { type FoundTable, tableOfFound } from '../query/run-query.ts'
import { type AppendixRecord, namedRecords, recordOfReport } from './appendix.ts'
import { changeTable } from './change-table.ts'
import { type DayOfRecord, daysOfRecords, dueTable, hasDueField } from './due-table.ts'
import type { FilledReport, ReportCell, ReportTable } from './filled-report.ts'
import { problemTable } from './problem-table.ts'
import { referenceTable } from './reference-table.ts'
import type { ReportSource } from './report-source.ts'
import { cutRowsNote } from './rows-in-words.ts'
import { type CountInText, type ReportBlock, type TemplatePart, type TemplateProblem, usualRows } from './template.ts'

/**
 * Fills the parts of a template. The problems of the template come instead of a report.
 *
 * @param mistakes the problems that are known already
 */
export async function fillParts(
  parts: readonly TemplatePart[],
  source: ReportSource,
  mistakes: readonly TemplateProblem[] = [],
): Promise<FilledReport | { readonly problems: readonly TemplateProblem[] }> {
  const problems = [...mistakes]
  // A table is made when all records of the appendix are known, as ids lead to records of later tables too.
  const filled: (string | ReportTable | MadeTable)[] = []
  const appendix = new Map<string, AppendixRecord>()
  const addText = (text: string): void => {
    const last = filled.at(-1)
    if (typeof last === 'string') filled[filled.length - 1] = last + text
    else filled.push(text)
  }
  const notes = new Set<string>()
  const wrong = (line: number, message: string): void => void problems.push({ line, message })
  for (const part of parts) {
    if (typeof part === 'string') addText(part)
    else if (problems.length > 0) planOfPart(part, source, wrong)
    else if (!('look' in part)) addText(await countInText(part, source, wrong, notes))
    else if (hasNoQuery(part)) filled.push(...(await tableWithoutQuery(part, source, wrong)))
    else if (part.query.every !== undefined) filled.push(...(await timeTable(part, source, wrong)))
    else if (part.query.rows !== undefined) filled.push(...(await matrixTable(part, source, wrong)))
    else {
      const made = await makeTable(part, source, wrong)
      if (!made) continue
      filled.push(made)
      for (const record of namedRecords(made.table.shown, made.plan.tag))
        if (!appendix.has(record.key)) appendix.set(record.key, record)
    }
  }
  if (problems.length > 0) return { problems: problems.sort((one, other) => one.line - other.line) }
  const records = [...appendix.values()].map(record => recordOfReport(record, source.registry, appendix))
  const tables = filled.map(part =>
    typeof part === 'string' || 'rows' in part ? part : shownTable(part, source.now, appendix),
  )
  return { parts: tables, notes: [...notes], records }
}

interface MadeTable {
  readonly block: ReportBlock
  readonly plan: QueryPlan
  readonly table: FoundTable
  /** How many rows there are with those that are left out. */
  readonly found: number
  /** The days of a timeline. */
  readonly days?: readonly DayOfRecord[]
  readonly notes: readonly string[]
}

type Wrong = (line: number, message: string) => void

function planOfPart(
  part: ReportBlock | CountInText,
  { registry, domains }: ReportSource,
  wrong: Wrong,
): QueryPlan | undefined {
  const plan = queryOfBlock(part, registry, domains)
  if (!plan || !('problem' in plan)) return plan
  wrong(part.line, plan.problem)
  return undefined
}

const hasNoQuery = ({ look }: ReportBlock): boolean => look === 'problems' || look === 'changes'

/**
 * The query of a part of a template, or what is wrong with it; undefined for a part without a query. The tag of a part
 * without a query is looked up too: with a name that no tag has, it would say that there is nothing.
 */
export function queryOfBlock(
  part: ReportBlock | CountInText,
  registry: Registry,
  domains: readonly string[],
): QueryPlan | { readonly problem: string } | undefined {
  if (part.tag === undefined) return undefined
  if ('look' in part && hasNoQuery(part))
    return tagsOfRule(part.tag, registry).length > 0 ? undefined : { problem: noSuchTag(part.tag, registry) }
  const plan = queryPlan(optionsOfPart(part, part.tag), registry, domains)
  if ('problem' in plan || !('look' in part) || part.look !== 'timeline' || hasDueField(plan.tag)) return plan
  return {
    problem: localize('{tag} has no field with a day by which something is due; show something else.', {
      tag: plan.tag.name,
    }),
  }
}

const optionsOfPart = (part: ReportBlock | CountInText, tag: string): QueryOptions => ({
  format: 'table',
  tag,
  ...queryOfPart(part),
})

/** The query of a part: what a chart needs and the template does not say comes from here. */
function queryOfPart(part: ReportBlock | CountInText): ReportBlock['query'] {
  if (!('look' in part)) return part.where === undefined ? {} : { where: part.where }
  const { look, query } = part
  if (query.sort !== undefined || query.countBy === undefined || query.every !== undefined) return query
  if (look === 'line') return { ...query, sort: query.countBy }
  return look === 'bar' && ![query.sum, query.min, query.max, query.avg].some(Boolean)
    ? { ...query, sort: '-count' }
    : query
}

async function countInText(part: CountInText, source: ReportSource, wrong: Wrong, notes: Set<string>): Promise<string> {
  const plan = planOfPart(part, source, wrong)
  if (!plan) return ''
  const read = new ReadNotes()
  const found = await source.find(plan, read)
  for (const sentence of readSentences(plan, read)) notes.add(sentence)
  return String(found.length)
}

/** What should be known of the records that a query read. */
const readSentences = (plan: QueryPlan, notes: ReadNotes): readonly string[] => {
  const { referringTags } = notes.missing
  return [...notes.sentences(plan, true), ...(referringTags.size > 0 ? [noRecordNote(referringTags)] : [])]
}

async function makeTable(block: ReportBlock, source: ReportSource, wrong: Wrong): Promise<MadeTable | undefined> {
  const asked = planOfPart(block, source, wrong)
  if (!asked) return undefined
  // All groups are made, so that what is left out can be counted.
  const limit = block.query.limit ?? usualRows
  const plan = { ...asked, limit: asked.groups ? Number.POSITIVE_INFINITY : limit }
  const notes = new ReadNotes()
  const leftOut = new LeftOut(notes.missing)
  const records = await source.find(plan, notes)
  if (block.look === 'timeline') {
    const { days, shown, cut } = daysOfRecords(records, plan.tag, source, limit)
    const table = { columns: [], rows: [], shown }
    return { block, plan, table, found: shown.length, days, notes: [...cut, ...readSentences(plan, notes)] }
  }
  const isCount = block.look === 'number' && !plan.groups
  const table = isCount ? { columns: [], rows: [[records.length]], shown: [] } : tableOfFound(records, plan, leftOut)
  const rows = table.rows.slice(0, limit)
  return {
    block,
    plan,
    table: { ...table, rows },
    found: plan.groups ? table.rows.length : records.length,
    notes: [...leftOut.sentences(), ...readSentences(plan, notes)],
  }
}

/** The table of a block over time; none if the block has a mistake. */
async function timeTable(block: ReportBlock, source: ReportSource, wrong: Wrong): Promise<ReportTable[]> {
  const plan = planOfPart(block, source, wrong)
  if (!plan) return []
  const found = await source.overTime(plan, optionsOfPart(block, block.tag!))
  if ('problem' in found) {
    wrong(block.line, found.problem)
    return []
  }
  const table = tableOverTime(plan.groups!, found.periods, false)
  if ('problem' in table) {
    wrong(block.line, table.problem)
    return []
  }
  const { columns, rows, numbers } = table
  return [
    {
      look: block.look,
      title: block.title ?? '',
      columns: columns.map(({ name }) => name),
      rows: rows.map(row => row.map(cellOfReport)),
      rowsAre: 'day',
      labelColumns: 1,
      valueColumns: numbers,
      notes: [...found.notes, ...found.failures],
    },
  ]
}

/** The table of a block with problems or changes; none if the block has a mistake. */
async function tableWithoutQuery(block: ReportBlock, source: ReportSource, wrong: Wrong): Promise<ReportTable[]> {
  const query = queryOfBlock(block, source.registry, source.domains)
  if (query && 'problem' in query) {
    wrong(block.line, query.problem)
    return []
  }
  if (block.look === 'problems') return [problemTable(block, await source.problems())]
  const found = await source.changes()
  if (!('problem' in found)) return [changeTable(block, found)]
  wrong(block.line, found.problem)
  return []
}

/** The table of a block with rows and columns; none if the block has a mistake. */
async function matrixTable(block: ReportBlock, source: ReportSource, wrong: Wrong): Promise<ReportTable[]> {
  const plan = planOfPart(block, source, wrong)
  if (!plan?.matrix || !plan.groups) return []
  const notes = new ReadNotes()
  const leftOut = new LeftOut(notes.missing)
  const counts = new MatrixTable(plan.matrix, plan.groups, leftOut)
  for (const record of await source.find(plan, notes)) counts.add(record)
  const table = counts.table(block.query.limit ?? usualRows)
  if ('problem' in table) {
    wrong(block.line, table.problem)
    return []
  }
  const { columns, rows, found } = table
  return [
    {
      look: block.look,
      title: block.title ?? '',
      columns: columns.map(({ name }) => name),
      rows: found === 0 ? [] : rows.map(row => row.map(cellOfReport)),
      rowsAre: 'matrix',
      labelColumns: 1,
      valueColumns: columns.slice(1).map((_, index) => index + 1),
      notes: [...cutMatrixNote(rows.length - 1, found), ...leftOut.sentences(), ...readSentences(plan, notes)],
    },
  ]
}

function shownTable(
  { block, plan, table, found, days, notes }: MadeTable,
  now: number,
  appendix: ReadonlyMap<string, unknown>,
): ReportTable {
  const { columns, rows, shown } = table
  if (days) return dueTable(block, days, now, notes, appendix)
  if (block.look === 'graph') {
    const all = [...cutNote(plan, shown.length, found, block), ...notes]
    return referenceTable(block, namedRecords(shown, plan.tag), plan.tag, all, appendix)
  }
  const linkOf = (column: number, row: number, text: string): Pick<ReportCell, 'record'> => {
    const field = columns[column]?.field
    if (!field || shown[row] === undefined) return {}
    const path = field.name === plan.tag.identityField ? plan.tag.nameOfRecords.path : field.target?.path
    const key = path === undefined ? undefined : recordNameKey({ path, id: text })
    return key !== undefined && appendix.has(key) ? { record: key } : {}
  }
  const { by = [], totals = [] } = plan.groups ?? {}
  const valueColumn = by.length + (totals.length > 0 ? 1 : 0)
  const cells = rows.map((row, index) =>
    row.map((cell, column) => ({ ...cellOfReport(cell), ...linkOf(column, index, textOfCell(cell)) })),
  )
  const isNumber = block.look === 'number'
  return {
    look: block.look,
    title: block.title ?? '',
    columns: columns.map(({ name }) => name),
    rows: isNumber && plan.groups ? [[cells[0]![valueColumn]!]] : cells,
    rowsAre: plan.groups ? 'group' : 'record',
    labelColumns: by.length,
    valueColumns: [valueColumn],
    notes: [
      ...cutNote(plan, rows.length, found, block),
      ...(isNumber ? [] : unseenNote(plan, block.query.select, rows.length)),
      ...notes,
    ],
  }
}

/** A note where rows are left out. */
const cutNote = ({ groups }: QueryPlan, rows: number, found: number, { look }: ReportBlock): readonly string[] =>
  look === 'number' || rows === found ? [] : [cutRowsNote(rows, found, groups ? 'group' : 'record')]

/** A note where a table has only the first fields, because the template selects none. */
const unseenNote = (
  { fields, columns, tag }: QueryPlan,
  select: string | undefined,
  rows: number,
): readonly string[] =>
  select === undefined && rows > 0 && fields > columns.length && columns.length > 0
    ? [
        localize('Shows {shown} of the {count} fields of {tag}; select chooses others.', {
          shown: columns.length,
          count: fields,
          tag: tag.name,
        }),
      ]
    : []

const cellOfReport = (cell: Cell): ReportCell => ({
  text: textOfCell(cell),
  isNumber: typeof cell === 'number' || typeof cell === 'bigint' || (cell !== undefined && isWrittenNumber(cell)),
})
