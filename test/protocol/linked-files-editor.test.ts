import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type {
  CodeAction,
  CompletionList,
  Diagnostic,
  DocumentLink,
  Location,
  WorkspaceEdit,
} from 'vscode-languageserver'
import { type Client, range, startClient, stopAll } from './client.ts'

const domain = {
  domain: 'acme.audit',
  version: '1.0',
  description: 'Audits.',
  records: [
    {
      tag: 'PROOF',
      fields: [
        { name: 'rid', type: 'string', required: true, description: 'The id.' },
        { name: 'file', type: 'string', file: true, description: 'The file.' },
        { name: 'hash', type: 'string', hashOf: 'file', description: 'Its hash.' },
        { name: 'more', type: 'string', file: true, list: true, description: 'More files.' },
      ],
    },
  ],
}

let folder: string
let client: Client
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href

beforeEach(async () => {
  folder = await realpath(mkdtempSync(join(tmpdir(), 'recline-')))
  const contents = {
    'audit.domain.json': JSON.stringify(domain),
    'recline.json': '{ "descriptors": ["*.domain.json"] }',
    'sub/scans/a b.pdf': 'new',
    'sub/scans/.hidden': '',
    'sub/top.pdf': '',
    'sub/closed.rec': '@PROOF rid=P-9 | file="scans/a b.pdf"\n',
  }
  for (const [name, text] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
})
afterEach(async () => {
  await stopAll()
  rmSync(folder, { recursive: true })
})

/** Opens `sub/a.rec` with this text; $0 is the cursor. */
async function open(marked: string): Promise<{ uri: string; position: { line: number; character: number } }> {
  const text = marked.replace('$0', '')
  await writeFile(join(folder, 'sub/a.rec'), text)
  client = await startClient({ folders: [pathToFileURL(folder).href] })
  const uri = uriOf('sub/a.rec')
  client.open(uri, text)
  await client.connection.sendRequest('recline/whenIdle', {})
  const lines = marked.slice(0, Math.max(0, marked.indexOf('$0'))).split('\n')
  return { uri, position: { line: lines.length - 1, character: lines.at(-1)!.length } }
}

const said = (found: readonly Diagnostic[]): string[] =>
  found.map(({ code, range, message }) => `${range.start.line}:${range.start.character} ${code} ${message}`)

test('a file that is missing is told when it is opened, and no longer when the path is right', async () => {
  const { uri } = await open('@PROOF rid=P-1 | file="scans/ab.pdf" | more="top.pdf, ../../x"\n')
  const missing = await client.published(uri, ({ diagnostics }) => diagnostics.length > 0)
  expect(said(missing.diagnostics)).toEqual([
    '0:23 missing-file PROOF.file is "scans/ab.pdf", but there is no such file; correct the path, or add the file.',
    '0:54 missing-file PROOF.more has the item "../../x", which leads out of the workspace, so it is not read; put the file into the workspace.',
  ])
  client.change(uri, 2, { text: '@PROOF rid=P-1 | file="scans/a b.pdf"\n' })
  await client.connection.sendRequest('recline/whenIdle', {})
  expect((await client.published(uri, ({ version }) => version === 2)).diagnostics).toEqual([])
})

test('paths are completed, folder by folder', async () => {
  const { uri, position } = await open('@PROOF rid=P-1 | file="$0"\n@PROOF rid=P-2 | more="top.pdf, scans/"\n')
  const labels = async (line: number, character: number): Promise<string[]> => {
    const list = (await client.at('completion', uri, line, character)) as CompletionList | null
    return (list?.items ?? []).map(({ label, textEdit }) => `${label} -> ${textEdit?.newText}`)
  }
  expect(await labels(position.line, position.character)).toEqual([
    'scans/ -> scans/',
    'a.rec -> a.rec',
    'closed.rec -> closed.rec',
    'top.pdf -> top.pdf',
  ])
  expect(await labels(1, 38)).toEqual(['scans/a b.pdf -> scans/a b.pdf'])
})

test('a path leads to its file', async () => {
  const { uri, position } = await open('@PROOF rid=P-1 | file="scans/a$0 b.pdf" | more="../../x"\n')
  expect(((await client.at('definition', uri, 0, position.character)) as Location[])[0]!.uri).toBe(
    uriOf('sub/scans/a b.pdf'),
  )
  const links = (await client.connection.sendRequest('textDocument/documentLink', {
    textDocument: { uri },
  })) as DocumentLink[]
  expect(links.map(({ target }) => target)).toEqual([uriOf('sub/scans/a b.pdf')])
})

test('a dropped file gives its path, in the text and in a cell of a table', async () => {
  const { uri, position } = await open('@PROOF ri$0d=P-1 | more="top.pdf"\n')
  const file = { uri: uriOf('sub/scans/a b.pdf') }
  const ask = (method: string, params: object): Promise<unknown> =>
    client.connection.sendRequest(`recline/${method}`, { uri, file, ...params })
  expect(await ask('droppedFile', { position })).toEqual({
    field: 'file',
    edits: [{ range: range(0, 31, 0, 31), newText: ' | file="scans/a b.pdf"' }],
  })
  const { record } = (await ask('tableRecord', { line: 0 })) as { record: number }
  expect(await ask('tableDroppedFile', { record, column: 'rid' })).toEqual({ column: 'file', value: 'scans/a b.pdf' })
  expect(await ask('tableDroppedFile', { record, column: 'more' })).toEqual({
    column: 'more',
    value: 'top.pdf, scans/a b.pdf',
  })
  const outside = { uri: pathToFileURL(join(folder, '..', 'x.pdf')).href }
  expect(await ask('droppedFile', { position, file: outside })).toBeNull()
  expect(await ask('tableDroppedFile', { record, column: 'file', file: outside })).toBeNull()
})

test('an action writes the hash, where there is none or another one', async () => {
  const digits = createHash('sha256').update('new').digest('hex')
  const { uri } = await open(
    `@PROOF rid=P-1 | file="scans/a b.pdf"\n@PROOF rid=P-2 | file="scans/a b.pdf" | hash="${'0'.repeat(64)}"\n@PROOF rid=P-3 | file="scans/a b.pdf" | hash="sha256:${digits}"\n`,
  )
  const written = async (line: number): Promise<string[]> => {
    const position = { line, character: 3 }
    const actions = (await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], only: ['quickfix'], triggerKind: 1 },
    })) as CodeAction[]
    return actions.flatMap(({ title, edit }) =>
      title.includes('hash')
        ? [title, ...Object.values(edit!.changes!).flatMap(edits => edits.map(one => one.newText))]
        : [],
    )
  }
  expect(await written(0)).toEqual(['Write the hash of scans/a b.pdf', ` | hash="sha256:${digits}"`])
  expect(await written(1)).toEqual(['Write the new hash of scans/a b.pdf', `"${digits}"`])
  expect(await written(2)).toEqual([])
})

test('paths follow a renamed file and a moved folder, and those of a moved file with records', async () => {
  const { uri } = await open('@PROOF rid=P-1 | file="scans/a b.pdf" | more=[top.pdf, scans/c.pdf]\n')
  const edits = async (from: string, to: string): Promise<Record<string, string[]>> => {
    const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [{ oldUri: uriOf(from), newUri: uriOf(to) }],
    })
    return Object.fromEntries(
      Object.entries(edit.changes ?? {}).map(([at, all]) => [at, all.map(({ newText }) => newText)]),
    )
  }
  const closed = uriOf('sub/closed.rec')
  expect(await edits('sub/scans/a b.pdf', 'sub/scans/2026.pdf')).toEqual({
    [uri]: ['scans/2026.pdf'],
    [closed]: ['scans/2026.pdf'],
  })
  expect(await edits('sub/scans', 'proof')).toEqual({
    [uri]: ['../proof/a b.pdf', '"../proof/c.pdf"'],
    [closed]: ['../proof/a b.pdf'],
  })
  expect(await edits('sub/a.rec', 'a.rec')).toEqual({
    [uri]: ['sub/scans/a b.pdf', '"sub/top.pdf"', '"sub/scans/c.pdf"'],
  })
  expect(await edits('sub/other.txt', 'other.txt')).toEqual({})
})

test('what a sparse checkout may leave out is not called missing', async () => {
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/config'), '[core]\n\tsparseCheckout = true\n')
  const { uri } = await open('@PROOF rid=P-1 | file="scans/ab.pdf" | more="scans"\n')
  const { diagnostics } = await client.published(uri, ({ diagnostics }) => diagnostics.length > 0)
  expect(said(diagnostics)).toEqual([
    '0:45 missing-file PROOF.more has the item "scans", which is a folder; write the path of a file.',
  ])
})
