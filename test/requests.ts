import type { Position, Range } from 'vscode-languageserver-types'
import { codeActions, fixAllKind } from '../server/features/code-actions.ts'
import { codeLenses, resolveCodeLens } from '../server/features/code-lenses.ts'
import { completion } from '../server/features/completion.ts'
import { definition } from '../server/features/definition.ts'
import { dependencyFixes } from '../server/features/dependency-fixes.ts'
import { documentHighlights } from '../server/features/document-highlights.ts'
import { documentLinks } from '../server/features/document-links.ts'
import { documentSymbols, listOfSymbols } from '../server/features/document-symbols.ts'
import { domainFixes } from '../server/features/extend-domain.ts'
import { foldingRanges } from '../server/features/folding.ts'
import { formatting, onTypeFormatting, rangesFormatting } from '../server/features/formatting.ts'
import { hover, recordsToShow } from '../server/features/hover.ts'
import { inlayHints } from '../server/features/inlay-hints.ts'
import { inlineCompletion } from '../server/features/inline-completion.ts'
import { linkedEditingRanges } from '../server/features/linked-editing.ts'
import { refactorings } from '../server/features/refactorings.ts'
import {
  incomingReferences,
  outgoingReferences,
  prepareReferenceHierarchy,
} from '../server/features/reference-hierarchy.ts'
import { references } from '../server/features/references.ts'
import {
  changesForRename,
  planPartRename,
  planRename,
  preparePartRename,
  prepareRename,
  rename,
} from '../server/features/rename.ts'
import { selectionRanges } from '../server/features/selection-ranges.ts'
import { SemanticTokensResults, semanticTokensIn } from '../server/features/semantic-tokens.ts'
import { signatureHelp } from '../server/features/signature-help.ts'
import { matchingRecords, workspaceSymbols } from '../server/features/workspace-symbols.ts'
import { choosableValues } from '../server/requests/choosable-values.ts'
import { compareWith, takeFrom } from '../server/requests/compare.ts'
import { proposedHeader, setDomains } from '../server/requests/domains.ts'
import { draftedDescriptor } from '../server/requests/draft-descriptor.ts'
import { pathIntoRecord } from '../server/requests/dropped-file.ts'
import { duplicateSelected } from '../server/requests/duplicate-records.ts'
import { removeEmptyFields } from '../server/requests/empty-fields.ts'
import { graphOfFile, graphOfWorkspace } from '../server/requests/graph.ts'
import { importRecords } from '../server/requests/import-records.ts'
import { filledRecord, newRecord, recordForm } from '../server/requests/new-record.ts'
import { Overviews } from '../server/requests/overview.ts'
import { playgroundFiles } from '../server/requests/playground-files.ts'
import { recordsFromText } from '../server/requests/records-from-text.ts'
import { sortKeys, sortRecords } from '../server/requests/sort-records.ts'
import { typedTags } from '../server/requests/typed-tags.ts'
import { diagnostics } from '../server/snapshot/diagnostics.ts'
import type { Snapshot } from '../server/snapshot/snapshot.ts'
import { ArrangedTables } from '../server/tables/arranged-tables.ts'
import { problemsOfCell, referencesOfCell, tagsAtEnd, valuesForCell } from '../server/tables/table-cell.ts'
import { fixAll } from '../shared/check/fixes/fixes.ts'
import { exported } from '../shared/convert/export-records.ts'
import { changesOf } from '../shared/diff/changes.ts'
import { patchOf } from '../shared/diff/patch.ts'
import { readPatch } from '../shared/diff/read-patch.ts'
import { unitsOf } from '../shared/diff/units.ts'
import { editRecords as editManyRecords } from '../shared/edit/edit-records.ts'
import { editWholes } from '../shared/edit/edit-wholes.ts'
import { readEdit } from '../shared/edit/record-edit.ts'
import { searchValues } from '../shared/index/value-search.ts'
import { applyHunks } from '../shared/merge/apply-patch.ts'
import { merge } from '../shared/merge/merge.ts'
import type { TableQuery } from '../shared/protocol/table/table.ts'
import type { TableEdit } from '../shared/protocol/table/table-edit.ts'
import type { Tree } from '../shared/syntax/tree.ts'
import { lengthOf, parse, positionAt, textOf } from '../shared/syntax/tree.ts'
import { editEntries, fileTables } from './asked-tables.ts'

/** Everything that a client can request of a file and that a command does with one, each as one function. */

/** The time in all requests, so that their answers are always the same. */
const now = new Date('2026-06-30T14:05:09.123Z')
const context = { diagnostics: [] }
const wide = { wrapColumn: 40, alignColumns: true }

const wholeOf = ({ file: { tree } }: Snapshot): Range => ({
  start: { line: 0, character: 0 },
  end: positionAt(tree, lengthOf(tree)),
})

/** Requests at a position. */
export const requestsAt: Readonly<Record<string, (snapshot: Snapshot, position: Position) => unknown>> = {
  completion: (snapshot, position) => completion(snapshot, position, undefined, now),
  'completion of a typed character': (snapshot, position) => completion(snapshot, position, '|', now),
  definition: (snapshot, position) => definition(snapshot, position, () => undefined),
  highlights: documentHighlights,
  hover: (snapshot, position) => [recordsToShow(snapshot, position), hover(snapshot, position)],
  'inline completion': inlineCompletion,
  'linked editing': linkedEditingRanges,
  'signature help': signatureHelp,
  references: (snapshot, position) => references(snapshot, position, true),
  'prepare rename': (snapshot, position) => [prepareRename(snapshot, position), preparePartRename(snapshot, position)],
  rename: (snapshot, position) => {
    const plan = planRename(snapshot, position, 'NEW-1')
    return 'refusal' in plan ? planPartRename(snapshot, position, 'NEW_1') : rename(snapshot, plan, new Map())
  },
  'reference hierarchy': (snapshot, position) =>
    prepareReferenceHierarchy(snapshot, position)?.map(item => [
      incomingReferences(snapshot.index, item),
      outgoingReferences(snapshot.index, item),
    ]),
  'path of a dropped file': (snapshot, position) =>
    pathIntoRecord({ ...snapshot, topFolder: 'file://' }, { position, file: { uri: 'file:///x/a.pdf' } }),
  'selection ranges': ({ file }, position) => selectionRanges(file, [position]),
  'code actions': (snapshot, position) => [
    codeActions(snapshot, { start: position, end: position }, context),
    domainFixes(snapshot, { start: position, end: position }, context, {
      descriptorOf: () => undefined,
      configOf: () => undefined,
      newDescriptor: uri => `${uri}.domain.json`,
      newConfig: () => undefined,
    }),
    dependencyFixes(snapshot, { start: position, end: position }, context, {
      configOf: uri => ({ uri: `${uri}.json`, version: null, text: '{}' }),
      knownBeside: () => ({ '../registry': { asOf: '', domains: { 'acme.fleet': [{ version: '1.0' }] } } }),
    }),
  ],
  refactorings: (snapshot, position) =>
    refactorings(snapshot, { start: position, end: position }, { ...context, triggerKind: 1 }),
  'formatting while typing': ({ file, index }, position) => [
    onTypeFormatting(file, index, position, '|', wide),
    onTypeFormatting(file, index, position, '\n', wide),
  ],
  'typed tags': snapshot => typedTags(snapshot),
  'values to choose': (snapshot, position) => choosableValues(snapshot, { position }),
  'empty fields': (snapshot, { line }) => removeEmptyFields(snapshot, { line, fields: ['title', 'status', 'owner'] }),
  'edits of whole records': ({ file: { tree } }, position) =>
    (['moveUp', 'moveDown', 'delete', 'toggleComment', 'select'] as const).map(action =>
      editWholes(tree, action, [{ anchor: position, active: position }]),
    ),
  'copies of records': (snapshot, position) =>
    (['up', 'down'] as const).map(way =>
      duplicateSelected(snapshot, { way, selections: [{ anchor: position, active: position }] }),
    ),
  'graph around a record': (snapshot, { line }) => graphOfFile(snapshot, { line, depth: 2 }),
  'new record': (snapshot, { line }) => [
    newRecord(snapshot, { line, tag: 'core.compliance.CONTROL' }),
    filledRecord(snapshot, { line, tag: 'core.compliance.CONTROL', values: [['title', 'x']] }),
    setDomains(snapshot, { line, domains: ['core.compliance'] }),
  ],
}

/** Requests of a whole file, and the work of commands. */
export const requestsOf: Readonly<Record<string, (snapshot: Snapshot) => unknown>> = {
  problems: diagnostics,
  'all code actions': snapshot => codeActions(snapshot, wholeOf(snapshot), context),
  'all refactorings': snapshot => refactorings(snapshot, wholeOf(snapshot), { ...context, triggerKind: 1 }),
  'fix all': snapshot => codeActions(snapshot, wholeOf(snapshot), { ...context, only: [fixAllKind] }),
  'fixes on the command line': ({ file }) => fixAll(file),
  formatting: snapshot => [formatting(snapshot.file, wide), rangesFormatting(snapshot.file, [wholeOf(snapshot)], wide)],
  'code lenses': snapshot =>
    codeLenses(snapshot, { references: true, counts: true }).map(lens => resolveCodeLens(snapshot, lens, undefined)),
  'document links': snapshot => documentLinks(snapshot),
  outline: snapshot => listOfSymbols(snapshot.uri, documentSymbols(snapshot)),
  'folding ranges': ({ file }) => foldingRanges(file),
  'inlay hints': snapshot => inlayHints(snapshot, wholeOf(snapshot), { units: true, titles: true, domains: true }),
  'semantic tokens': snapshot => [
    new SemanticTokensResults().full(snapshot.uri, snapshot.file),
    semanticTokensIn(snapshot.file, wholeOf(snapshot)),
  ],
  'workspace symbols': ({ index, registry }) =>
    ['', 'c1', 'x', 'control x'].map(query => workspaceSymbols(index, registry, matchingRecords(index, query))),
  'search in values': ({ file }) => searchValues(textOf(file.tree), { query: 'x', limit: 100 }),
  'renamed file': ({ file }) => changesForRename(file, 'other.health.rec'),
  'graph of the file': snapshot => graphOfFile(snapshot, {}),
  'graph of the workspace': ({ index }) => graphOfWorkspace(index),
  overview: snapshot => new Overviews().ofFile(snapshot, now),
  header: proposedHeader,
  'keys to sort by': snapshot => sortKeys(snapshot, { selections: [] }),
  'sorted records': snapshot => sortRecords(snapshot, { selections: [], field: null }),
  'form of a record': snapshot => recordForm(snapshot, { tag: 'core.compliance.FINDING' }, now),
  'tags for tables': tagsAtEnd,
  tables: snapshot => fileTables().tables(snapshot),
  'rows of tables': snapshot =>
    eachTable(snapshot, ({ views, key, columns }) => [
      views.rows(snapshot, { table: key, query: sorted(columns[0]), start: 0, count: 100 }),
      views.text(snapshot, {
        version: snapshot.version,
        table: key,
        query: all,
        start: 0,
        count: 100_000,
        columns,
        hasHeadings: true,
      }),
    ]),
  'edits of tables': snapshot =>
    eachTable(snapshot, ({ arranged, key, columns }) =>
      tableEdits(columns.slice(0, 3)).map(edit => editEntries(arranged.source(snapshot, key), edit)),
    ),
  'cells of a table': snapshot =>
    eachTable(snapshot, ({ columns, record }) =>
      columns.slice(0, 3).map(column => {
        const cell = { record, column }
        return [
          valuesForCell(snapshot, { ...cell, typed: '' }),
          problemsOfCell(snapshot, cell),
          referencesOfCell(snapshot, cell),
        ]
      }),
    ),
  'files for the playground': snapshot => {
    const { lines } = snapshot.file.tree
    const selection = { anchor: { line: 0, character: 0 }, active: { line: lines.at(-1) ?? 0, character: 0 } }
    return playgroundFiles(snapshot, { selections: [selection] })
  },
  exports: snapshot => (['csv', 'json', 'ndjson', 'markdown'] as const).map(format => exported(snapshot.file, format)),
  imports: snapshot =>
    (['csv', 'json'] as const).flatMap(format =>
      exported(snapshot.file, format).map(({ text }) => [
        importRecords(snapshot, { line: 0, data: text, tag: null, fields: [] }),
        recordsFromText(snapshot, { line: 0, text }),
      ]),
    ),
  drafts: snapshot =>
    (['csv', 'json'] as const).flatMap(format =>
      exported(snapshot.file, format).map(({ text }) => {
        const data = [text, textOf(snapshot.file.tree)]
        const files = [`a.${format}`, 'a.rec'].map((name, index) => ({ name, data: data[index]! }))
        return draftedDescriptor({ files, extends: null }, snapshot.registry)
      }),
    ),
  comparison: snapshot => {
    const text = changedHalf(textOf(snapshot.file.tree))
    return [compareWith(snapshot, { text }), takeFrom(snapshot, { text, into: 'right', row: 0 })]
  },
  'diff and patch': ({ file }) => {
    const before = textOf(file.tree)
    const [old, changed] = [before, changedHalf(before)].map(text => unitsIn(parse(text), file.context.registry))
    const sides = [old!, changed!].map(units => ({ name: 'a.rec', units, hasLastLineEnd: true }))
    const patch = readPatch(patchOf(sides[0]!, sides[1]!))
    const hunks = Array.isArray(patch) ? patch.flatMap(({ hunks }) => hunks) : []
    return [changesOf(old!, changed!, file.context.registry), applyHunks(before, hunks, mergeOptions(file))]
  },
  merge: ({ file }) => {
    const base = textOf(file.tree)
    return merge({ base, ours: changedHalf(base), theirs: `${base}\n@CONTROL rid=NEW-1\n` }, mergeOptions(file))
  },
  'edit of many records': ({ uri, file, registry }) => {
    const edit = readEdit(
      { tag: 'CONTROL', where: 'title != "x"', set: ['title="new"'], unset: ['owner'], delete: false },
      registry,
    )
    return 'mistake' in edit ? edit : editManyRecords([{ uri, file, severity: {} }], edit, now.getTime())
  },
}

const all: TableQuery = { filters: [], search: '', hasProblem: false }

const sorted = (column = ''): TableQuery => ({
  ...all,
  sort: [{ column, isDescending: true }],
  filters: [{ column, text: '!=nothing' }],
  where: 'true',
})

interface TableIn {
  readonly arranged: ArrangedTables
  readonly views: ReturnType<typeof fileTables>
  readonly key: string
  readonly columns: string[]
  /** The index of its first record. */
  readonly record: number
}

/** What a request answers for the first tables of a file. */
function eachTable(snapshot: Snapshot, ask: (table: TableIn) => unknown): unknown[] {
  const arranged = new ArrangedTables()
  const views = fileTables(arranged)
  return views
    .tables(snapshot)
    .tables.slice(0, 3)
    .map(({ key, columns }) => {
      const record = arranged.source(snapshot, key).table!.records[0]!
      return ask({ arranged, views, key, columns: columns.map(({ name }) => name), record })
    })
}

function tableEdits(columns: string[]): TableEdit[] {
  const range = { query: all, start: 0, count: 100_000 }
  return [
    { kind: 'clear', ...range, columns },
    { kind: 'fill', ...range, columns },
    { kind: 'fillRight', ...range, columns },
    { kind: 'series', ...range, columns },
    { kind: 'sortFile', ...range },
    { kind: 'add' },
    { kind: 'duplicate', ...range },
    { kind: 'delete', ...range },
    { kind: 'paste', text: 'x\ty\n3\t"', width: 2, ...range, count: 2, columns },
  ]
}

/** Another version of a text: some lines of the second half say something else. */
const changedHalf = (text: string): string => {
  const middle = text.length >>> 1
  return (
    text.slice(0, middle) +
    text
      .slice(middle)
      .replaceAll(/"x"|=1\b/g, '="y"')
      .replaceAll(/^(#.*)/gm, '$1 changed')
  )
}

const unitsIn = (tree: Tree, registry: Snapshot['registry']): ReturnType<typeof unitsOf> =>
  unitsOf(tree, registry, '\n')

const mergeOptions = ({ context }: Snapshot['file']) => ({
  context,
  isStrict: false,
  markerSize: 7,
  ours: 'ours',
  theirs: 'theirs',
})
