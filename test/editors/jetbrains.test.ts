import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'
import { recline, shippedFor } from './workspace.ts'

/** What is shipped for editors of JetBrains; these editors and LSP4IJ are not there. */
const shipped = async (name: string): Promise<string> => readFile(shippedFor(`jetbrains/${name}`), 'utf8')

test('the command of the template starts a server, which takes its settings', async () => {
  const template = JSON.parse(await shipped('template.json')) as { programArgs: { default: string; windows: string } }
  expect(template).toMatchObject({ fileTypeMappings: [{ fileType: { patterns: ['*.rec'] }, languageId: 'rec' }] })
  expect(template.programArgs.windows.replace('.cmd', '')).toBe(template.programArgs.default)
  const [program, ...words] = template.programArgs.default.split(' ')
  expect(program).toBe('recline')
  const server = spawn(process.execPath, [recline, ...words])
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  )
  connection.listen()
  const found = await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} })
  expect(found).toMatchObject({ capabilities: { hoverProvider: expect.anything() } })
  await connection.sendNotification('initialized', {})
  await connection.sendNotification('workspace/didChangeConfiguration', {
    settings: JSON.parse(await shipped('settings.json')),
  })
  await connection.sendRequest('shutdown')
  await connection.sendNotification('exit')
  expect(await once(server, 'close')).toEqual([0, null])
})

test('the folder is a bundle of TextMate with the grammar of VS Code', async () => {
  const { contributes } = JSON.parse(await shipped('package.json')) as {
    contributes: { languages: { id: string; configuration: string }[]; grammars: { language: string; path: string }[] }
  }
  const [language] = contributes.languages
  const [grammar] = contributes.grammars
  expect(grammar!.language).toBe(language!.id)
  for (const path of [grammar!.path, language!.configuration]) {
    const ours = new URL(`../../syntaxes/${path}`, import.meta.url)
    expect(await shipped(path)).toBe(await readFile(ours, 'utf8'))
  }
})
