import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileToRead } from './file-reader.ts'
import { readerOnThread, readerOnThreads } from './node-reader.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

const fileAt = (uri: string): FileToRead => ({ uri, fileName: 'a.rec', settingDomains: [], severity: {} })

const options = { descriptors: [], client: {} as never }

/** Writes a program for a thread, which runs some code for each file, and answers with `result`. */
async function programOf(onFile: string): Promise<string> {
  const program = join(folder, 'thread.cjs')
  const start = `const { parentPort, threadId } = require('node:worker_threads')
parentPort.on('message', ({ number, file }) => { let result = file.uri;`
  await writeFile(program, `${start} ${onFile}; parentPort.postMessage({ number, result }) })`)
  return program
}

/** Reads files with a thread that runs a program for each file. */
async function read(onFile: string, uris: readonly string[]): Promise<unknown[]> {
  const reader = readerOnThread(await programOf(onFile), options)
  const results = await Promise.allSettled(uris.map(uri => reader.read(fileAt(uri))))
  const [later] = await Promise.allSettled([reader.read(fileAt('later'))])
  reader.close()
  return [...results, later!].map(result => (result.status === 'fulfilled' ? result.value : result.reason.message))
}

test.each([
  ['ends', 'process.exit(1)', 'The thread that reads files has ended.'],
  ['fails', 'throw new Error("broken")', 'broken'],
])('if the thread %s, only the read of the file fails that ends it', async (_, end, message) => {
  expect(await read(`if (file.uri === 'bad') ${end}`, ['first', 'bad', 'other', 'bad', 'last'])).toEqual([
    'first',
    message,
    'other',
    message,
    'last',
    'later',
  ])
})

test('if the thread ends again and again, all reads fail, also later ones', async () => {
  const results = await read('throw new Error("broken")', Array.from({ length: 30 }, String))
  expect(results).toEqual(Array(31).fill('broken'))
})

test('several threads share the files, and each file is read once', async () => {
  const reader = readerOnThreads(await programOf('result = [file.uri, threadId]'), options, 3)
  const uris = Array.from({ length: 9 }, String)
  const results = (await Promise.all(uris.map(uri => reader.read(fileAt(uri))))) as unknown as [string, number][]
  expect(results.map(([uri]) => uri)).toEqual(uris)
  const perThread = new Map<number, number>()
  for (const [, thread] of results) perThread.set(thread, (perThread.get(thread) ?? 0) + 1)
  expect([...perThread.values()]).toEqual([3, 3, 3])
  reader.close()
})
