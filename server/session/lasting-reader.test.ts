import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileReader, FileToRead, ReadFile } from '../platform/file-reader.ts'
import { LastingReader } from './lasting-reader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Readers that log when they start and close, and answer when the test says so. */
function loggedReaders() {
  const log: string[] = []
  const waiting: { answer: (file: ReadFile | undefined) => void; fail: (error: Error) => void }[] = []
  let count = 0
  const reader = new LastingReader((): FileReader => {
    const number = ++count
    log.push(`start ${number}`)
    return {
      read: () => new Promise((answer, fail) => waiting.push({ answer, fail })),
      search: () => Promise.resolve([]),
      close: () => void log.push(`close ${number}`),
    }
  })
  return { reader, log, waiting }
}

const file: FileToRead = { uri: 'file:///a.rec', fileName: 'a.rec', settingDomains: [], severity: {} }

test('one reader reads file after file, and closes when it is idle', async () => {
  const { reader, log, waiting } = loggedReaders()
  for (let index = 0; index < 3; index++) {
    const read = reader.read(file)
    waiting[index]!.answer(undefined)
    await read
    vi.advanceTimersByTime(9000)
  }
  expect(log).toEqual(['start 1'])
  vi.advanceTimersByTime(1000)
  expect(log).toEqual(['start 1', 'close 1'])
})

test('a renewed reader finishes its files first', async () => {
  const { reader, log, waiting } = loggedReaders()
  const reads = [reader.read(file), reader.read(file)]
  reader.renew()
  reads.push(reader.read(file))
  waiting[0]!.answer(undefined)
  await reads[0]
  expect(log).toEqual(['start 1', 'start 2'])
  waiting[1]!.answer(undefined)
  await reads[1]
  expect(log).toEqual(['start 1', 'start 2', 'close 1'])
  waiting[2]!.answer(undefined)
  await reads[2]
  reader.renew()
  expect(log.at(-1)).toBe('close 2')
})

test('a new reader follows one that failed', async () => {
  const { reader, log, waiting } = loggedReaders()
  const read = reader.read(file)
  waiting[0]!.fail(new Error('out of memory'))
  await expect(read).rejects.toThrow('out of memory')
  void reader.read(file)
  expect(log).toEqual(['start 1', 'close 1', 'start 2'])
})
