import { beforeEach, expect, test, vi } from 'vitest'
import { CancellationToken } from 'vscode-languageserver'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import type { TableQuery, TableRows } from '../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../shared/protocol/table/table-edit.ts'
import { offsetAt, parse } from '../../shared/syntax/tree.ts'
import { workspaceTables } from '../../test/asked-tables.ts'
import { readClient } from '../session/client.ts'
import { CurrentFiles } from '../session/current-files.ts'
import { openDocuments, type RecDocument } from '../session/document.ts'
import { JsonFiles } from '../session/json-files.ts'
import { FilesOfRecords } from '../session/linked-files.ts'
import { Workspace } from '../session/workspace.ts'
import { readSettings } from '../snapshot/settings.ts'
import { LoadedFiles } from './loaded-files.ts'
import { LoadedTables } from './loaded-tables.ts'
import { tablesOfWorkspace, tagsOfWorkspace } from './table-summary.ts'

const all: TableQuery = { filters: [], search: '', hasProblem: false }
const finding = 'core.compliance.FINDING'
const control = 'core.compliance.CONTROL'

type Tables = ReturnType<typeof workspaceTables>

/** The texts of the files on disk, by their names, and how often one was read. */
let disk: Record<string, string> = {}
let reads = 0

const uriOf = (name: string): string => `file:///w/${name}.compliance.rec`
const nameOf = (uri: string | undefined): string => uri?.replace(/^.*\/|\..*$/g, '') ?? ''

function start(limit?: number) {
  const json = new JsonFiles()
  json.configs.configure(readSettings({}), ['file:///w'])
  const workspace = new Workspace(createRegistry(builtinDescriptors), json.configs)
  const documents = new Map<string, RecDocument>()
  const fileSystem = {
    list: () => Promise.resolve([]),
    read: (uri: string) => {
      reads++
      return Promise.resolve(disk[nameOf(uri)])
    },
  }
  const client = readClient({ capabilities: {}, processId: null, rootUri: null }, undefined)
  const files = new CurrentFiles(
    documents,
    fileSystem,
    workspace,
    json,
    client,
    new FilesOfRecords(undefined, json.configs),
  )
  const write = (name: string, text: string): void => {
    disk[name] = text
    workspace.takeFile(uriOf(name), text)
  }
  const open = (name: string, text = disk[name]!): void => {
    documents.set(uriOf(name), openDocuments().create(uriOf(name), 'rec', 7, text) as RecDocument)
    files.snapshot(uriOf(name))
  }
  for (const [name, text] of Object.entries(disk)) workspace.takeFile(uriOf(name), text)
  workspace.completeIndex()
  const loadedFiles = new LoadedFiles(files, limit)
  const loadedTables = new LoadedTables(loadedFiles)
  const passHour = (): void => {
    loadedFiles.forgetTimed()
    workspace.forgetTimed()
  }
  return { tables: workspaceTables(loadedTables), loadedFiles, loadedTables, write, open, passHour }
}

beforeEach(() => {
  reads = 0
  disk = {
    a: '@FINDING rid=F-1 | severity="high" | control_ref="C-1"\n@FINDING rid=F-2 | severity="low" | control_ref="C-2"\n',
    b: '# a comment\n@FINDING rid=F-3 | severity="critical" | control_ref="C-1"\n@POLICY rid=P-1\n',
    c: '@CONTROL rid=C-1 | owner="CISO" | title="Access"\n@CONTROL rid=C-2 | owner="CTO"\n',
  }
})

const ask = async (
  tables: Tables,
  query: Partial<TableQuery> = {},
  table = finding,
  start = 0,
  count = 100,
): Promise<TableRows> => tables.rows({ table, query: { ...all, ...query }, start, count })

/** The rows as `file:line id`. */
const shown = ({ rows }: TableRows): string[] =>
  rows.map(({ uri, line, cells }) => `${nameOf(uri)}:${line + 1} ${cells[0]}`)

test('the records of all files are rows, with their files, lines and the titles of referenced records', async () => {
  const { tables, loadedFiles, loadedTables } = start()
  const found = await ask(tables)
  expect(shown(found)).toEqual(['a:1 F-1', 'a:2 F-2', 'b:2 F-3'])
  expect(found.total).toBe(3)
  expect(Object.values(found.rows[0]!.titles!)).toEqual(['Access'])
  expect(
    tablesOfWorkspace(loadedFiles, (await loadedTables.load(finding, undefined, CancellationToken.None))!).tables,
  ).toMatchObject([{ key: finding, name: 'FINDING', count: 3 }])
  expect(tagsOfWorkspace(loadedFiles).map(({ name, count }) => [name, count])).toEqual([
    ['CONTROL', 2],
    ['FINDING', 3],
    ['POLICY', 1],
  ])
})

test('of a loaded file that changes on disk, only the records that changed are checked again', async () => {
  const { tables, loadedFiles, write } = start()
  await ask(tables)
  const before = (await loadedFiles.read(uriOf('a')))!.file
  write('a', disk.a!.replace('F-2', 'F-9'))
  const after = (await loadedFiles.read(uriOf('a')))!.file
  expect(after.entries.map((entry, index) => entry === before.entries[index])).toEqual([true, false])
  reads = 0
  expect((await loadedFiles.read(uriOf('a')))!.file).toBe(after)
  expect(shown(await ask(tables))).toEqual(['a:1 F-1', 'a:2 F-9', 'b:2 F-3'])
  expect(reads).toBe(0)
})

test('when a deadline has passed, the records with problems are others', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-06-30T23:30:00Z'), toFake: ['Date'] })
  try {
    disk = { a: '@OBLIGATION rid=O-1 | deadline:ts=2026-06-30 | status="overdue"\n' }
    const { tables, passHour } = start()
    const wrong = async (): Promise<string[]> =>
      shown(await ask(tables, { hasProblem: true }, 'core.compliance.OBLIGATION'))
    expect(await wrong()).toEqual(['a:1 O-1'])
    vi.setSystemTime(Date.parse('2026-07-01T00:00:00Z'))
    passHour()
    expect(await wrong()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('an expression filters the records, also by the records that they refer to', async () => {
  const { tables } = start()
  expect(shown(await ask(tables, { where: 'severity == "high"' }))).toEqual(['a:1 F-1'])
  expect(shown(await ask(tables, { where: 'control_ref.owner == "CISO"' }))).toEqual(['a:1 F-1', 'b:2 F-3'])
  expect(shown(await ask(tables, { where: 'control_ref.owner == "CISO"', search: 'critical' }))).toEqual(['b:2 F-3'])
  const referred = 'referrers("FINDING", "control_ref").exists(f, f.severity == "low")'
  expect(shown(await ask(tables, { where: referred }, control))).toEqual(['c:2 C-2'])
  expect(shown(await ask(tables, { where: 'severity == ' }))).toEqual([])
})

test('a name in brackets that no record of any file has is told', async () => {
  disk.b = '@FINDING rid=F-3 | vendor="Acme"\n'
  const { tables } = start()
  expect((await ask(tables, { where: 'this["vendor"] == "Acme"' })).doubts).toEqual([])
  expect((await ask(tables, { where: '!has(this["vendr"])' })).doubts).toEqual(['No FINDING record has a field vendr.'])
})

test('rows are sorted over all files, and asked for in parts', async () => {
  const { tables } = start()
  const sort = [{ column: 'severity', isDescending: true }]
  expect(shown(await ask(tables, { sort }))).toEqual(['b:2 F-3', 'a:1 F-1', 'a:2 F-2'])
  expect(shown(await ask(tables, { sort }, finding, 1, 1))).toEqual(['a:1 F-1'])
  const { rows } = await ask(tables, { sort })
  const record = rows[2]!.record
  const query = { ...all, sort }
  expect((await tables.rows({ table: finding, query, start: 0, count: 0, find: record })).found).toBe(2)
})

test('a record to find has a row only in the table of its tag', async () => {
  const { tables } = start()
  // The file of this policy has a finding too.
  const policy = 'core.compliance.POLICY'
  const [record] = (await ask(tables, {}, policy)).rows.map(row => row.record)
  const foundIn = async (table: string) =>
    (await tables.rows({ table, query: { ...all, search: 'F-3' }, start: 0, count: 0, find: record! })).foundRow
      ?.cells[0]
  expect([await foundIn(policy), await foundIn(finding)]).toEqual(['P-1', undefined])
})

test('a file is read once, and again when it changes', async () => {
  const { tables, write } = start()
  await ask(tables)
  await ask(tables, { where: 'severity == "low"' })
  expect(reads).toBe(2)
  const { version } = await ask(tables)
  write('a', '@FINDING rid=F-9 | severity="low"\n')
  const changed = await ask(tables)
  expect(shown(changed)).toEqual(['a:1 F-9', 'b:2 F-3'])
  expect(changed.version).not.toBe(version)
  expect(reads).toBe(3)
})

test('an expression sees the values of a referenced record as they are now', async () => {
  const { tables, open } = start()
  const where = 'control_ref.owner == "CTO"'
  expect(shown(await ask(tables, { where, applied: 1 }))).toEqual(['a:2 F-2'])
  open('c', '@CONTROL rid=C-1 | owner="CTO"\n@CONTROL rid=C-2 | owner="CISO"\n')
  expect(shown(await ask(tables, { where, applied: 2 }))).toEqual(['a:1 F-1', 'b:2 F-3'])
})

test('files beyond the limit are not read, and their records are counted', async () => {
  const { tables } = start(disk.a!.length + 10)
  const found = await ask(tables)
  expect(shown(found)).toEqual(['a:1 F-1', 'a:2 F-2'])
  expect(found.left).toBe(1)
})

/** The texts of the files that an edit changes. */
async function edited(tables: Tables, edit: TableEdit): Promise<Record<string, string> | string> {
  const { version } = await ask(tables)
  const answer = await tables.edit({ version, table: finding, edit })
  if ('refusal' in answer) return answer.refusal
  return Object.fromEntries(
    answer.files.map(({ uri, version: ofFile, edits }) => {
      const text = disk[nameOf(uri)]!
      const tree = parse(text)
      const changed = edits.reduceRight(
        (before, { range: { start, end }, newText }) =>
          before.slice(0, offsetAt(tree, start)) + newText + before.slice(offsetAt(tree, end)),
        text,
      )
      return [`${nameOf(uri)} ${ofFile}`, changed]
    }),
  )
}

test('edits go to the files of their records, with the version of those that are open', async () => {
  const { tables, open } = start()
  open('a')
  const records = (await ask(tables)).rows.map(({ record }) => record)
  const cells = [
    { record: records[1]!, column: 'severity', value: 'medium' },
    { record: records[2]!, column: 'status', value: 'open' },
  ]
  expect(await edited(tables, { kind: 'write', cells })).toEqual({
    'a 7': disk.a!.replace('"low"', '"medium"'),
    'b null': disk.b!.replace('"C-1"', '"C-1" | status="open"'),
  })
})

test('a typed date is read once, and a note says how', async () => {
  const { tables } = start()
  const [first] = (await ask(tables)).rows
  const write = (value: string): TableEdit => ({
    kind: 'write',
    cells: [{ record: first!.record, column: 'remediation_due', value }],
  })
  expect(await edited(tables, write('31.12.2026'))).toEqual({
    'a null': disk.a!.replace('"C-1"', '"C-1" | remediation_due:ts=2026-12-31'),
  })
  const { version } = await ask(tables)
  const answer = await tables.edit({ version, table: finding, edit: write('3/10/2026') })
  expect(answer).toMatchObject({ note: expect.stringMatching(/^"remediation_due": [^:]* stay as they are\.$/) })
})

test('ranges over several files are cleared, filled, pasted over and deleted', async () => {
  const { tables } = start()
  const range = { query: { ...all, where: 'control_ref == "C-1"' }, start: 0, count: 2, columns: ['severity'] }
  expect(await edited(tables, { kind: 'clear', ...range })).toEqual({
    'a null': disk.a!.replace(' | severity="high"', ''),
    'b null': disk.b!.replace(' | severity="critical"', ''),
  })
  expect(await edited(tables, { kind: 'fill', ...range })).toEqual({ 'b null': disk.b!.replace('critical', 'high') })
  expect(await edited(tables, { kind: 'paste', text: 'low', width: 1, ...range })).toEqual({
    'a null': disk.a!.replace('high', 'low'),
    'b null': disk.b!.replace('critical', 'low'),
  })
  expect(
    await edited(tables, { ...range, kind: 'paste', text: '31.12.2026', width: 1, columns: ['remediation_due'] }),
  ).toEqual({
    'a null': disk.a!.replace('"C-1"', '"C-1" | remediation_due:ts=2026-12-31'),
    'b null': disk.b!.replace('"C-1"', '"C-1" | remediation_due:ts=2026-12-31'),
  })
  expect(await edited(tables, { kind: 'paste', text: 'low\nlow\nlow', width: 1, ...range })).toMatch(/3 rows/)
  expect(await edited(tables, { kind: 'delete', ...range })).toEqual({
    'a null': disk.a!.slice(disk.a!.indexOf('\n') + 1),
    'b null': '@POLICY rid=P-1\n',
  })
  expect(await edited(tables, { kind: 'add' })).toMatch(/only be added to a file/)
})

test('an edit for an older version lands in its record, or is refused if that is gone', async () => {
  const { tables, write } = start()
  const { version, rows } = await ask(tables)
  write('b', '@FINDING rid=F-3\n')
  const cells = [{ record: rows[2]!.record, column: 'severity', value: 'low' }]
  const edited = (): unknown => tables.edit({ version, table: finding, edit: { kind: 'write', cells } })
  expect(await edited()).toMatchObject({ files: [{ uri: uriOf('b'), edits: [{ range: { start: { line: 0 } } }] }] })
  write('b', '@FINDING rid=F-4\n')
  expect(await edited()).toEqual({ refusal: expect.stringContaining('no longer there') })
})

test('an edited row stays where it is until the query is applied again', async () => {
  const { tables, open } = start()
  const where = 'severity == "high"'
  expect(shown(await ask(tables, { where, applied: 1 }))).toEqual(['a:1 F-1'])
  open('a')
  expect(shown(await ask(tables, { where, applied: 1 }))).toEqual(['a:1 F-1'])
  open('a', disk.a!.replace('high', 'low'))
  expect(shown(await ask(tables, { where, applied: 1 }))).toEqual(['a:1 F-1'])
  expect(shown(await ask(tables, { where, applied: 2 }))).toEqual([])
})

test('a cell of a closed file has its place', async () => {
  const { tables, loadedTables } = start()
  const { rows } = await ask(tables)
  const place = await loadedTables.placeOf(rows[2]!.record)
  expect([nameOf(place?.snapshot.uri), place?.record]).toEqual(['b', 1])
})
