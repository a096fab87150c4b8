import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { Diagnostic, DocumentDiagnosticReport, WorkspaceDiagnosticReport } from 'vscode-languageserver'
import { type Client, codes, startClient } from './client.ts'
import { workspaceFolder } from './workspace-folder.ts'

/** Problems of files that are not open, from the built server over its real protocol. */
const { root, address, write } = workspaceFolder()

describe('problems of files that are not open', () => {
  const start = async (settings: object = {}): Promise<Client> => {
    await write('controls.rec', '@CONTROL rid=C-1\n@CONTROL rid=C-2 | maturity:int=9\n')
    await write(
      'findings.rec',
      '# recline-disable-next-line dangling-reference\n@FINDING rid=F-1 | control_ref="C-1"\n',
    )
    const client = await startClient({
      folders: [root()],
      settings: () => settings,
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
    })
    return client
  }
  const until = (client: Client, name: string, wanted: string) =>
    client.published(address(name), ({ diagnostics }) => codes(diagnostics).join() === wanted)

  test('are sent from the start, also those that depend on other files', async () => {
    await write('copy.rec', '@CONTROL rid=C-1\n')
    const client = await start()
    await until(client, 'findings.rec', 'unused-suppression')
    await until(client, 'controls.rec', 'duplicate-rid,out-of-range')
    const { diagnostics } = await until(client, 'copy.rec', 'duplicate-rid')
    expect(diagnostics[0]).toMatchObject({ relatedInformation: [{ location: { uri: address('controls.rec') } }] })
  })

  test('have those of rules that follow references into open and closed files', async () => {
    const policy = (limit: number): string =>
      `@DOC domain=core.insurance\n@POLICY rid=POL-1 | coverage_limit:float=${limit}\n`
    await write('policies.rec', policy(50))
    await write('coverages.rec', '@DOC domain=core.insurance\n@COVERAGE limit:float=70 | policy_ref="POL-1"\n')
    const client = await start()
    const { diagnostics } = await until(client, 'coverages.rec', 'rule/coverage-limit-within-policy')
    expect(diagnostics[0]!.message).toContain('The limit 70 is higher than the coverage limit of the policy, 50.')
    client.open(address('policies.rec'), policy(80))
    await until(client, 'coverages.rec', '')
    client.change(address('policies.rec'), 2, { text: policy(60) })
    await until(client, 'coverages.rec', 'rule/coverage-limit-within-policy')
  })

  test('are all sent when the server says that it is idle', async () => {
    const client = await start()
    const found = new Map<string, string>()
    client.connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics }: { uri: string; diagnostics: Diagnostic[] }) => {
        found.set(uri, codes(diagnostics).join())
      },
    )
    const idle = async (): Promise<string[]> => {
      expect(await client.connection.sendRequest('recline/whenIdle', {})).toBe(true)
      return ['controls.rec', 'findings.rec'].map(name => found.get(address(name)) ?? '')
    }
    expect(await idle()).toEqual(['out-of-range', 'unused-suppression'])
    client.open(address('controls.rec'), '@CONTROL rid=C-2\n')
    expect(await idle()).toEqual(['', ''])
    await write('findings.rec', '@FINDING rid=F-1 | control_ref="C-9"\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('findings.rec'), type: 2 }] })
    expect(await idle()).toEqual(['', 'dangling-reference'])
  })

  test('follow what is typed elsewhere, closing, and changes on disk', async () => {
    const client = await start()
    await until(client, 'controls.rec', 'out-of-range')
    await until(client, 'findings.rec', 'unused-suppression')
    client.open(address('controls.rec'), '@CONTROL rid=C-2\n')
    await until(client, 'controls.rec', '')
    await until(client, 'findings.rec', '')
    client.close(address('controls.rec'))
    await until(client, 'controls.rec', 'out-of-range')
    await until(client, 'findings.rec', 'unused-suppression')
    await write('controls.rec', '@CONTROL rid=C-1 | maturity:int=7\n')
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('controls.rec'), type: 2 }] })
    const changed = await client.published(
      address('controls.rec'),
      ({ diagnostics }) => diagnostics[0]?.range.start.line === 0,
    )
    expect(codes(changed.diagnostics)).toEqual(['out-of-range'])
    await rm(new URL(address('controls.rec')))
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: address('controls.rec'), type: 3 }] })
    await until(client, 'controls.rec', '')
    await until(client, 'findings.rec', '')
  })

  test('have the severities of the nearest configuration, and follow it', async () => {
    await write('recline.json', '{ "severity": { "out-of-range": "off" } }')
    const client = await start()
    await until(client, 'findings.rec', 'unused-suppression')
    client.notify('textDocument/didOpen', {
      textDocument: {
        uri: address('recline.json'),
        languageId: 'json',
        version: 1,
        text: '{ "severity": { "out-of-range": "information" } }',
      },
    })
    const { diagnostics } = await until(client, 'controls.rec', 'out-of-range')
    expect(diagnostics[0]!.severity).toBe(3)
  })

  test('are not sent if only those of open files are wanted', async () => {
    const settings = { problems: 'all' }
    const client = await start(settings)
    await until(client, 'controls.rec', 'out-of-range')
    settings.problems = 'open'
    client.notify('workspace/didChangeConfiguration', { settings: null })
    await until(client, 'controls.rec', '')
    client.open(address('controls.rec'), '@CONTROL rid=C-1 | maturity:int=9\n')
    await until(client, 'controls.rec', 'out-of-range')
    client.close(address('controls.rec'))
    await until(client, 'controls.rec', '')
  })
})

describe('a client that asks for problems', () => {
  test('gets them once, is told when nothing has changed, and gets those of files that are not open', async () => {
    await write('closed.rec', '@CONTROL rid="C-1"\n')
    const client = await startClient({
      folders: [root()],
      capabilities: { textDocument: { diagnostic: {} }, workspace: { diagnostics: { refreshSupport: true } } },
      initializationOptions: { diagnostics: 'pull' },
    })
    const uri = address('open.rec')
    client.open(uri, '@CONTROL maturity:int=9\n')
    const ask = (previousResultId?: string) =>
      client.connection.sendRequest<DocumentDiagnosticReport>('textDocument/diagnostic', {
        textDocument: { uri },
        previousResultId,
      })
    const first = await ask()
    expect(first.kind === 'full' && codes(first.items)).toEqual(['missing-field', 'out-of-range'])
    expect(await ask(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId })
    client.change(uri, 2, { text: '@CONTROL rid=C-2\n' })
    expect(await ask(first.resultId)).toMatchObject({ kind: 'full', items: [] })

    const seen = async (): Promise<string> => {
      const { items } = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
        previousResultIds: [],
      })
      return items
        .map(
          item =>
            `${item.uri.slice(item.uri.lastIndexOf('/') + 1)} ${item.kind === 'full' ? codes(item.items).join() : ''}`,
        )
        .sort()
        .join('; ')
    }
    await expect.poll(seen, { timeout: 30_000 }).toBe('closed.rec notation; open.rec ')
  })
})
