import { changesForView, type WrittenView, writtenViews } from '../../config/written-views.ts'
import type { SavedView, TableView } from '../../protocol/table/table-page.ts'
import type { TextChange } from '../../syntax/text-change.ts'

/** The views of tables in the text of a `recline.json`. */
export const viewsIn = (text: string): SavedView[] =>
  Object.entries(writtenViews(text)).map(([name, view]) => ({ table: view.tag, name, view: readView(view) }))

const readView = ({
  columns = [],
  frozen = 1,
  sort = [],
  group,
  board,
  filters = {},
  where = '',
}: WrittenView): TableView => ({
  columns,
  frozen,
  sort: sort.map(key => ({ column: key.replace(/^-/, ''), isDescending: key.startsWith('-') })),
  ...(group !== undefined && { group }),
  ...(board !== undefined && { board }),
  filters: Object.entries(filters),
  where,
})

/**
 * The edits that write a view into a `recline.json`, or remove it. All other text stays, with its comments.
 *
 * @param view null to remove it
 * @returns undefined if the text is not JSON
 */
export const editsForView = (
  text: string,
  { table, name }: Pick<SavedView, 'table' | 'name'>,
  view: TableView | null,
): TextChange[] | undefined => changesForView(text, name, view === null ? undefined : writtenView(table, view))

/** A view without what is usual. */
const writtenView = (tag: string, { columns, frozen, sort, group, board, filters, where }: TableView): WrittenView => ({
  tag,
  columns,
  ...(frozen !== 1 && { frozen }),
  ...(sort.length > 0 && { sort: sort.map(({ column, isDescending }) => (isDescending ? `-${column}` : column)) }),
  ...(group !== undefined && { group }),
  ...(board !== undefined && { board }),
  ...(filters.length > 0 && { filters: Object.fromEntries(filters) }),
  ...(where !== '' && { where }),
})
