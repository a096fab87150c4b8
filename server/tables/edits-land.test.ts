import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import type { TableQuery } from '../../shared/protocol/table/table.ts'
import type { TableEdit } from '../../shared/protocol/table/table-edit.ts'
import { fileTables, workspaceTables } from '../../test/asked-tables.ts'
import { inParts, runs } from '../../test/property-values.ts'
import { readClient } from '../session/client.ts'
import { CurrentFiles } from '../session/current-files.ts'
import { type OpenDocument, openDocuments } from '../session/document.ts'
import { JsonFiles } from '../session/json-files.ts'
import { FilesOfRecords } from '../session/linked-files.ts'
import { MemoryBudget } from '../session/memory-budget.ts'
import { Workspace } from '../session/workspace.ts'
import { RecordHandles } from '../snapshot/record-handles.ts'
import { readSettings } from '../snapshot/settings.ts'
import { ArrangedTables } from './arranged-tables.ts'
import { LoadedFiles } from './loaded-files.ts'
import { LoadedTables } from './loaded-tables.ts'

// Whatever happens to a file after a view has shown its rows: an edit of a row changes exactly the meant field of the
// meant record, or nothing. In these texts the owner of a record says which one it is; nothing changes it.

const uri = 'file:///w/a.compliance.rec'
const table = 'core.compliance.CONTROL'
const all: TableQuery = { filters: [], search: '', hasProblem: false }

interface Line {
  readonly owner: string
  readonly id: string | undefined
  readonly title: string
}

const lineOf = ({ owner, id, title }: Line): string =>
  `@CONTROL ${id === undefined ? '' : `rid=${id} | `}owner="${owner}" | title="${title}"`

/** A change of the file, as text, a program or another window makes it. */
type Happening =
  | { readonly kind: 'insert' | 'remove' | 'retitle' | 'replace' | 'rename'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  | { readonly kind: 'reload' | 'shuffle' | 'retitle all' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      'insert' as const,
      'remove' as const,
      'retitle' as const,
      'replace' as const,
      'rename' as const,
    ),
    at: fc.nat(9),
  }),
  fc.record({ kind: fc.constant('move' as const), at: fc.nat(9), to: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom('reload' as const, 'shuffle' as const, 'retitle all' as const) }),
)

/** A file in the editor, the tables of it, and those of the workspace. */
function openFile(text: string) {
  const handles = new RecordHandles()
  const configuration = openDocuments(undefined, new MemoryBudget(Infinity), (...change) => handles.edited(...change))
  const json = new JsonFiles()
  json.configs.configure(readSettings({}), ['file:///w'])
  const workspace = new Workspace(createRegistry(builtinDescriptors), json.configs)
  const documents = new Map<string, OpenDocument>([[uri, configuration.create(uri, 'rec', 1, text)]])
  const fileSystem = { list: () => Promise.resolve([]), read: () => Promise.resolve(undefined) }
  const client = readClient({ capabilities: {}, processId: null, rootUri: null }, undefined)
  const files = new CurrentFiles(
    documents,
    fileSystem,
    workspace,
    json,
    client,
    new FilesOfRecords(undefined, json.configs),
  )
  workspace.completeIndex()
  files.snapshot(uri)
  const loaded = new LoadedFiles(files)
  const arranged = new ArrangedTables(loaded.reachable, handles)
  let now = TextDocument.create(uri, 'rec', 1, text)
  return {
    arranged,
    views: fileTables(arranged),
    workspaceTables: workspaceTables(new LoadedTables(loaded, handles)),
    snapshot: () => files.snapshot(uri)!,
    text: () => now.getText(),
    change(changes: TextDocumentContentChangeEvent[]): void {
      const version = now.version + 1
      documents.set(uri, configuration.update(documents.get(uri)!, changes, version))
      now = TextDocument.update(now, changes, version)
      files.snapshot(uri)
    },
  }
}

type File = ReturnType<typeof openFile>

/** Lets something happen; returns the owners of the records that are gone. */
function happen(file: File, event: Happening, next: () => number): readonly string[] {
  const lines = file.text().split('\n').slice(0, -1)
  const place = (at: number): number => at % Math.max(1, lines.length)
  const ownerAt = (at: number): string => /owner="([^"]*)"/.exec(lines[at] ?? '')?.[1] ?? ''
  const range = (first: number, last: number) => ({
    start: { line: first, character: 0 },
    end: { line: last, character: 0 },
  })
  const at = 'at' in event ? place(event.at) : 0
  const fresh = (): string => lineOf({ owner: `new-${next()}`, id: `N-${next()}`, title: 'new' })
  switch (event.kind) {
    case 'insert':
      file.change([{ range: range(at, at), text: `${fresh()}\n` }])
      return []
    case 'remove':
      if (lines.length > 0) file.change([{ range: range(at, at + 1), text: '' }])
      return [ownerAt(at)]
    case 'retitle': {
      const character = (lines[at] ?? '').length
      if (character > 0)
        file.change([
          {
            range: { start: { line: at, character: character - 1 }, end: { line: at, character: character - 1 } },
            text: 'x',
          },
        ])
      return []
    }
    case 'retitle all': {
      const changes = lines.flatMap((line, at) => {
        if (!line.startsWith('@')) return []
        const start = { line: at, character: line.length - 1 }
        return { range: { start, end: start }, text: 'x' }
      })
      file.change(changes.reverse())
      return []
    }
    case 'replace':
      if (lines.length > 0) file.change([{ range: range(at, at + 1), text: `${fresh()}\n` }])
      return [ownerAt(at)]
    case 'rename': {
      const found = /rid=[A-Z]-\d+/.exec(lines[at] ?? '')
      if (!found) return []
      const end = found.index + found[0].length
      file.change([
        { range: { start: { line: at, character: end }, end: { line: at, character: end } }, text: `${next()}` },
      ])
      return []
    }
    case 'move': {
      const [line] = lines.splice(at, 1)
      if (line !== undefined) lines.splice(place(event.to), 0, line)
      file.change([{ range: range(0, lines.length), text: lines.map(each => `${each}\n`).join('') }])
      return []
    }
    case 'reload':
      file.change([{ text: file.text() }])
      return []
    case 'shuffle':
      file.change([
        {
          text: lines
            .reverse()
            .map(each => `${each}\n`)
            .join(''),
        },
      ])
      return []
  }
}

/** The title of each record by its owner. */
function titles(text: string): Map<string, string> {
  const found = [...text.matchAll(/owner="([^"]*)"(?: \| title="([^"]*)")?/g)]
  return new Map(found.map(([, owner, title]) => [owner!, title ?? '']))
}

function applied(
  file: File,
  edits: readonly {
    readonly range: TextDocumentContentChangeEvent extends infer E ? (E extends { range: infer R } ? R : never) : never
    readonly newText: string
  }[],
): string {
  return TextDocument.applyEdits(
    TextDocument.create(uri, 'rec', 1, file.text()),
    edits.map(edit => ({ ...edit })),
  )
}

const lines = fc
  .array(fc.record({ hasId: fc.boolean(), title: fc.constantFrom('one', 'two', 'same') }), {
    minLength: 2,
    maxLength: 8,
  })
  .map(all =>
    all.map(
      ({ hasId, title }, index): Line => ({ owner: `o-${index}`, id: hasId ? `C-${index + 1}` : undefined, title }),
    ),
  )

test.each(inParts(6, 3000))('an edit of a cell lands in its record or nowhere, whatever happened: $seed', share => {
  fc.assert(
    fc.property(lines, fc.nat(7), fc.array(happening, { maxLength: 6 }), fc.boolean(), (all_, at, events, ofRows) => {
      const file = openFile(all_.map(line => `${lineOf(line)}\n`).join(''))
      const seen = file.views.rows(file.snapshot(), { table, query: all, start: 0, count: 100 })!
      expect(seen.rows).toHaveLength(all_.length)
      const row = at % seen.rows.length
      const meant = all_.slice(row, ofRows ? row + 2 : row + 1).map(({ owner }) => owner)
      let count = 0
      const touched = new Set(events.flatMap(event => happen(file, event, () => ++count)))
      const edit: TableEdit = ofRows
        ? { kind: 'clear', query: all, start: row, count: 2, columns: ['title'] }
        : { kind: 'write', cells: [{ record: seen.rows[row]!.record, column: 'title', value: 'written' }] }
      const before = titles(file.text())
      const answer = file.views.edit(file.snapshot(), { version: seen.version, table, edit })
      if ('refusal' in answer) {
        // A record that is still there must be found.
        expect(meant.some(owner => touched.has(owner))).toBe(true)
        return
      }
      const after = titles(
        applied(
          file,
          answer.files.flatMap(({ edits }) => edits),
        ),
      )
      const expected = new Map(before)
      for (const owner of meant) expected.set(owner, ofRows ? '' : 'written')
      expect([...after]).toEqual([...expected])
    }),
    share,
  )
})

test('rows of the workspace land in their records or nowhere', async () => {
  await fc.assert(
    fc.asyncProperty(lines, fc.nat(7), fc.array(happening, { maxLength: 5 }), async (all_, at, events) => {
      const file = openFile(all_.map(line => `${lineOf(line)}\n`).join(''))
      const seen = await file.workspaceTables.rows({ table, query: all, start: 0, count: 100 })
      expect(seen.rows).toHaveLength(all_.length)
      const row = at % seen.rows.length
      const meant = all_.slice(row, row + 2).map(({ owner }) => owner)
      let count = 0
      const touched = new Set(events.flatMap(event => happen(file, event, () => ++count)))
      const before = titles(file.text())
      const edit: TableEdit = { kind: 'clear', query: all, start: row, count: 2, columns: ['title'] }
      const answer = await file.workspaceTables.edit({ version: seen.version, table, edit })
      if ('refusal' in answer) {
        expect(meant.some(owner => touched.has(owner))).toBe(true)
        return
      }
      const after = titles(
        applied(
          file,
          answer.files.flatMap(({ edits }) => edits),
        ),
      )
      const expected = new Map(before)
      for (const owner of meant) expected.set(owner, '')
      expect([...after]).toEqual([...expected])
    }),
    { numRuns: runs(1000) },
  )
})

test('sorting the file moves the records as the rows were seen, and changes none', () => {
  fc.assert(
    fc.property(lines, fc.array(happening, { maxLength: 4 }), fc.boolean(), (all_, events, isDescending) => {
      const file = openFile(all_.map(line => `# ${line.owner}\n${lineOf(line)}\n`).join('\n'))
      const query: TableQuery = { ...all, sort: [{ column: 'title', isDescending }] }
      const seen = file.views.rows(file.snapshot(), { table, query, start: 0, count: 100 })!
      const owners = seen.rows.map(({ record }) => ownerOf(file, record))
      let count = 0
      const touched = new Set(events.flatMap(event => happen(file, event, () => ++count)))
      const edit: TableEdit = { kind: 'sortFile', query, start: 0, count: seen.total }
      const answer = file.views.edit(file.snapshot(), { version: seen.version, table, edit })
      if ('refusal' in answer) {
        expect(touched.size).toBeGreaterThan(0)
        return
      }
      const before = file.text()
      const after = applied(
        file,
        answer.files.flatMap(({ edits }) => edits),
      )
      const sortedLines = (text: string): string[] => text.split('\n').sort()
      expect(sortedLines(after)).toEqual(sortedLines(before))
      // A comment that was moved away from its record can divide the file into parts.
      const isOnePart = !events.some(({ kind }) => kind === 'move' || kind === 'shuffle' || kind === 'insert')
      if (isOnePart) expect([...titles(after).keys()].filter(owner => owners.includes(owner))).toEqual(owners)
    }),
    { numRuns: runs(1000) },
  )
})

/** The owner of a record that a view has shown. */
function ownerOf(file: File, handle: number): string {
  const entry = file.arranged.find(file.snapshot(), handle)!
  return /owner="([^"]*)"/.exec(file.snapshot().file.tree.entries[entry]!.text)![1]!
}

test('a selection follows its rows, also into another order', () => {
  const file = openFile('@CONTROL rid=C-1 | title="b"\n@CONTROL rid=C-2 | title="c"\n@CONTROL rid=C-3 | title="a"\n')
  const seen = file.views.rows(file.snapshot(), { table, query: all, start: 0, count: 100 })!
  file.change([{ range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' }])
  const follow = { version: seen.version, query: all, rows: [0, 1, 2] }
  const at = (query: TableQuery): readonly number[] =>
    file.views.rows(file.snapshot(), { table, query, start: 0, count: 0, follow })!.followed
  expect(at(all)).toEqual([-1, 0, 1])
  expect(at({ ...all, sort: [{ column: 'title', isDescending: false }] })).toEqual([-1, 1, 0])
})
