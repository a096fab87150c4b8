import { writtenValuesRequest } from '../bulk-edit.ts'
import type { PageAnswers, PageParams } from '../page.ts'
import { type Refusal, type Sender, send } from '../request.ts'
import { blockEndRequest, tableRowsRequest, tablesRequest, tableTextRequest, tableTotalsRequest } from './table.ts'
import { type CellProblems, tableDroppedFileRequest, tableValuesRequest, tableWhereRequest } from './table-cells.ts'
import {
  type FileEdits,
  type MoveRecordsParams,
  moveRecordsRequest,
  type TableEdit,
  type TableEditAnswer,
  type TableEditDone,
  tableHandlesRequest,
} from './table-edit.ts'
import { tableGroupsRequest } from './table-groups.ts'
import type { DraftedCell, TableEdited, tablePageRequests } from './table-page.ts'

/** What everything that shows a table does alike: VS Code, and the playground. */

/**
 * The requests of the page that the server answers alone.
 *
 * @param uri the file; undefined for the workspace
 */
export const serverAnswers = (server: Sender<never>, uri: string | undefined) =>
  ({
    typedBefore: () => '',
    tables: params => send(server, tablesRequest, { ...params, uri }),
    rows: params => send(server, tableRowsRequest, { ...params, uri }),
    where: params => send(server, tableWhereRequest, params),
    blockEnd: params => send(server, blockEndRequest, { ...params, uri }),
    groups: params => send(server, tableGroupsRequest, { ...params, uri }),
    totals: params => send(server, tableTotalsRequest, { ...params, uri }),
    cells: params => send(server, tableTextRequest, { ...params, uri }),
    values: params => send(server, tableValuesRequest, { ...params, uri }),
    droppedFile: params => send(server, tableDroppedFileRequest, { ...params, uri }),
    writtenValues: params => send(server, writtenValuesRequest, { ...params, ...(uri !== undefined && { uri }) }),
  }) satisfies Partial<PageAnswers<typeof tablePageRequests>>

type TableAnswers = PageAnswers<typeof tablePageRequests>

/** What was typed into a table whose page is gone, and why it was not written. */
export interface LostText extends Refusal {
  readonly text: string
}

/** A table that a page shows. */
export interface ShownTable {
  readonly answers: TableAnswers
  /**
   * Writes what is typed into an open cell and not taken yet. To be called when the page is left: it can be gone then.
   */
  leave(): Promise<void>
}

/**
 * Lets each change of a table wait for the changes before it. The page sends them at once, as it can be closed at any
 * time.
 *
 * @param answers with null for pasted text that is not that of cut records
 * @param tell tells the user
 */
export function changesInTurn(answers: Omit<TableAnswers, 'draft'>, tell: (lost: LostText) => void): ShownTable {
  let draft: PageParams<(typeof tablePageRequests)['draft']> | undefined
  let latest: Promise<unknown> = Promise.resolve()
  const inTurn =
    <Params, Result>(answer: (params: Params) => Result | PromiseLike<Result>) =>
    (params: Params): Promise<Result> => {
      const answered = latest.then(() => answer(params))
      // The page is told of a failure, and the changes after it are made.
      latest = answered.catch(() => {})
      return answered
    }
  const edit = inTurn(answers.edit)
  const leave = async (): Promise<void> => {
    const left = draft
    draft = undefined
    if (!left?.cell) return
    const { table, cell } = left
    const edited = await edit({ version: 0, table, edit: editOfDraft(cell) }).catch(
      (error: unknown): Refusal => ({ refusal: error instanceof Error ? error.message : String(error) }),
    )
    if (edited && 'refusal' in edited) tell({ refusal: edited.refusal, text: cell.value ?? '' })
  }
  return {
    leave,
    answers: {
      ...answers,
      // The page that was there before has been replaced.
      start: async () => {
        await leave()
        return answers.start({})
      },
      draft: params => {
        draft = params
      },
      edit,
      moveCut: inTurn(async params => {
        const { version, table, otherwise } = params
        return (await answers.moveCut(params)) ?? answers.edit({ version, table, edit: otherwise })
      }),
      undo: inTurn(answers.undo),
      redo: inTurn(answers.redo),
      save: inTurn(answers.save),
    },
  }
}

const editOfDraft = ({ record, column, value }: DraftedCell): TableEdit =>
  record === undefined
    ? { kind: 'add', cell: { column, value: value ?? '' } }
    : { kind: 'write', cells: [{ record, column, value }] }

/** The records that were cut last in any table, to be moved, and what is on the clipboard of them. */
export class CutRecords {
  private last: { readonly text: string; readonly records: readonly number[] } | undefined

  /** The requests of a page that copy and cut. */
  readonly answers = (server: Sender<never>, uri: string | undefined) =>
    ({
      copy: async params => {
        const copied = await send(server, tableTextRequest, { ...params, uri })
        if (copied === null)
          throw new Error('These rows are no longer there, so nothing was copied; select them again.')
        // The same cells may have been cut before, also in another table: pasted now, they are a copy.
        this.last = undefined
        return copied
      },
      cut: async params => {
        const records = await send(server, tableHandlesRequest, { ...params, uri })
        const copied = records && (await send(server, tableTextRequest, { ...params, uri }))
        if (copied === null) throw new Error('These rows are no longer there, so nothing was cut; select them again.')
        this.last = { text: copied.text, records: records! }
        return { ...copied, records: records! }
      },
      forgetCut: () => {
        this.last = undefined
      },
    }) satisfies Partial<PageAnswers<typeof tablePageRequests>>

  /**
   * Moves the records that were cut last to a place in a table.
   *
   * @param text what is pasted; null is answered if the cut records have put another text on the clipboard
   * @param apply asks for the edits and applies them
   */
  async move(
    server: Sender<never>,
    {
      text,
      isSorted,
      ...place
    }: Omit<MoveRecordsParams, 'records'> & { readonly text: string; readonly isSorted: boolean },
    apply: (ask: () => Promise<TableEditAnswer | null>) => Promise<Refusal | TableEditDone>,
  ): Promise<Refusal | TableEdited | null> {
    // The clipboard of some systems ends with a line break that was not there, or has others.
    if (!this.last || comparableText(this.last.text) !== comparableText(text)) return null
    const { records } = this.last
    const moved = await apply(() => send(server, moveRecordsRequest, { ...place, records }))
    if ('refusal' in moved) return moved
    this.last = undefined
    const note = isSorted ? `${moved.note} The table shows them where its order puts them.` : moved.note
    return { record: records[0] ?? null, note }
  }
}

const comparableText = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd()

/** How often the server is asked again for an edit because a file changed in the meantime. */
const mostAttempts = 5

/** Why edits were not applied. */
export interface NotApplied extends Refusal {
  /** Whether a file has changed since the edits were made. */
  readonly isStale: boolean
}

/**
 * Applies the edits of the server. If a file has changed since it has made them, it is asked again: its edits name
 * records, which it finds in the new text.
 *
 * @param apply applies the edits, or says why not
 */
export async function askUntilApplied(
  ask: () => Promise<TableEditAnswer | null>,
  apply: (files: readonly FileEdits[]) => Promise<NotApplied | undefined> | NotApplied | undefined,
): Promise<Refusal | TableEditDone> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask()
    if (!answer) return { refusal: 'The language server could not make the change; see its output for the reason.' }
    if ('refusal' in answer) return answer
    const { files, line, note } = answer
    const notApplied = await apply(files)
    if (!notApplied) return { line, note }
    if (!notApplied.isStale || attempt === mostAttempts) return { refusal: notApplied.refusal }
  }
}

/** A problem as a diagnostic has it. */
type HostProblem = CellProblems['problems'][number]

/**
 * The fixes of the problems of a cell, in the order of the problems: those of the range are also of other cells.
 *
 * @param diagnosticsOf the problems that a fix is for
 */
export function fixesOfCell<Fix>(
  fixes: readonly Fix[],
  problems: readonly HostProblem[],
  diagnosticsOf: (fix: Fix) => readonly { readonly code?: unknown; readonly range: HostProblem['range'] }[],
): Fix[] {
  return fixes
    .flatMap(fix => {
      const found = diagnosticsOf(fix)
      const place = problems.findIndex(problem => found.some(one => isSameProblem(one, problem)))
      return place < 0 ? [] : [{ fix, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ fix }) => fix)
}

const isSameProblem = (
  one: { readonly code?: unknown; readonly range: HostProblem['range'] },
  other: HostProblem,
): boolean => one.code === other.code && textOfRange(one.range) === textOfRange(other.range)

const textOfRange = ({ start, end }: HostProblem['range']): string =>
  [start.line, start.character, end.line, end.character].join()
