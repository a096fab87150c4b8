import { afterEach, expect, test } from 'vitest'
import type { Command, WorkspaceEdit } from 'vscode-languageserver'
import { range, startClient, stopAll } from './client.ts'

afterEach(stopAll)

const uri = 'file:///records/a.rec'

test('a client that takes no code actions gets commands, and the server asks it to make the edit', async () => {
  const client = await startClient({ capabilities: { textDocument: { codeAction: {} } } })
  expect(client.initialized.capabilities).toMatchObject({
    codeActionProvider: true,
    executeCommandProvider: { commands: ['recline.applyCodeAction'] },
  })
  const asked: WorkspaceEdit[] = []
  const warnings: string[] = []
  client.connection.onRequest('workspace/applyEdit', ({ edit }: { edit: WorkspaceEdit }) => {
    asked.push(edit)
    return { applied: true }
  })
  client.connection.onRequest('window/showMessageRequest', ({ message }: { message: string }) => {
    warnings.push(message)
    return null
  })
  client.open(uri, '@control rid=C-1\n')
  const ask = (): Promise<Command[]> =>
    client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: range(0, 1, 0, 1),
      context: { diagnostics: [] },
    })
  const run = (command: Command): Promise<unknown> =>
    client.connection.sendRequest('workspace/executeCommand', {
      command: command.command,
      arguments: command.arguments,
    })
  const commands = await ask()
  const fix = commands.find(({ title }) => title === 'Change to @CONTROL')!
  await run(fix)
  expect(asked).toEqual([{ changes: { [uri]: [{ range: range(0, 1, 0, 8), newText: 'CONTROL' }] } }])
  client.change(uri, 2, { text: '# a comment\n@control rid=C-1\n' })
  await run(fix)
  expect(asked).toHaveLength(1)
  await expect.poll(() => warnings).toEqual(['The file has changed since, so nothing was changed; try again.'])
})
