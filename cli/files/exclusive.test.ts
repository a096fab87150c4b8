import { execSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { Interleaving, tryAll } from '../../test/interleavings.ts'
import { exclusively, exclusivelyAll, type LockFiles } from './exclusive.ts'

const folder = mkdtempSync(join(tmpdir(), 'recline-exclusive-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'a.rec')

/** The files of a machine as one of its processes sees them, each step at the moment that is chosen. */
function filesOf(process: number, contents: Map<string, string>, interleaving: Interleaving): LockFiles {
  return {
    async create(path, text) {
      await interleaving.step(process)
      if (contents.has(path)) return false
      contents.set(path, text)
      return true
    },
    async read(path) {
      await interleaving.step(process)
      return contents.get(path)
    },
    async remove(path) {
      await interleaving.step(process)
      contents.delete(path)
    },
    hasEnded: ({ pid }) => interleaving.ended.has(pid),
    age: async () => 0,
    async wait() {
      await interleaving.wait(process)
      return true
    },
    self: { pid: process, began: '', machine: 'here' },
  }
}

type Guard = typeof exclusively

/** Lets processes add their numbers to a text, in an order of steps, and returns the numbers that were lost. */
async function lost(
  guard: Guard,
  processes: number,
  choose: (options: number) => number,
  mayEnd: boolean,
): Promise<number[]> {
  const contents = new Map<string, string>()
  const interleaving = new Interleaving(choose, mayEnd)
  let text = ''
  const add = async (process: number): Promise<void> => {
    await guard(
      path,
      async () => {
        await interleaving.step(process)
        const read = text
        await interleaving.step(process)
        text = `${read}${process}`
      },
      filesOf(process, contents, interleaving),
    )
  }
  const returned = await interleaving.run(Array.from({ length: processes }, () => add))
  const missing = [...returned].filter(process => !text.includes(String(process)))
  // Every process comes to its end, unless it was ended, or another one was ended while it removed a lock.
  const isStuck = [...contents.keys()].some(name => name.endsWith('.old'))
  if (!isStuck) expect(returned.size + interleaving.ended.size).toBe(processes)
  return missing
}

const unguarded: Guard = (_, work) => work()

test('the model loses changes that nothing guards', async () => {
  let losses = 0
  const tried = await tryAll(async choose => {
    losses += (await lost(unguarded, 2, choose, false)).length
  })
  expect([tried, losses > 0]).toEqual([6, true])
})

test('no change is lost in any order of the steps of two processes, also if one of them ends in between', async () => {
  const tried = await tryAll(async choose => expect(await lost(exclusively, 2, choose, true)).toEqual([]))
  expect(tried).toBeGreaterThan(100)
})

test('no change is lost in random orders of the steps of four processes', async () => {
  let seed = 1
  const next = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  await tryAll(async choose => expect(await lost(exclusively, 4, choose, true)).toEqual([]), { runs: 300, next })
})

test('on the disk, work waits for other work, and leaves nothing', async () => {
  let running = 0
  const order: number[] = []
  const work = (number: number) => async (): Promise<void> => {
    expect(++running).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    order.push(number)
    running--
  }
  await Promise.all([1, 2, 3, 4, 5].map(number => exclusively(path, work(number))))
  expect(order.sort()).toEqual([1, 2, 3, 4, 5])
  await Promise.all([1, 2].map(number => exclusivelyAll([path, join(folder, `${number}.rec`)], work(number))))
  // The two share a lock.
  expect(await exclusivelyAll([path, join(folder, '.a.rec')], async () => readdirSync(folder))).toEqual(['.a.rec.lock'])
  expect(readdirSync(folder)).toEqual([])
  await expect(exclusively(join(folder, 'new/deep/a.rec'), () => Promise.reject(new Error('full')))).rejects.toThrow(
    'full',
  )
  expect(readdirSync(folder)).toEqual([])
})

const lockFile = join(folder, '.a.rec.lock')
const holder = (pid: number, machine: string): string =>
  JSON.stringify({ pid, began: '1', machine, since: '2026-06-30T12:00:00.000Z' })

test('a lock of a process that has ended does not count', async () => {
  let own = ''
  await exclusively(path, async () => {
    own = readdirSync(folder).join()
  })
  expect(own).toBe('.a.rec.lock')
  // A process with this number runs, and began at another time.
  const { machine } = await machineOfLock()
  writeFileSync(lockFile, holder(process.pid, machine))
  expect(await exclusively(path, async () => 'done')).toBe('done')
  expect(readdirSync(folder)).toEqual([])
})

test('a lock of another machine that was not renewed for five minutes does not count, and a newer one does', async () => {
  writeFileSync(lockFile, holder(7, 'elsewhere pid:[1]'))
  const old = Date.now() / 1000 - 301
  utimesSync(lockFile, old, old)
  expect(await exclusively(path, async () => 'done')).toBe('done')
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(lockFile, holder(7, 'elsewhere pid:[1]'))
  setTimeout(() => rmSync(lockFile), 50)
  let isThere = true
  await exclusively(path, async () => {
    isThere = readFileSync(lockFile, 'utf8').includes('elsewhere')
  })
  expect(isThere).toBe(false)
})

test('a clock of this machine that is wrong takes no lock of another one away', async () => {
  const { machine } = await machineOfLock()
  const removed: string[] = []
  const files: LockFiles = {
    create: async path => path.endsWith('.old'),
    read: async () => holder(7, 'elsewhere pid:[1]'),
    remove: async path => void removed.push(path.replace(/.*\.lock/, '.lock')),
    hasEnded: () => true,
    age: async (_, than) => (than === undefined ? 3_600_000 : 1000),
    wait: async () => false,
    self: { pid: 1, began: '', machine },
  }
  await expect(exclusively(path, async () => 'done', files)).rejects.toThrow(/^process 7 of elsewhere changes it/)
  expect(removed).toEqual(['.lock.old'])
})

test('a lock is renewed while its process works', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await exclusively(path, async () => {
      const text = readFileSync(lockFile, 'utf8')
      utimesSync(lockFile, 0, 0)
      vi.advanceTimersByTime(30_000)
      expect(statSync(lockFile).mtimeMs).toBeGreaterThan(0)
      expect(readFileSync(lockFile, 'utf8')).toBe(text)
    })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

async function machineOfLock(): Promise<{ readonly machine: string }> {
  return exclusively(path, async () => JSON.parse(readFileSync(lockFile, 'utf8')) as { machine: string })
}

test('a folder, a pipe or a link to a device in place of a lock is waited for until it is gone', async () => {
  for (const make of ['mkdir', 'mkfifo', 'ln -s /dev/zero']) {
    execSync(`${make} ${lockFile}`)
    setTimeout(() => rmSync(lockFile, { recursive: true }), 50)
    expect(await exclusively(path, async () => 'done')).toBe('done')
  }
})

test.each([
  ['of another machine', holder(7, 'elsewhere pid:[1]'), /^process 7 of elsewhere changes it, since 2026-06-30T12:00/],
  ['of an unknown process', '', /^another process changes it; wait for it, or delete \.a\.rec\.lock\* beside it/],
])('a lock %s is waited for, and then it is told', async (_, text, sentence) => {
  const { machine } = await machineOfLock()
  let waits = 0
  const files: LockFiles = {
    create: async () => false,
    read: async () => text,
    remove: () => expect.unreachable(),
    hasEnded: () => true,
    age: async () => 299_000,
    wait: async tries => {
      waits = tries
      return tries < 9
    },
    self: { pid: 1, began: '', machine },
  }
  await expect(exclusively(path, async () => 'done', files)).rejects.toThrow(sentence)
  expect(waits).toBe(9)
})

test('a lock that another process has taken meanwhile stays', async () => {
  const other = holder(7, 'elsewhere pid:[1]')
  await exclusively(path, async () => writeFileSync(lockFile, other))
  expect(readFileSync(lockFile, 'utf8')).toBe(other)
  rmSync(lockFile)
})
