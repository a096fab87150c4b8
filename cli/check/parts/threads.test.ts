import { afterEach, expect, test } from 'vitest'
import { startOfFile } from '../../../shared/scan/part.ts'
import { ownFolder } from '../../../test/own-folder.ts'
import { builtinRegistry } from '../../../test/records.ts'
import type { PartTask } from './check-part.ts'
import { wholeFile } from './part-reader.ts'
import type { PartRunner } from './runner.ts'
import { runInThreads } from './threads.ts'

const { at, write } = ownFolder()

let runner: PartRunner | undefined
afterEach(() => runner?.close())

/** Starts threads whose program does something with each task, or something else at its start. */
function startThreads(onTask: string, others = 1, start = "parentPort.postMessage('ready')"): PartRunner {
  write({
    'program.cjs': `const { parentPort } = require('node:worker_threads')
parentPort.on('message', task => { ${onTask} })
${start}`,
  })
  runner = runInThreads(builtinRegistry, others, at('program.cjs'))
  return runner
}

const answer = 'parentPort.postMessage({ failure: task.planned.source.file })'

/** The task to check a file with a number of records, which its name tells. */
function taskWith(records: number): PartTask {
  const bytes = Buffer.from('@CONTROL rid=C-1\n'.repeat(records))
  return {
    planned: {
      source: { file: `${records}`, path: undefined },
      settings: { severity: {}, settingDomains: [], format: {} },
    },
    content: { bytes, size: bytes.length },
    range: wholeFile,
    before: startOfFile,
    counts: undefined,
    hasNames: false,
    details: {},
    top: [],
  }
}

/** Runs many tasks. Each answer is `here` or `thread`, or the message of its error. */
function answers(runner: PartRunner, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, records) => {
      try {
        const outcome = await runner.run(taskWith(records))
        if (outcome && 'failure' in outcome) {
          expect(outcome.failure).toBe(`${records}`)
          return 'thread'
        }
        expect(outcome?.records).toBe(records)
        return 'here'
      } catch (error) {
        return (error as Error).message
      }
    }),
  )
}

/** Runs tasks until one of them is answered in some other way than `here`. */
async function answersOfThreads(runner: PartRunner): Promise<string[]> {
  for (;;) {
    const all = await answers(runner, 12)
    const others = all.filter(one => one !== 'here')
    if (others.length > 0) return others
  }
}

test('threads and this one answer tasks, each with the outcome of its own task', async () => {
  const runner = startThreads(answer, 2)
  expect(runner.ahead).toBe(9)
  expect(new Set(await answersOfThreads(runner))).toEqual(new Set(['thread']))
  expect(await answers(runner, 30)).toContain('here')
})

test('until a thread is ready, and where none gets ready, this one does all', async () => {
  const never = startThreads(answer, 1, '')
  expect(never.ahead).toBe(6)
  expect(new Set(await answers(never, 20))).toEqual(new Set(['here']))
  expect(new Set(await answers(never, 3))).toEqual(new Set(['here']))
})

test.each([
  ['throws', 'throw new Error("broken")', 'broken'],
  ['ends', 'process.exit(3)', 'a thread that checks records ended with code 3 before it was done'],
])('if a thread %s, its tasks fail, and later ones are done here', async (_, onTask, message) => {
  const runner = startThreads(onTask)
  expect(new Set(await answersOfThreads(runner))).toEqual(new Set([message]))
  expect(new Set(await answers(runner, 12))).toEqual(new Set(['here']))
})

test('a program that does not start is no error as long as it has no tasks', async () => {
  const runner = startThreads(answer, 1, 'throw new Error("broken")')
  expect(new Set(await answers(runner, 12))).toEqual(new Set(['here']))
})
