import { describe, expect, test } from 'vitest'
import { codes, startClient } from './client.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** Files that the client gives to the built server, or tells it of. */
const { root, address, write } = workspaceFolder()

describe('files that only the client can reach', () => {
  test('are asked of the client', async () => {
    const client = await startClient({ capabilities: { workspace: { workspaceFolders: true } } })
    const texts: Record<string, string> = { 'mem:/records/b.rec': '@CONTROL rid=C-1\n' }
    client.connection.onRequest('recline/listFiles', ({ include }: { include: string[] }) =>
      include[0] === '**/*.rec' ? Object.keys(texts) : [],
    )
    client.connection.onRequest('recline/readFile', ({ uri }: { uri: string }) => texts[uri] ?? null)
    const uri = 'mem:/records/a.rec'
    client.open(uri, '@FINDING rid=F-1 | control_ref="C-1"\n')
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'mem:/records', name: 'records' }], removed: [] },
    })
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    delete texts['mem:/records/b.rec']
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'mem:/records/b.rec', type: 3 }] })
    await client.published(uri, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
  })

  test('a file that comes while the others are listed is among them', async () => {
    const client = await startClient({ capabilities: { workspace: { workspaceFolders: true } } })
    const texts: Record<string, string> = {}
    const list = new Promise<() => void>(asked =>
      client.connection.onRequest('recline/listFiles', () => new Promise(answer => asked(() => answer([])))),
    )
    client.connection.onRequest('recline/readFile', ({ uri }: { uri: string }) => texts[uri] ?? null)
    const [uri, other] = ['mem:/records/a.rec', 'mem:/records/z.rec'] as const
    client.open(uri, '@FINDING rid=F-1 | control_ref="C-1"\n')
    client.open(other, '@FINDING rid=F-2 | control_ref="C-9"\n')
    await client.published(other, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    client.notify('workspace/didChangeWorkspaceFolders', {
      event: { added: [{ uri: 'mem:/records', name: 'records' }], removed: [] },
    })
    const answerList = await list
    texts['mem:/records/b.rec'] = '@CONTROL rid=C-1\n'
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'mem:/records/b.rec', type: 1 }] })
    await client.published(uri, ({ diagnostics }) => diagnostics.length === 0)
    answerList()
    // Only when all files are known, it is known that one leads nowhere.
    await client.published(other, ({ diagnostics }) => diagnostics.length === 0)
    await client.published(other, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
    expect(codes((await client.published(uri)).diagnostics)).toEqual([])
  })

  test('a file whose new name no longer says its domain gets a header', async () => {
    await write('a.compliance.rec', '@CONTROL rid=C-1\n')
    const client = await startClient({
      folders: [root()],
      capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
    })
    const files = [{ oldUri: address('a.compliance.rec'), newUri: address('a.rec') }]
    expect(JSON.stringify(await client.connection.sendRequest('workspace/willRenameFiles', { files }))).toContain(
      '@DOC domain=core.compliance\\n',
    )
  })
})
