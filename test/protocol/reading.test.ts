import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import {
  CancellationToken,
  CancellationTokenSource,
  type SymbolInformation,
  type WorkDoneProgressBegin,
  type WorkDoneProgressEnd,
  type WorkDoneProgressReport,
  type WorkspaceEdit,
} from 'vscode-languageserver'
import { graphRequest } from '../../shared/protocol/graph.ts'
import { overviewRequest } from '../../shared/protocol/overview.ts'
import { newRecordRequest } from '../../shared/protocol/records.ts'
import { send } from '../../shared/protocol/request.ts'
import { tableEditRequest } from '../../shared/protocol/table/table-edit.ts'
import { type Client, startClient, stopAll } from './client.ts'

afterEach(stopAll)

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd

/** Keeps what a server tells of its progress; waits for what is wanted of it. */
function followProgress(client: Client): { told: Progress[]; until(kind: Progress['kind']): Promise<string | number> } {
  const told: Progress[] = []
  const waiting = new Set<(token: string | number) => void>()
  client.connection.onNotification('$/progress', ({ token, value }: { token: string | number; value: Progress }) => {
    told.push(value)
    for (const look of waiting) look(token)
  })
  return {
    told,
    until: kind =>
      new Promise(resolve =>
        waiting.add(token => {
          if (told.at(-1)?.kind === kind) resolve(token)
        }),
      ),
  }
}

/** Files that the client has: it tells when it is asked for one with records, and may hold the answer. */
function heldFiles(client: Client, texts: Record<string, string>) {
  const asked: { uri: string; answer(text?: string | null): void }[] = []
  const waiting = new Set<() => void>()
  client.connection.onRequest('recline/listFiles', ({ include }: { include: string[] }) =>
    include[0] === '**/*.rec' ? Object.keys(texts) : [],
  )
  client.connection.onRequest(
    'recline/readFile',
    ({ uri }: { uri: string }) =>
      new Promise(resolve => {
        if (!uri.endsWith('.rec')) return resolve(null)
        // What a question is answered with is what the file was when it was asked.
        const now = texts[uri] ?? null
        asked.push({ uri, answer: (text = now) => resolve(text) })
        for (const look of waiting) look()
      }),
  )
  return {
    /** The next question for a file, waited for. */
    question: (uri: string) =>
      new Promise<(typeof asked)[number]>(resolve => {
        const look = (): void => {
          const at = asked.findIndex(question => question.uri === uri)
          if (at < 0) return
          waiting.delete(look)
          resolve(asked.splice(at, 1)[0]!)
        }
        waiting.add(look)
        look()
      }),
  }
}

const folders = { added: [{ uri: 'mem:/records', name: 'records' }], removed: [] }
const capabilities = { workspace: { workspaceFolders: true }, window: { workDoneProgress: true } }
const uri = 'mem:/records/open.rec'
const [changing, other] = ['mem:/records/a.rec', 'mem:/records/b.rec'] as const

describe('while the files of the workspace are read', () => {
  const start = async () => {
    const client = await startClient({ capabilities })
    const progress = followProgress(client)
    const texts: Record<string, string> = { [changing]: '@CONTROL rid=C-1\n', [other]: '@CONTROL rid=C-2\n' }
    const files = heldFiles(client, texts)
    client.open(uri, '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-3"\n')
    await client.published(uri)
    const hasBegun = progress.until('begin')
    client.notify('workspace/didChangeWorkspaceFolders', { event: folders })
    return { client, progress, texts, files, token: await hasBegun }
  }

  const linesWithProblems = async (client: Client, lines: string): Promise<void> =>
    void (await client.published(
      uri,
      ({ diagnostics }) =>
        diagnostics
          .filter(({ code }) => code === 'dangling-reference')
          .map(({ range }) => range.start.line)
          .join() === lines,
    ))

  const change = (client: Client, type: 1 | 2 | 3): void =>
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: changing, type }] })

  test('one that changes is what it became, though what it was comes later', async () => {
    const { client, texts, files } = await start()
    const old = await files.question(changing)
    texts[changing] = '@CONTROL rid=C-3\n'
    change(client, 2)
    const become = await files.question(changing)
    become.answer()
    // The answer has come to the server when it has answered another question.
    await client.at('hover', uri, 0, 0)
    old.answer()
    const second = await files.question(other)
    second.answer()
    await linesWithProblems(client, '0')
  })

  test('one that vanishes is gone', async () => {
    const { client, texts, files } = await start()
    const old = await files.question(changing)
    delete texts[changing]
    change(client, 3)
    old.answer()
    const second = await files.question(other)
    second.answer()
    await linesWithProblems(client, '0,1')
  })

  test('one that cannot be read hides no other', async () => {
    const { client, files } = await start()
    const first = await files.question(changing)
    first.answer(null)
    const second = await files.question(other)
    second.answer('@CONTROL rid=C-3\n')
    await linesWithProblems(client, '0')
  })

  test('the overview and the graph are of what is read, say so, and wait for the rest if asked', async () => {
    const { client, files } = await start()
    const first = await files.question(changing)
    expect(await send(client.connection, overviewRequest, {})).toMatchObject({ records: 2, isComplete: false })
    expect(await send(client.connection, graphRequest, { uri })).toMatchObject({ isComplete: false })
    const whole = [
      send(client.connection, overviewRequest, { whenRead: true }),
      send(client.connection, graphRequest, { uri, whenRead: true }),
    ]
    first.answer()
    const second = await files.question(other)
    second.answer()
    // The overview reads files that are not open once more.
    for (const file of [changing, other]) void files.question(file).then(question => question.answer())
    expect(await Promise.all(whole)).toMatchObject([{ records: 4, isComplete: true }, { isComplete: true }])
  })

  test('a rename waits until all of them are read, or the user cancels it', async () => {
    const { client, files } = await start()
    const rename = (token = CancellationToken.None): Promise<WorkspaceEdit | null> =>
      client.connection.sendRequest(
        'textDocument/rename',
        { textDocument: { uri }, position: { line: 0, character: 33 }, newName: 'C-9' },
        token,
      )
    const first = await files.question(changing)
    const second = await files.question(other)
    const user = new CancellationTokenSource()
    const cancelled = rename(user.token)
    const waiting = rename()
    user.cancel()
    expect(await cancelled).toBeNull()
    first.answer()
    second.answer()
    const again = await files.question(changing)
    again.answer()
    expect(Object.keys((await waiting)?.changes ?? {})).toEqual([uri, changing])
  })

  test('a search for a record waits until all of them are read', async () => {
    const { client, files } = await start()
    const search = client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'c-2' })
    const first = await files.question(changing)
    const second = await files.question(other)
    // The server has the search when it answers what came later.
    await client.at('hover', uri, 0, 0)
    first.answer()
    second.answer()
    expect((await search).map(({ location }) => location.uri)).toEqual([other])
  })

  test.each([
    ['a new record', newRecordRequest, { line: 0, tag: 'core.compliance.CONTROL' }],
    ['a new row of a table', tableEditRequest, { version: 1, table: 'core.compliance.CONTROL', edit: { kind: 'add' } }],
  ] as const)('%s waits until all of them are read, so that its id is free', async (_, request, params) => {
    const { client, files } = await start()
    const answer = client.connection.sendRequest(request.method, { uri, ...params })
    const first = await files.question(changing)
    const second = await files.question(other)
    // The server has the request when it answers what came later.
    await client.at('hover', uri, 0, 0)
    first.answer()
    second.answer('@CONTROL rid=C-41\n')
    expect(JSON.stringify(await answer)).toContain('rid=C-42')
  })

  test('the user can cancel: then no reference is called wrong, and nothing is renamed', async () => {
    const { client, progress, files, token } = await start()
    const warned = new Promise<string>(resolve =>
      client.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
        if (message.includes('cancelled')) resolve(message)
      }),
    )
    const first = await files.question(changing)
    const second = await files.question(other)
    client.notify('window/workDoneProgress/cancel', { token })
    await client.at('hover', uri, 0, 0)
    const isOver = progress.until('end')
    first.answer()
    second.answer()
    await isOver
    expect(await warned).toMatch(/references are not checked/)
    expect((await client.published(uri)).diagnostics.map(({ code }) => code)).not.toContain('dangling-reference')
    const rename = client.connection.sendRequest('textDocument/rename', {
      textDocument: { uri },
      position: { line: 0, character: 33 },
      newName: 'C-9',
    })
    await expect(rename).rejects.toThrow(/Not all files of the workspace have been read/)
  })
})

describe('once the files of the workspace are read', () => {
  const start = async (text: string) => {
    const client = await startClient({
      capabilities: {
        ...capabilities,
        workspace: { workspaceFolders: true, workspaceEdit: { documentChanges: true } },
      },
    })
    const texts: Record<string, string> = { [other]: text }
    const files = heldFiles(client, texts)
    client.open(uri, '@CONTROL rid=C-1\n@FINDING rid=F-1 | control_ref="C-2"\n')
    await client.published(uri)
    const isOver = followProgress(client).until('end')
    client.notify('workspace/didChangeWorkspaceFolders', { event: folders })
    const first = await files.question(other)
    first.answer()
    await isOver
    return { client, texts, files }
  }

  test('one that changes and then vanishes is gone, though what it was comes later', async () => {
    const { client, texts, files } = await start('# nothing\n')
    const change = (type: 1 | 2 | 3): void =>
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: other, type }] })
    texts[other] = '@CONTROL rid=C-2\n'
    change(2)
    const old = await files.question(other)
    delete texts[other]
    change(3)
    await client.at('hover', uri, 0, 0)
    old.answer()
    await client.at('hover', uri, 0, 0)
    // A reference to the record is still there, and is found as a value.
    const found = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'c-2' })
    expect(found.map(({ location }) => location.uri)).toEqual([uri])
  })

  test('one that is opened while a rename reads it is renamed as it is in the editor', async () => {
    const { client, files } = await start('@CONTROL rid=C-2\n@FINDING rid=F-2 | control_ref="C-1"\n')
    const renamed = client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
      textDocument: { uri },
      position: { line: 0, character: 14 },
      newName: 'C-9',
    })
    const old = await files.question(other)
    client.open(other, '# a new line\n@CONTROL rid=C-2\n@FINDING rid=F-2 | control_ref="C-1"\n')
    await client.published(other)
    old.answer()
    const { documentChanges } = await renamed
    expect(documentChanges).toContainEqual({
      textDocument: { uri: other, version: 1 },
      edits: [{ range: { start: { line: 2, character: 32 }, end: { line: 2, character: 35 } }, newText: 'C-9' }],
    })
  })
})

test('a thread reads many files with progress, and keys are answered meanwhile', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  try {
    const address = (name: string): string => pathToFileURL(join(folder, name)).href
    const controls = (file: number): string =>
      Array.from({ length: 50 }, (_, number) => `@CONTROL rid=C-${file}-${number} | title="Of ${file}"\n`).join('')
    for (let file = 0; file < 120; file++) {
      await writeFile(
        join(folder, `${file}.rec`),
        `${controls(file)}@FINDING rid=F-${file} | control_ref="C-0-0"\n@FINDING control_ref="C-0-0\n`,
      )
    }
    await writeFile(join(folder, 'not-text.rec'), Buffer.from([0xff, 0xfe, 0x40, 0x00]))
    const client = await startClient({
      folders: [pathToFileURL(folder).href],
      capabilities: { ...capabilities, workspace: { workspaceEdit: { documentChanges: true } } },
    })
    const progress = followProgress(client)
    const isOver = progress.until('end')
    const open = address('0.rec')
    client.open(open, controls(0))
    for (let version = 2; version < 12; version++) {
      client.change(open, version, {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        text: '\n',
      })
      await client.diagnostics(open, version)
    }
    await isOver
    expect(progress.told[0]).toMatchObject({ kind: 'begin', cancellable: true, message: '121 files' })
    const percentages = progress.told.flatMap(value => (value.kind === 'report' ? [value.percentage!] : []))
    expect(percentages.length).toBeGreaterThan(3)
    expect(percentages).toEqual([...percentages].sort((one, other) => one - other))

    const symbols = await client.connection.sendRequest<SymbolInformation[]>('workspace/symbol', { query: 'c-119-7' })
    expect(symbols[0]).toMatchObject({
      name: 'CONTROL C-119-7 Of 119',
      location: { uri: address('119.rec'), range: { start: { line: 7, character: 13 } } },
    })

    // Two files have changed since they were read, and the server was not told.
    await writeFile(join(folder, '7.rec'), '# a new line\n@FINDING rid=F-7 | control_ref=C-0-0\n')
    await appendFile(join(folder, '9.rec'), '@FINDING control_ref="C-0-0"\n')
    const edit = await client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
      textDocument: { uri: open },
      position: { line: 10, character: 14 },
      newName: 'NEW 1',
    })
    const changes = (edit.documentChanges ?? []).flatMap(change => ('edits' in change ? [change] : []))
    expect(changes).toHaveLength(120)
    expect(changes.find(({ textDocument }) => textDocument.uri === address('7.rec'))!.edits).toEqual([
      { range: { start: { line: 1, character: 31 }, end: { line: 1, character: 36 } }, newText: '"NEW 1"' },
    ])
    expect(changes.reduce((sum, { edits }) => sum + edits.length, 0)).toBe(1 + 117 * 2 + 3 + 1)
    expect(await client.stop()).toBe(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})
