import * as v from 'valibot'
import type { TextEdit } from './lsp.ts'
import { pageRequest } from './page.ts'
import { inFile, naturalNumber, noParams, type ParamsOf, request } from './request.ts'

/** The requests of the view that compares two versions of a file: another text on the left, the file on the right. */

const comparedTexts = { ...inFile.entries, text: v.string() }

/** Client to server: an open file compared with another text. */
export const compareRequest = request<Comparison>()('recline/compare', v.object(comparedTexts))

export interface Comparison {
  readonly rows: readonly ComparedRow[]
  /** How many rows are left out because there are too many. */
  readonly leftOut: number
}

/** Records side by side. */
export interface ComparedRow {
  readonly kind: 'same' | 'added' | 'removed' | 'changed' | 'moved' | 'reordered' | 'format'
  /** The tag and the id of a record; the names of all records of a row of unchanged records. */
  readonly names: readonly string[]
  readonly title: string
  /** How many records it stands for. */
  readonly count: number
  readonly isMoved: boolean
  /** The line of the record in the file, from 0; null if it is not there. */
  readonly line: number | null
  /** The fields of a changed record, in the order of the record. */
  readonly fields: readonly ComparedField[]
}

export interface ComparedField {
  /** Empty for what is no field: the comments above the record, or text between records. */
  readonly name: string
  /** The value in parts; null if this side does not have the field. */
  readonly left: readonly ComparedText[] | null
  readonly right: readonly ComparedText[] | null
  readonly isSame: boolean
  /** How a state moves in its lifecycle, from left to right. */
  readonly direction: 'forward' | 'backward' | null
}

export interface ComparedText {
  readonly text: string
  /** Whether the other side does not have it. */
  readonly isChanged: boolean
}

const side = v.picklist(['left', 'right'])

/** Client to server: the edits that give a side a record as the other side has it, or one of its fields. */
export const takeRequest = request<readonly TextEdit[]>()(
  'recline/take',
  v.object({
    ...comparedTexts,
    /** The side to change. */
    into: side,
    /** The index of the row in the comparison of these two texts. */
    row: naturalNumber,
    /** The name of the field, from the comparison; without it, the whole record. */
    field: v.optional(v.string()),
  }),
)

export type TakeParams = ParamsOf<typeof takeRequest>

/** The requests of the page that compares two versions of a file. */
export const comparePageRequests = {
  compare: pageRequest<ShownComparison>()(noParams),
  /** Gives a side a record or a field as the other side has it. */
  take: pageRequest<void>()(v.object({ into: side, row: naturalNumber, field: v.optional(v.string()) })),
  /** Takes back the last change of a side. */
  undo: pageRequest<void>()(noParams),
  /** Shows a line of the file in a text editor. */
  open: pageRequest<void>()(v.object({ line: naturalNumber })),
}

export interface ShownComparison extends Comparison {
  /** What is on each side, in words. */
  readonly left: string
  readonly right: string
  /** Whether the left side is a file, which can be changed. */
  readonly isLeftFile: boolean
}
