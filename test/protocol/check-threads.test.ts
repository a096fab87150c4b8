import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

const { folder, files, recline } = commandLine()

/** Runs before the code of each thread. Ends the thread when it gets its first part, which nothing else then gets. */
const endOf = (thread: string): string => `
  const { isMainThread, parentPort } = require('node:worker_threads')
  if (!isMainThread)
    parentPort.once('message', () => {
      parentPort.removeAllListeners('message')
      ${thread}
    })`

/** Large enough that several threads check it. */
const large = '@CONTROL status="tested" | title="A control, which is long enough to fill a line"\n'.repeat(250_000)

test.each([
  ['ends', 'process.exit(0)', 'ended with code 0'],
  ['throws', 'setTimeout(() => { throw new Error("no more memory") }, 0)', 'no more memory'],
])('a check fails if a thread %s before it answers', async (_, last, reason) => {
  await files({ 'a.rec': large, 'end.cjs': endOf(last) })
  const { stdout, stderr, code } = await recline(['check', 'a.rec'], {
    env: { NODE_OPTIONS: `--require=${join(folder(), 'end.cjs')}` },
  })
  expect([stdout, stderr, code]).toEqual(['', expect.stringContaining(reason), 2])
})

test('a command fails if it waits for something that never comes', async () => {
  const never = `
    const { stat } = require('node:fs/promises')
    require('node:fs/promises').stat = path => path === 'a.rec' ? new Promise(() => undefined) : stat(path)`
  await files({ 'a.rec': '@CONTROL rid=CTL-1\n', 'never.cjs': never })
  const run = await recline(['check', 'a.rec'], { env: { NODE_OPTIONS: `--require=${join(folder(), 'never.cjs')}` } })
  expect([run.stderr, run.code]).toEqual([
    'recline: The command ended before it was done, so its output is incomplete; run it again.\n',
    2,
  ])
})
