import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { CodeAction, CompletionList, Diagnostic, Hover, Location, SymbolInformation } from 'vscode-languageserver'
import { filledBlocksRequest } from '../../shared/protocol/report-blocks.ts'
import { send } from '../../shared/protocol/request.ts'
import { markdownTexts } from '../markdown-texts.ts'
import { inParts } from '../property-values.ts'
import { type Client, type Options, range, startClient, stopAll } from './client.ts'
import { commandLine } from './command-line.ts'

const { files, folder, recline } = commandLine()
afterEach(stopAll)

const addressOf = (name: string): string => `${pathToFileURL(folder()).href}/${name}`
const page = 'docs/page.md'

const others = {
  'recline.json': '{ "domains": { "**": "core.compliance" } }',
  'a.compliance.rec': '@CONTROL rid=K-1 | title="Keys"\n@CONTROL rid=K-2\n',
}

/** Starts a server on the folder with the page open; gives the client, and where `$0` stands in the page. */
async function openPage(
  marked: string,
  options: Options = {},
): Promise<{ client: Client; uri: string; line: number; character: number }> {
  const text = marked.replace('$0', '')
  await files({ ...others, [page]: text })
  const client = await startClient({ folders: [pathToFileURL(folder()).href], ...options })
  const uri = addressOf(page)
  client.open(uri, text, 'markdown')
  await client.connection.sendRequest('recline/whenIdle', {})
  const lines = marked.slice(0, Math.max(0, marked.indexOf('$0'))).split('\n')
  return { client, uri, line: lines.length - 1, character: lines.at(-1)!.length }
}

/** Problems as lines: `line:character-line:character code message`, all from 0. */
const said = (found: readonly Diagnostic[]): string[] =>
  found
    .map(
      ({ code, range: { start, end }, message }) =>
        `${start.line}:${start.character}-${end.line}:${end.character} ${code} ${message}`,
    )
    .sort()

const findings = `# é 🙂

@CONTROL maturity=9

- a list:

  ~~~rec
  @FINDING rid=F-1 | control_ref="K-1" | severity="hi"
  @FINDING rid=F-2 | control_ref="C-9" | severity="high"
  ~~~

\`\`\`rec
@CONTROL rid=C-1 | title="🙂" | maturity:int=9
@FINDING rid=F-3 | control_ref="C-1" | severity="high"
\`\`\`
`

test('the problems of fences are at their places, among the records of the workspace', async () => {
  const { client, uri } = await openPage(findings)
  const found = await client.published(uri, ({ diagnostics }) => diagnostics.length > 2)
  expect(said(found.diagnostics)).toEqual([
    '12:45-12:46 out-of-range CONTROL.maturity is 9; it must be from 1 to 5.',
    '7:50-7:54 not-in-enum FINDING.severity is "hi"; it must be low, medium, high or critical.',
    '8:34-8:37 dangling-reference FINDING.control_ref is "C-9", but no CONTROL has that id; write an existing id, or add the record.',
  ])
  client.change(uri, 2, { text: findings.replace(/```|~~~/g, '"""') })
  expect(await client.diagnostics(uri, 2)).toEqual([])
})

test('a page without a fence costs no message, and closing a page takes its problems back', async () => {
  const { client, uri } = await openPage('# none\n\n@CONTROL maturity=9\n')
  const other = addressOf('docs/b.md')
  let told = 0
  void client.published(uri).then(() => told++)
  client.open(other, findings, 'markdown')
  await client.published(other, ({ diagnostics }) => diagnostics.length > 2)
  expect(told).toBe(0)
  client.notify('textDocument/didClose', { textDocument: { uri: other } })
  expect((await client.published(other, ({ diagnostics }) => diagnostics.length === 0)).diagnostics).toEqual([])
})

test('a page of the documentation, whose examples show problems, has none', async () => {
  const { client } = await openPage('# none\n')
  const codes = resolve('docs/codes.md')
  let told = 0
  void client.published(pathToFileURL(codes).href, ({ diagnostics }) => diagnostics.length > 0).then(() => told++)
  client.open(pathToFileURL(codes).href, readFileSync(codes, 'utf8'), 'markdown')
  await client.connection.sendRequest('recline/whenIdle', {})
  expect(told).toBe(0)
})

test('a reference follows the records of other files as they change', async () => {
  const { client, uri } = await openPage('```rec\n@FINDING rid=F-1 | control_ref="K-9" | severity="high"\n```\n')
  expect((await client.published(uri, ({ diagnostics }) => diagnostics.length > 0)).diagnostics[0]!.code).toBe(
    'dangling-reference',
  )
  client.open(addressOf('b.compliance.rec'), '@CONTROL rid=K-9\n')
  expect((await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)).diagnostics).toEqual([])
})

test('the ids of a page count in the page only', async () => {
  const { client } = await openPage('```rec\n@CONTROL rid=C-1\n@CONTROL rid=K-1\n```\n')
  const other = addressOf('a.compliance.rec')
  client.open(other, `${others['a.compliance.rec']}@FINDING rid=F-1 | control_ref="C-1" | severity="high"\n`)
  const found = await client.published(other, ({ version }) => version === 1)
  expect(found.diagnostics.map(({ code }) => code)).toEqual(['dangling-reference'])
  const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'C-1' })
  expect(symbols.map(({ name }) => name)).toEqual(['FINDING F-1 · control_ref: C-1'])
})

const fence = (line: string): string =>
  `# a\n\n@CONTROL \n\n1. b\n\n   \`\`\`rec\n   @CONTROL rid=C-1\n   ${line}\n   \`\`\`\n`

test('tags, fields, values and records are completed in a fence, and nothing elsewhere', async () => {
  const labels = async (line: string): Promise<string[]> => {
    const { client, uri, line: at, character } = await openPage(fence(line))
    const list = await client.at<CompletionList | null>('completion', uri, at, character)
    await client.stop()
    return (list?.items ?? []).map(({ label }) => label)
  }
  expect(await labels('@$0')).toContain('@FINDING')
  expect(await labels('@FINDING sev$0')).toContain('severity')
  expect(await labels('@FINDING severity="$0"')).toContain('high')
  expect(await labels('@FINDING control_ref="$0"')).toEqual(expect.arrayContaining(['C-1', 'K-1', 'K-2']))
  const { client, uri } = await openPage(fence('@CONTROL '))
  for (const [line, character] of [
    [0, 3],
    [1, 0],
    [2, 9],
    [6, 9],
    [9, 3],
    [10, 0],
  ] as const) {
    expect(await client.at('completion', uri, line, character)).toBeNull()
    expect(await client.at('hover', uri, line, character)).toBeNull()
    expect(await client.at('definition', uri, line, character)).toBeNull()
  }
})

test('a completed reference shows its record, of the page or of another file', async () => {
  const { client, uri, line, character } = await openPage(fence('@FINDING control_ref="$0"'))
  const list = await client.at<CompletionList>('completion', uri, line, character)
  const detailsOf = async (label: string): Promise<string> =>
    JSON.stringify(
      await client.connection.sendRequest('completionItem/resolve', list.items.find(item => item.label === label)!),
    )
  expect(await detailsOf('K-1')).toContain('Keys')
  expect(await detailsOf('C-1')).toContain('CONTROL')
})

test('hovers and definitions of a fence know the page and the other files', async () => {
  const { client, uri } = await openPage(findings)
  const hover = await client.at<Hover>('hover', uri, 7, 35)
  expect(JSON.stringify(hover.contents)).toContain('Keys')
  expect(hover.range).toEqual(range(7, 33, 7, 38))
  expect(JSON.stringify((await client.at<Hover>('hover', uri, 12, 15)).contents)).toContain('Referenced once')
  const placesOf = async (line: number, character: number): Promise<string[]> =>
    (await client.at<Location[]>('definition', uri, line, character)).map(
      place => `${place.uri.slice(addressOf('').length)}:${place.range.start.line}`,
    )
  expect(await placesOf(7, 35)).toEqual(['a.compliance.rec:0'])
  expect(await placesOf(13, 35)).toEqual([`${page}:12`])
})

test('quick fixes change the fence only', async () => {
  const { client, uri } = await openPage('```rec\n@FINDING rid=F-1 | severity=High | owner=a b\n```\n', {
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  })
  const actionsAt = async (line: number, character: number, only?: string[]): Promise<CodeAction[]> =>
    (await client.connection.sendRequest<CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri },
      range: range(line, character, line, character),
      context: { diagnostics: [], ...(only && { only }) },
    })) ?? []
  const actions = await actionsAt(1, 29)
  expect(actions.map(({ title }) => title)).toEqual([
    'Change to severity="High"',
    'Change to high',
    'Suppress notation here',
    'Suppress not-in-enum here',
  ])
  expect(actions[1]!.edit).toEqual({
    documentChanges: [
      { textDocument: { uri, version: 1 }, edits: [{ range: range(1, 19, 1, 32), newText: 'severity="high"' }] },
    ],
  })
  expect(await actionsAt(0, 3)).toEqual([])
  expect(await actionsAt(1, 29, ['source.fixAll.recline'])).toEqual([])
})

test('nothing else answers in a page', async () => {
  const { client, uri } = await openPage(findings)
  const textDocument = { uri }
  const position = { line: 12, character: 15 }
  const record = range(12, 0, 12, 15)
  const options = { tabSize: 2, insertSpaces: true }
  const asked: Record<string, object> = {
    documentSymbol: {},
    formatting: { options },
    rangeFormatting: { range: record, options },
    onTypeFormatting: { position, ch: '\n', options },
    foldingRange: {},
    documentLink: {},
    codeLens: {},
    inlayHint: { range: record },
    references: { position, context: { includeDeclaration: true } },
    rename: { position, newName: 'C-2' },
    linkedEditingRange: { position },
    documentHighlight: { position },
    selectionRange: { positions: [position] },
  }
  for (const [method, params] of Object.entries(asked)) {
    const answer = await client.connection.sendRequest(`textDocument/${method}`, { textDocument, ...params })
    expect(answer ?? [], method).toEqual([])
  }
  expect(await client.connection.sendRequest('textDocument/semanticTokens/full', { textDocument })).toEqual({
    data: [],
  })
})

test('a client that pulls problems gets those of an open page, and none of pages in the workspace', async () => {
  const { client, uri } = await openPage(findings, {
    capabilities: { textDocument: { diagnostic: {} } },
    initializationOptions: { diagnostics: 'pull' },
  })
  const found = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', {
    textDocument: { uri },
  })
  expect(found.items.map(({ code }) => code)).toEqual(['not-in-enum', 'dangling-reference', 'out-of-range'])
  const all = await client.connection.sendRequest<{ items: { uri: string }[] }>('workspace/diagnostic', {
    previousResultIds: [],
  })
  expect(all.items.map(item => item.uri)).not.toContain(uri)
})

test('a client that takes registrations is asked to send Markdown', async () => {
  const dynamicRegistration = true
  await files(others)
  const methods: string[] = []
  const { connection } = await startClient({
    folders: [pathToFileURL(folder()).href],
    capabilities: {
      textDocument: {
        synchronization: { dynamicRegistration },
        completion: { dynamicRegistration },
        hover: { dynamicRegistration },
      },
    },
    registered: ({ method, registerOptions }) => {
      if (JSON.stringify(registerOptions).includes('markdown')) methods.push(method)
    },
  })
  await connection.sendRequest('recline/whenIdle', {})
  expect(methods.sort()).toEqual([
    'textDocument/completion',
    'textDocument/didChange',
    'textDocument/didClose',
    'textDocument/didOpen',
    'textDocument/hover',
  ])
})

test('a page that "files.include" names counts alone, unless "markdown" is set', async () => {
  await files({
    'recline.json': '{ "domains": { "**": "core.compliance" }, "files": { "include": ["**/*.rec", "**/*.md"] } }',
    'a.rec': '@FINDING rid=F-9 | control_ref="C-1" | severity="high"\n',
    [page]: findings,
  })
  const client = await startClient({ folders: [pathToFileURL(folder()).href] })
  const { diagnostics } = await client.published(addressOf('a.rec'), found => found.diagnostics.length > 0)
  expect(diagnostics.map(({ code }) => code)).toEqual(['dangling-reference'])
})

test('records that are added to a page of the folder are known in its other files', async () => {
  await files({
    'recline.json': '{ "domains": { "**": "core.compliance" }, "markdown": true }',
    'a.rec': '@FINDING rid=F-9 | control_ref="C-7" | severity="high"\n',
    [page]: findings,
  })
  const client = await startClient({ folders: [pathToFileURL(folder()).href] })
  const a = addressOf('a.rec')
  expect((await client.published(a, ({ diagnostics }) => diagnostics.length > 0)).diagnostics[0]!.code).toBe(
    'dangling-reference',
  )
  await files({ [page]: findings.replace('```rec\n', '```rec\n@CONTROL rid=C-7 | title="New"\n') })
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: addressOf(page), type: 2 }] })
  expect((await client.published(a, ({ diagnostics }) => diagnostics.length === 0)).diagnostics).toEqual([])
  const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'C-7' })
  expect(symbols.map(({ location }) => location.uri)).toContain(addressOf(page))
})

test('what is written in an open page of the folder is known in its other files at once', async () => {
  await files({
    'recline.json': '{ "domains": { "**": "core.compliance" }, "markdown": true }',
    'a.rec': '@FINDING rid=F-9 | control_ref="C-7" | severity="high"\n',
    [page]: findings,
  })
  const client = await startClient({ folders: [pathToFileURL(folder()).href] })
  const [a, uri] = [addressOf('a.rec'), addressOf(page)]
  const codes = async (isRight: boolean): Promise<unknown[]> =>
    (await client.published(a, ({ diagnostics }) => (diagnostics.length === 0) === isRight)).diagnostics.map(
      ({ code }) => code,
    )
  expect(await codes(false)).toEqual(['dangling-reference'])
  client.open(uri, findings, 'markdown')
  client.change(uri, 2, { text: '```rec\n@CONTROL rid=C-7\n```\n' })
  expect(await codes(true)).toEqual([])
  client.change(uri, 3, { text: 'No records.\n' })
  expect(await codes(false)).toEqual(['dangling-reference'])
  client.change(uri, 4, { text: '```rec\n@CONTROL rid=C-7\n```\n' })
  expect(await codes(true)).toEqual([])
  // On disk the page has no such record.
  client.notify('textDocument/didClose', { textDocument: { uri } })
  expect(await codes(false)).toEqual(['dangling-reference'])
})

test('a page counts alone as soon as the configuration says so', async () => {
  const settings = { domains: { '**': 'core.compliance' }, markdown: true }
  const open = '```rec\n@CONTROL rid=C-7\n```\n'
  await files({
    'recline.json': JSON.stringify(settings),
    'a.rec': '@FINDING rid=F-9 | control_ref="C-7" | severity="high"\n',
    [page]: open,
  })
  const client = await startClient({ folders: [pathToFileURL(folder()).href] })
  await client.connection.sendRequest('recline/whenIdle', {})
  client.open(addressOf(page), open, 'markdown')
  const config = addressOf('recline.json')
  client.open(config, JSON.stringify({ ...settings, markdown: false }), 'jsonc')
  const found = await client.published(addressOf('a.rec'), ({ diagnostics }) => diagnostics.length > 0)
  expect(found.diagnostics.map(({ code }) => code)).toEqual(['dangling-reference'])
  client.change(config, 2, { text: JSON.stringify(settings) })
  expect(
    (await client.published(addressOf('a.rec'), ({ diagnostics }) => diagnostics.length === 0)).diagnostics,
  ).toEqual([])
})

test('of pages that belong to the folder, only the records are read', async () => {
  await files({
    'recline.json': '{ "domains": { "**": "core.compliance" }, "markdown": true }',
    'a.rec':
      '@FINDING rid=F-9 | control_ref="C-1" | severity="high"\n@FINDING rid=F-8 | control_ref="C-2" | severity="high"\n',
    [page]: findings,
  })
  const client = await startClient({ folders: [pathToFileURL(folder()).href] })
  await client.connection.sendRequest('recline/whenIdle', {})
  const closed = await client.published(addressOf(page), ({ diagnostics }) => diagnostics.length > 0)
  expect(said(closed.diagnostics).map(line => line.replace(/ .*/, ''))).toEqual([
    '12:45-12:46',
    '7:34-7:37',
    '7:50-7:54',
    '8:34-8:37',
  ])
  const [problem, ...more] = (await client.published(addressOf('a.rec'), ({ diagnostics }) => diagnostics.length > 0))
    .diagnostics
  expect(problem!.message).toContain('"C-2"')
  expect(more).toEqual([])
})

/** The problems of the page with a text as `recline check --markdown` finds them, in the form of `said`. */
async function checked(text: string): Promise<string[]> {
  await files({ [page]: text })
  const lines = text.split(/\r\n|[\r\n]/)
  // The command line counts characters, the protocol UTF-16 code units.
  const place = (line: number, column: number): string =>
    `${line - 1}:${[...lines[line - 1]!].slice(0, column - 1).join('').length}`

  const { stdout } = await recline(['check', '--markdown', '--format', 'json', '.'])
  const found = JSON.parse(stdout) as {
    files: {
      file: string
      problems: { code: string; message: string; line: number; column: number; endLine: number; endColumn: number }[]
    }[]
  }
  const problems = found.files.find(({ file }) => file === page)?.problems ?? []
  return problems
    .map(one => `${place(one.line, one.column)}-${place(one.endLine, one.endColumn)} ${one.code} ${one.message}`)
    .sort()
}

test.each(inParts(6, 1200))('the problems of a page are those of recline check --markdown', async values => {
  const { client, uri } = await openPage('')
  let version = 1
  let withProblems = 0
  await fc.assert(
    fc.asyncProperty(markdownTexts, async text => {
      client.change(uri, ++version, { text })
      await client.connection.sendRequest('recline/whenIdle', {})
      const { items } = await client.connection.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', {
        textDocument: { uri },
      })
      const expected = await checked(text)
      if (expected.length > 0) withProblems++
      expect(said(items)).toEqual(expected)
    }),
    values,
  )
  expect(withProblems).toBeGreaterThan(values.numRuns / 4)
})

const reportPage = `# Report

{count CONTROL} controls

\`\`\`recline
tag CONTROL
select rid, title
where titl$0e != ""
\`\`\`

\`\`\`recline
tag CONTROLS
\`\`\`
`

test('a block of a report has completion, hovers and problems', async () => {
  const { client, uri, line, character } = await openPage(reportPage)
  const found = await client.published(uri, ({ diagnostics }) => diagnostics.length > 0)
  expect(found.diagnostics.map(({ range: { start }, message }) => `${start.line} ${message}`)).toEqual([
    '11 There is no tag CONTROLS; CONTROL may be meant.',
  ])
  const list = await client.at<CompletionList>('completion', uri, line, character)
  expect(list.items.map(({ label }) => label)).toContain('title')
  expect(JSON.stringify(await client.at<Hover>('hover', uri, line, character))).toContain('CONTROL.title')
  client.change(uri, 2, { text: '# no block any more\n' })
  expect(await client.diagnostics(uri, 2)).toEqual([])
})

test('blocks are filled as recline report fills them', async () => {
  const block = 'tag CONTROL\nselect rid, title\nsort -rid\ntitle Controls\n'
  const { client, uri } = await openPage('# Report\n')
  const filled = await send(client.connection, filledBlocksRequest, {
    uri,
    blocks: [block, 'show problems\n'],
    counts: ['{count CONTROL where has(title)}'],
  })
  await files({ 't.md': `\`\`\`recline\n${block}\`\`\`\n\n{count CONTROL where has(title)}\n` })
  const { stdout } = await recline('report --template t.md a.compliance.rec'.split(' '))
  const [own] = /<div class="report-block">[^]*?<\/div>\n/.exec(stdout)!
  expect(filled!.blocks[0]!.replaceAll(/href="\.\.\/a\.compliance\.rec#L/g, 'href="#record-')).toBe(
    own.replace('record-1', 'record-x').replace('record-2', 'record-1').replace('record-x', 'record-2'),
  )
  expect(filled!.blocks[1]).toContain('No problems.')
  expect(filled!.counts).toEqual(['<span class="report-count">1</span>'])
})
