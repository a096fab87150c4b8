import { localize } from '../../../shared/domains/localize.ts'
import { writtenBlock } from '../../../shared/reports/written-block.ts'

/** What a table shows. */
interface ShownRecords {
  /** The path of the tag. */
  readonly table: string
  /** The names of the visible columns. */
  readonly columns: readonly string[]
  readonly sort: readonly { readonly column: string; readonly isDescending: boolean }[]
  /** An expression, empty for none. */
  readonly where: string
  /** Whether something else decides which records are there: a search, filters of columns, or their problems. */
  readonly hasOtherFilters: boolean
}

/** What a table shows as a block for a report, and what is to be said about it. */
export function blockOfTable({ table, columns, sort, where, hasOtherFilters }: ShownRecords): {
  readonly text: string
  readonly said: string
} {
  const order = sort.map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column}`)
  const text = writtenBlock([
    `tag ${table}`,
    ...(where.trim() === '' ? [] : [`where ${where.trim()}`]),
    ...(columns.length === 0 ? [] : [`select ${columns.join(', ')}`]),
    ...(order.length === 0 ? [] : [`sort ${order.join(', ')}`]),
  ])
  const said = [
    localize('The block is copied; paste it into a Markdown file.'),
    hasOtherFilters ? localize('It has the expression, and not the search, the filters and Problems.') : '',
  ]
  return { text, said: said.filter(Boolean).join(' ') }
}
