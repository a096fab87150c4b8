import * as v from 'valibot'
import type { TextChange } from '../../syntax/text-change.ts'
import { type WrittenValues, writtenValuesRequest } from '../bulk-edit.ts'
import { pageRequest } from '../page.ts'
import type { Refusal } from '../request.ts'
import { naturalNumber, noParams, type Params, request } from '../request.ts'
import {
  blockEndRequest,
  type Choice,
  type CopiedCells,
  type TableFilter,
  type TableRecord,
  type TableRows,
  type Tables,
  type TableTotals,
  type TagChoice,
  tableRowsRequest,
  tablesRequest,
  tableTextRequest,
  tableTotalsRequest,
} from './table.ts'
import {
  type CellWithPath,
  tableCellProblemsRequest,
  tableDroppedFileRequest,
  tableReferencesRequest,
  tableValuesRequest,
  tableWhereRequest,
  type WhereText,
} from './table-cells.ts'
import { moveRecordsRequest, replaceTextRequest, tableEditRequest } from './table-edit.ts'
import { type TableGroups, tableGroupsRequest } from './table-groups.ts'

/** How the user wants the columns of a tag; remembered for all files. */
const columnLayout = v.object({
  /** The names of all columns that the user moved, in their order; other columns come after them. */
  order: v.array(v.string()),
  hidden: v.array(v.string()),
  /** The widths that the user set, in pixels. */
  widths: v.array(v.tuple([v.string(), v.number()])),
  /** How many of the first visible columns stay when the table is scrolled sideways; one without it. */
  frozen: v.optional(naturalNumber),
  /** How many lines of text a row shows; one without it. */
  lines: v.optional(v.pipe(naturalNumber, v.minValue(1), v.maxValue(20))),
  /** The column whose allowed values give the rows their colors. */
  colorOf: v.optional(v.string()),
})

export type ColumnLayout = Params<typeof columnLayout>

/** A way to show the records of a table, which the user can give a name. */
const tableView = v.object({
  /** The visible columns in their order. */
  columns: v.array(v.string()),
  frozen: naturalNumber,
  sort: v.array(v.object({ column: v.string(), isDescending: v.boolean() })),
  /** The column that groups the records. */
  group: v.optional(v.string()),
  /** The field whose values are the columns of a board; without it, the records are rows. */
  board: v.optional(v.string()),
  /** The filters by column. */
  filters: v.array(v.tuple([v.string(), v.string()])),
  /** An expression; empty for none. */
  where: v.string(),
})

export type TableView = Params<typeof tableView>

/** The views of all tables, each with the key of its table and its name. */
export const savedViews = v.array(v.object({ table: v.string(), name: v.string(), view: tableView }))

export type SavedView = Params<typeof savedViews>[number]

/** Client to server: the views in the text of a `recline.json`. */
export const viewsInConfigRequest = request<readonly SavedView[]>()(
  'recline/viewsInConfig',
  v.object({ text: v.string() }),
)

/** Client to server: the edits of a `recline.json` that write a view, or remove it. No answer for what is not JSON. */
export const viewInConfigRequest = request<readonly TextChange[]>()(
  'recline/viewInConfig',
  v.object({
    text: v.string(),
    table: v.string(),
    name: v.string(),
    /** Null to remove it. */
    view: v.nullable(tableView),
  }),
)

/** What the page shows after an edit. */
export interface TableEdited {
  /** The record to go to; null to leave the cursor where it is. */
  readonly record: number | null
  /** A sentence for the user; empty if there is nothing to say. */
  readonly note: string
}

/** The new value of a field of a record. Without the record, a record with this value is added. */
const draftedCell = v.object({
  record: v.optional(naturalNumber),
  column: v.string(),
  value: v.nullable(v.string()),
})

export type DraftedCell = Params<typeof draftedCell>

/** The layouts of some tables, by their keys. */
export const columnLayouts = v.array(v.tuple([v.string(), columnLayout]))

export type SavedColumnLayouts = Params<typeof columnLayouts>

/** The requests of the table view, for the file that it was opened for, or for the workspace. */
export const tablePageRequests = {
  tables: pageRequest<Tables>()(v.omit(tablesRequest.params, ['uri'])),
  rows: pageRequest<TableRows>()(v.omit(tableRowsRequest.params, ['uri'])),
  /** What is wrong with an expression that filters the table, and what can be written at the cursor. */
  where: pageRequest<WhereText>()(tableWhereRequest.params),
  /** The values to choose from for a cell. */
  values: pageRequest<readonly Choice[]>()(v.omit(tableValuesRequest.params, ['uri'])),
  /** The cell that gets the path of a dropped file, and its value then. */
  droppedFile: pageRequest<CellWithPath>()(v.omit(tableDroppedFileRequest.params, ['uri'])),
  /** The values that a column has, with the number of their records. */
  writtenValues: pageRequest<WrittenValues>()(v.omit(writtenValuesRequest.params, ['uri'])),
  /** What the view shows when it opens. */
  start: pageRequest<TableStart>()(noParams),
  /** What the user has typed elsewhere for the expression. Keys come to the view from now on. */
  typedBefore: pageRequest<string>()(v.object({ hasKeyboard: v.boolean() })),
  edit: pageRequest<Refusal | TableEdited>()(v.omit(tableEditRequest.params, ['uri'])),
  /** What is typed into the open cell and not taken yet; without a cell, nothing. It is written if the page is left. */
  draft: pageRequest<void>()(v.object({ table: v.string(), cell: v.optional(draftedCell) })),
  /** Some rows for the clipboard. Marks their records, to be moved. */
  cut: pageRequest<CutCells>()(v.omit(tableTextRequest.params, ['uri'])),
  /** Nothing is to be moved any more. */
  forgetCut: pageRequest<void>()(noParams),
  /**
   * Moves the records that were cut last, in any table, if the text is what they have put on the clipboard. Otherwise,
   * makes another edit.
   */
  moveCut: pageRequest<Refusal | TableEdited>()(
    v.object({
      ...v.omit(moveRecordsRequest.params, ['uri', 'records']).entries,
      text: v.string(),
      isSorted: v.boolean(),
      ...v.pick(tableEditRequest.params, ['version']).entries,
      otherwise: tableEditRequest.params.entries.edit,
    }),
  ),
  /** Where a jump over the cells of a column ends. */
  blockEnd: pageRequest<number>()(v.omit(blockEndRequest.params, ['uri'])),
  groups: pageRequest<TableGroups>()(v.omit(tableGroupsRequest.params, ['uri'])),
  totals: pageRequest<TableTotals>()(v.omit(tableTotalsRequest.params, ['uri'])),
  undo: pageRequest<void>()(noParams),
  redo: pageRequest<void>()(noParams),
  save: pageRequest<void>()(noParams),
  /** The tags that a new record at the end of the file can have. */
  tags: pageRequest<readonly TagChoice[]>()(noParams),
  /**
   * Asks the user for a tag: in a file, for that of a new record; in the workspace, for that of the records to show.
   * The result is the key of its table.
   */
  chooseTag: pageRequest<string>()(noParams),
  /** Some cells for the clipboard. */
  copy: pageRequest<CopiedCells>()(v.omit(tableTextRequest.params, ['uri'])),
  /** Writes text to the clipboard where the page itself may not. */
  writeClipboard: pageRequest<void>()(v.object({ text: v.string() })),
  readClipboard: pageRequest<string>()(noParams),
  /** Opens the record that a cell refers to. No result if it is in another file. */
  follow: pageRequest<TableRecord>()(v.omit(tableReferencesRequest.params, ['uri'])),
  /** The layouts that the user made, in this file or in others. */
  layouts: pageRequest<SavedColumnLayouts>()(noParams),
  /** Remembers the layout of a table; without a layout, forgets it. */
  saveLayout: pageRequest<void>()(v.object({ table: v.string(), layout: v.optional(columnLayout) })),
  /** Lets the user choose a view of a table by its name, or save the present one. The result is the view to show. */
  chooseView: pageRequest<TableView>()(v.object({ table: v.string(), view: tableView })),
  /** Lets the user choose a fix for the problems of a cell, and applies it. */
  fix: pageRequest<void>()(v.omit(tableCellProblemsRequest.params, ['uri'])),
  /** Lets the user choose what the values of a column are replaced with, and replaces them. */
  replaceValues: pageRequest<void>()(v.object({ table: v.string(), column: v.string() })),
  /** Asks for a text and for what replaces it in the rows, and shows the changes. */
  replaceText: pageRequest<void>()(
    v.object({
      ...v.pick(replaceTextRequest.params, ['table', 'query', 'columns']).entries,
      /** The column of the cursor. */
      column: v.string(),
      /** The text of the cell with the cursor. */
      cell: v.string(),
    }),
  ),
  /** Some cells in another form. */
  cells: pageRequest<CopiedCells>()(v.omit(tableTextRequest.params, ['uri'])),
  /** Lets the user save a text as a file. The result says where; nothing if the user cancels. */
  saveText: pageRequest<string>()(v.object({ name: v.string(), text: v.string() })),
  /** Opens the import with a file of data that was dropped: its address, or its name and bytes. */
  importData: pageRequest<void>()(
    v.union([v.object({ uri: v.string() }), v.object({ name: v.string(), base64: v.string() })]),
  ),
  /** Lets the user edit all records of a table of the workspace for which an expression is true. */
  editAll: pageRequest<void>()(v.object({ table: v.string(), where: v.string() })),
  /** Shows a line in a text editor. Without an address, it is a line of the file of the view. */
  open: pageRequest<void>()(v.object({ uri: v.optional(v.string()), line: naturalNumber })),
}

/** Rows that are cut: their cells for the clipboard, and the handles of their records. */
export interface CutCells extends CopiedCells {
  readonly records: readonly number[]
}

/** What a table view shows when it opens. */
export interface TableStart extends Partial<TableRecord> {
  /** Whether the tables are those of the workspace. */
  readonly isWorkspace: boolean
  /** Whether views can be saved and chosen. */
  readonly hasViews: boolean
  /** The records that it shows; all without it. */
  readonly filter?: TableFilter
  /** Whether it opens the form of its record. */
  readonly hasForm?: boolean
  /** Whether the user may be typing the expression already, in another place. */
  readonly typesOn?: boolean
}

/** What a command of VS Code does in the table view with the focus. */
export type TableCommand =
  | 'add'
  | 'insertAbove'
  | 'insertBelow'
  | 'duplicate'
  | 'delete'
  | 'copyWithHeadings'
  | 'pasteCsv'
  | 'fillDown'
  | 'fillSeries'
  | 'fix'
  | 'replaceValues'
  | 'replaceText'
  | 'follow'
  | 'freeze'
  | 'form'
  | 'showText'
