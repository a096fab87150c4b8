import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownFolder } from '../../test/own-folder.ts'
import type { Plan } from '../plan/plan.ts'
import { watch } from './watch.ts'

const { at, said, write } = ownFolder()

// A watch never ends, so its looks at folders that may come back must not go on behind the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
afterEach(() => void vi.useRealTimers())

/**
 * Watches paths, and does one thing after the other, each of which must cause another run.
 *
 * @param found the files and the origins of the plan of each run
 * @returns what is said until there are enough runs
 */
function watched(
  paths: readonly string[],
  found: { readonly files?: readonly string[]; readonly origins?: readonly string[] },
  changes: readonly (() => void)[],
): Promise<string> {
  const settings = { severity: {}, settingDomains: [], format: {} }
  const files = (found.files ?? []).map(file => ({ source: { file, path: file }, settings }))
  const plan = { files, origins: found.origins ?? [] } as Pick<Plan, 'files' | 'origins'> as Plan
  let runs = 0
  let isOver = false
  let wake = (): void => undefined
  const nextRun = (): Promise<void> => new Promise(resolve => (wake = resolve))
  return said(async () => {
    let first = nextRun()
    const ended = watch(paths, async () => {
      if (isOver) throw new Error('over')
      runs++
      wake()
      return plan
    })
    await first
    for (const change of changes) {
      first = nextRun()
      change()
      vi.advanceTimersByTime(500)
      await first
    }
    isOver = true
    write({ 'end/a.rec': '' })
    changes.at(-1)!()
    vi.advanceTimersByTime(500)
    await expect(ended).rejects.toThrow('over')
    expect(runs).toBeGreaterThan(changes.length)
  })
}

let count = 0
/** Writes another text than before. */
const change = (name: string) => (): void => write({ [name]: `# ${'x'.repeat(count++)}\n` })

test('a run is repeated after a change of a record, a configuration or a descriptor in a folder', async () => {
  write({ 'all/a.rec': '', 'all/sub/b.rec': '' })
  const names = ['a.rec', 'sub/b.rec', 'c.rec', 'recline.json', 'sub/fleet.domain.json']
  const text = await watched([at('all')], {}, [
    ...names.map(name => change(`all/${name}`)),
    () => rmSync(at('all/c.rec')),
    change('all/a.rec'),
  ])
  expect(text.replace(/(! Waiting for changes\. Press Ctrl-C to stop\.\n)+/, '\n')).toBe('\nexit undefined')
})

test('files that are named, or that a run has read, count whatever they are called', async () => {
  write({ 'a.txt': '', 'other/b.txt': '', 'more/c.json': '', 'all/d.rec': '' })
  await watched([at('a.txt'), at('all')], { files: [at('x.data')], origins: [at('more/c.json')] }, [
    change('a.txt'),
    change('more/c.json'),
    change('all/new.data'),
  ])
})

test('a configuration above what is watched, and a folder that goes and comes back, count too', async () => {
  write({ 'sub/all/a.rec': '' })
  await watched([at('sub/all/*.rec')], { origins: [at('recline.json')] }, [
    change('recline.json'),
    change('recline.json'),
    () => rmSync(at('recline.json')),
    () => renameSync(at('sub/all'), at('away')),
    () => renameSync(at('away'), at('sub/all')),
    change('sub/all/a.rec'),
    () => {
      rmSync(at('sub/all'), { recursive: true })
      mkdirSync(at('sub/all'))
      change('sub/all/b.rec')()
    },
    change('sub/all/b.rec'),
  ])
})
