import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileToRead } from './file-reader.ts'
import { readerOnThread } from './node-reader.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

const fileAt = (uri: string): FileToRead => ({ uri, fileName: 'a.rec', settingDomains: [], severity: {} })

/** Reads files with a thread that runs a program for each file. */
async function read(onFile: string, uris: readonly string[]): Promise<unknown[]> {
  const program = join(folder, 'thread.cjs')
  const start = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ number, file }) => {`
  await writeFile(program, `${start} ${onFile}; parentPort.postMessage({ number, result: file.uri }) })`)
  const reader = readerOnThread(program, { descriptors: [], client: {} as never })
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
