import { expect, test } from 'vitest'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import { createRegistry } from '../../shared/domains/registry.ts'
import { stepsOf } from '../../test/count-steps.ts'
import { nodeFileSystem } from '../platform/node-file-system.ts'
import { readSettings } from '../snapshot/settings.ts'
import { readClient } from './client.ts'
import { CurrentFiles } from './current-files.ts'
import { type OpenDocument, openDocuments } from './document.ts'
import { createGuard } from './guard.ts'
import { JsonFiles } from './json-files.ts'
import { LargeFiles } from './large-files.ts'
import { FilesOfRecords } from './linked-files.ts'
import { Workspace } from './workspace.ts'

const uri = 'file:///home/me/a.rec'
const log = { warn: () => undefined, error: (message: string) => expect.fail(message) }

/** Opens a file with a problem in one of 100 records: what is done before, and after, its first problems are sent. */
async function stepsToOpen(count: number) {
  const json = new JsonFiles()
  json.configs.configure(readSettings({}), [])
  const workspace = new Workspace(createRegistry(builtinDescriptors), json.configs)
  const documents = new Map<string, OpenDocument>()
  const client = readClient({ capabilities: {}, processId: null, rootUri: null }, undefined)
  const files = new CurrentFiles(
    documents,
    nodeFileSystem,
    workspace,
    json,
    client,
    new FilesOfRecords(undefined, json.configs),
  )
  const sent: number[] = []
  const publisher = {
    publishFirst: () => void sent.push(files.firstDiagnosticsOf(uri)!.diagnostics.length),
    checkChanged: () => void sent.push(files.diagnosticsOf(uri)!.diagnostics.length),
  }
  const large = new LargeFiles(documents, files, workspace, publisher, createGuard(log).guard)
  let text = '@DOC domain=compliance\n'
  for (let number = 0; number < count; number++)
    text += `@CONTROL rid=C-${number} | title="Title" | maturity:int=${number % 100 === 0 ? 9 : 3}\n`
  const { create } = openDocuments((given, of) => workspace.begin(of, given))
  documents.set(uri, create(uri, 'rec', 1, text))
  const steps = stepsOf(() => large.open(uri))
  await large.whenRead(uri)
  return { steps, sent }
}

test('what is done before the first problems are sent does not grow with the file', async () => {
  await stepsToOpen(10_000)
  const small = await stepsToOpen(20_000)
  const large = await stepsToOpen(80_000)
  expect(small.sent.at(-1)).toBe(200)
  expect(large.sent.at(-1)).toBe(800)
  expect(large.sent[0]).toBe(small.sent[0])
  expect(small.sent[0]).toBeGreaterThan(10)
  expect(large.steps / small.steps).toBeLessThan(1.1)
}, 300_000)
