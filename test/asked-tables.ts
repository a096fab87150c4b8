import { CancellationToken } from 'vscode-languageserver'
import type { Snapshot } from '../server/snapshot/snapshot.ts'
import { ArrangedTables } from '../server/tables/arranged-tables.ts'
import type { LoadedTables } from '../server/tables/loaded-tables.ts'
import { answerGroups, answerRows, answerText } from '../server/tables/table-answers.ts'
import { editFound, editTable, locateEdit } from '../server/tables/table-edit.ts'
import type { FileTable } from '../server/tables/table-source.ts'
import { recordAtLine, tablesOfFile } from '../server/tables/table-summary.ts'
import type { TableRowsParams, TableTextParams } from '../shared/protocol/table/table.ts'
import type { TableEdit, TableEditAnswer, TableEditParams } from '../shared/protocol/table/table-edit.ts'
import type { TableGroupsParams } from '../shared/protocol/table/table-groups.ts'

/** The requests about the tables of an open file, as the server answers them. */
export const fileTables = (arranged = new ArrangedTables()) => ({
  arranged,
  tables: (snapshot: Snapshot) => tablesOfFile(arranged, snapshot),
  recordAt: (snapshot: Snapshot, line: number) => recordAtLine(arranged, snapshot, line),
  rows(snapshot: Snapshot, { table, ...params }: TableRowsParams) {
    const source = arranged.source(snapshot, table)
    const { query, follow } = params
    const before = follow && source.seen(follow.version, follow.query)
    return answerRows(source, snapshot.registry, source.arrange(query), before, params)
  },
  groups(snapshot: Snapshot, { table, ...params }: TableGroupsParams) {
    const source = arranged.source(snapshot, table)
    return answerGroups(source, source.arrange({ ...params.query, sort: undefined, group: undefined }), params)
  },
  text(snapshot: Snapshot, { table, version, ...params }: TableTextParams) {
    const source = arranged.source(snapshot, table)
    return answerText(source, source.seen(version, params.query), params)
  },
  edit(snapshot: Snapshot, { table, version, edit }: TableEditParams): TableEditAnswer {
    const source = arranged.source(snapshot, table)
    const found = locateEdit(source, 'query' in edit ? source.seen(version, edit.query) : [], edit)
    return 'refusal' in found ? found : editFound(source, found)
  },
})

/** The answer to an edit of a table of an open file that names records by the indexes of their entries. */
export const editEntries = (source: FileTable, edit: TableEdit): TableEditAnswer =>
  editFound(source, { records: 'query' in edit ? source.arrange(edit.query) : [], edit })

/** The requests about the tables of the workspace, as the server answers them. */
export const workspaceTables = (loaded: LoadedTables) => ({
  async rows({ table, ...params }: TableRowsParams) {
    const source = (await loaded.load(table, params.query.where, CancellationToken.None))!
    const { query, follow } = params
    const before = follow && (await source.seen(follow.version, follow.query))
    return answerRows(source, loaded.files.registry, await source.arrange(query), before, params)!
  },
  async edit({ table, version, edit }: TableEditParams) {
    const where = 'query' in edit ? edit.query.where : undefined
    return editTable((await loaded.load(table, where, CancellationToken.None))!, version, edit)
  },
})
