import type { GraphEdge } from '../protocol/graph.ts'
import type { FlowchartNode } from '../views/graph/mermaid.ts'
import type { BlockLook } from './template.ts'

/** A cell of a table. */
export interface ReportCell {
  readonly text: string
  readonly isNumber: boolean
  /** The key of a record of the appendix that the text is the id of. */
  readonly record?: string
}

/** A table below a title. Only what has labels and numbers for them can be a chart. */
export interface ReportTable {
  readonly look: BlockLook
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** What each row stands for; the last row of a matrix has totals. */
  readonly rowsAre: 'group' | 'day' | 'matrix' | 'problem' | 'record' | 'reference' | 'change'
  /** For charts: how many columns say which group it is, and the columns of the numbers; a line for each of them. */
  readonly labelColumns: number
  readonly valueColumns: readonly number[]
  /** The records and references of a graph. */
  readonly graph?: DrawnGraph
  /** What `now` means for a table of due days, in milliseconds since 1970. */
  readonly now?: number
  /** Sentences about what the rows leave out. */
  readonly notes: readonly string[]
}

/** What a picture of records and their references shows. */
export interface DrawnGraph {
  readonly nodes: readonly FlowchartNode[]
  readonly edges: readonly GraphEdge[]
}

/** A record of the appendix. */
export interface ReportRecord {
  readonly key: string
  readonly tag: string
  readonly id: string
  readonly file: string
  readonly line: number
  readonly fields: readonly ReportField[]
}

/** A field of a record. The parts of its text are ids of records and what stands between them. */
export interface ReportField {
  readonly name: string
  readonly parts: readonly Pick<ReportCell, 'text' | 'record'>[]
}

/** What a report says: Markdown of the template with the numbers in it, tables, and the records that these name. */
export interface FilledReport {
  readonly parts: readonly (string | ReportTable)[]
  /** Sentences about what the numbers in the text leave out. */
  readonly notes: readonly string[]
  readonly records: readonly ReportRecord[]
}

/** What stands in the place of a table without rows. */
export const emptyText = (look: BlockLook): string => emptyTexts[look] ?? 'No records.'

const emptyTexts: Readonly<Partial<Record<BlockLook, string>>> = {
  problems: 'No problems.',
  timeline: 'Nothing is due.',
  graph: 'No references.',
  changes: 'No changes.',
}
