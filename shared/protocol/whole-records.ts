import * as v from 'valibot'
import type { Selection } from '../syntax/tree.ts'
import type { TextEdit } from './lsp.ts'
import { inFile, naturalNumber, type ParamsOf, request } from './request.ts'

/** The requests that act on whole records: a record with its continuation lines and the comments directly above it. */

const position = v.object({ line: naturalNumber, character: naturalNumber })

const selection = v.object({ anchor: position, active: position })

/** The schema of a message about what is selected in a file. */
export const selected = v.object({ ...inFile.entries, selections: v.array(selection) })

/**
 * Client to server: copies of the records that are selected, or that have a cursor, with the next free ids. No answer
 * where there is no record: there, an editor does what it does in any text.
 */
export const duplicateRecordsRequest = request<RecordsEdit>()(
  'recline/duplicateRecords',
  v.object({ ...selected.entries, way: v.picklist(['up', 'down']) }),
)

export type DuplicateRecordsParams = ParamsOf<typeof duplicateRecordsRequest>

export interface RecordsEdit {
  readonly edits: readonly TextEdit[]
  /** What to select after the edits, in the order of the selections before. */
  readonly selections: readonly Selection[]
}

/** Client to server: what the selected records, or else all records of the file, can be sorted by. */
export const sortKeysRequest = request<readonly SortKey[]>()('recline/sortKeys', selected)

export interface SortKey {
  /** The name of a field; null for the id of the records, whichever field it is in. */
  readonly field: string | null
  /** The order of the values, if it is not the usual one. */
  readonly order: readonly string[]
}

/**
 * Client to server: the edits that sort the selected records, or else all records of the file. Records stay between the
 * headers, blocks and separate comments around them, and take the comments directly above with them.
 */
export const sortRecordsRequest = request<readonly TextEdit[]>()(
  'recline/sortRecords',
  v.object({ ...selected.entries, field: v.nullable(v.string()) }),
)

export type SortRecordsParams = ParamsOf<typeof sortRecordsRequest>
