import { describe, expect, test } from 'vitest'
import type { Location, WorkspaceEdit } from 'vscode-languageserver'
import { bulkEditRequest } from '../../shared/protocol/bulk-edit.ts'
import { send } from '../../shared/protocol/request.ts'
import { tableRowsRequest, tableTagsRequest } from '../../shared/protocol/table/table.ts'
import { type Client, codes, startClient } from './client.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** What goes across files, asked of the built server over its real protocol. */
const { root, address, write } = workspaceFolder()

test('an expression finds records in files that are open and in others, as soon as all files are read', async () => {
  await write('controls.compliance.rec', '@CONTROL rid=C-1 | owner="CISO"\n@CONTROL rid=C-2 | owner="CTO"\n')
  await write('closed.compliance.rec', '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-2"\n')
  const client = await startClient({ folders: [root()] })
  client.open(address('open.compliance.rec'), '@FINDING rid=F-3 | control_ref="C-1"\n')
  const query = { filters: [], search: '', hasProblem: false, where: 'control_ref.owner == "CISO"' }
  const params = { table: 'core.compliance.FINDING', query, start: 0, count: 10 }
  const answer = await send(client.connection, tableRowsRequest, params)
  expect(answer?.rows.map(({ uri, line, cells }) => [uri, line, cells[0]])).toEqual([
    [address('closed.compliance.rec'), 0, 'F-1'],
    [address('open.compliance.rec'), 0, 'F-3'],
  ])
  const tags = await send(client.connection, tableTagsRequest, {})
  expect(tags?.map(({ name, count }) => [name, count])).toEqual([
    ['CONTROL', 2],
    ['FINDING', 3],
  ])
})

test('an edit of records in all files waits until all of them are read', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, file) =>
      write(`part-${file}.compliance.rec`, `@CONTROL rid=P-${file} | title="x"\n`),
    ),
  )
  const client = await startClient({ folders: [root()] })
  const edit = { tag: 'core.compliance.CONTROL', where: 'title == "x"', set: ['title = "y"'], unset: [], delete: false }
  expect(await send(client.connection, bulkEditRequest, edit)).toMatchObject({ edited: 40 })
})

describe('a record and what refers to it', () => {
  const start = async (): Promise<Client> => {
    await write('controls.rec', '@CONTROL rid=C-1 | title="Access"\n')
    await write('closed.rec', '@EVIDENCE control_ref="C-1"\n')
    const client = await startClient({
      folders: [root()],
      capabilities: {
        workspace: { workspaceEdit: { documentChanges: true } },
        textDocument: { rename: { prepareSupport: true } },
      },
    })
    client.open(address('open.rec'), '@FINDING rid=F-1 | control_ref="C-1"\n@FINDING rid=F-2 | control_ref="C-9"\n')
    await client.published(address('open.rec'), ({ diagnostics }) => diagnostics.length === 1)
    return client
  }

  test('the way leads there, and back', async () => {
    const client = await start()
    const definition = await client.at<Location[]>('definition', address('open.rec'), 0, 33)
    expect(definition).toMatchObject([{ uri: address('controls.rec'), range: { start: { line: 0, character: 13 } } }])
    const params = {
      textDocument: { uri: address('open.rec') },
      position: { line: 0, character: 33 },
      context: { includeDeclaration: true },
    }
    const references = await client.connection.sendRequest<Location[]>('textDocument/references', params)
    expect(references.map(({ uri }) => uri).sort()).toEqual([
      address('closed.rec'),
      address('controls.rec'),
      address('open.rec'),
    ])
  })

  test('a new name goes to all files in one edit, and is refused with a sentence where it is taken', async () => {
    const client = await start()
    const rename = (newName: string) =>
      client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', {
        textDocument: { uri: address('open.rec') },
        position: { line: 0, character: 33 },
        newName,
      })
    const edit = await rename('C-2')
    expect(edit.documentChanges).toHaveLength(3)
    expect(JSON.stringify(edit)).toContain('"newText":"C-2"')
    await write('other.rec', '@CONTROL rid=C-7\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('other.rec'), type: 1 }] })
    await expect(rename('C-7')).rejects.toThrow(/C-7.*\./)
  })
})

test('a file outside the workspace counts only while it is open', async () => {
  const client = await startClient({ folders: [root()] })
  client.open('file:///elsewhere/a.rec', '@CONTROL rid=C-1\n')
  client.open(address('b.rec'), '@FINDING rid=F-1 | control_ref="C-1"\n')
  await client.published(address('b.rec'), ({ diagnostics }) => diagnostics.length === 0)
  client.close('file:///elsewhere/a.rec')
  await client.published(address('b.rec'), ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
})

test('an older version of a file, as in a diff, duplicates no records and has no problems', async () => {
  const client = await startClient({ folders: [root()] })
  const [file, version] = [address('b.rec'), address('b.rec').replace(/^file:/, 'git:')]
  client.open(version, '@CONTROL rid=C-1 | color="red"\n@CONTROL rid=C-1\n')
  client.open(file, '@CONTROL rid=C-1\n@FINDING rid=F-1 | control_ref="C-9"\n')
  await client.published(file, ({ diagnostics }) => codes(diagnostics).join() === 'dangling-reference')
  expect(codes((await client.published(version)).diagnostics)).toEqual([])
})
