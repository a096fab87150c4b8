import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readerOnThread } from './node-reader.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recline-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = { uri: 'file:///a.rec', fileName: 'a.rec', settingDomains: [], severity: {} }

test.each([
  ['ends', 'process.exit(1)', 'The thread that reads files has ended.'],
  ['fails', 'throw new Error("broken")', 'broken'],
])('if the thread %s, all reads fail, also later ones', async (_, onMessage, message) => {
  const program = join(folder, 'thread.cjs')
  await writeFile(program, `require('node:worker_threads').parentPort.on('message', () => { ${onMessage} })`)
  const reader = readerOnThread(program, { descriptors: [], client: {} as never })
  const reads = await Promise.allSettled([reader.read(file), reader.read(file)])
  reads.push(...(await Promise.allSettled([reader.read(file)])))
  for (const read of reads) expect(read).toMatchObject({ status: 'rejected', reason: { message } })
  reader.close()
})
