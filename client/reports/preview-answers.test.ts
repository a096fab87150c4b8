import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PageTexts, PreviewAnswers } from './preview-answers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/**
 * Answers of a server that counts its rounds.
 *
 * @param forgets how many of the first refreshes VS Code forgets; all others show the last page again
 */
function start(isShown = () => true, forgets = 0) {
  const asked: [page: string, PageTexts][] = []
  let version = 1
  let refreshes = 0
  const answers = new PreviewAnswers(
    async (page, texts) => {
      asked.push([page, texts])
      return {
        blocks: texts.blocks.map(text => `<b>${text} ${version}</b>`),
        counts: texts.counts.map(() => String(version)),
      }
    },
    () => {
      const [latest] = asked.at(-1)!
      if (++refreshes > forgets) answers.seen(latest, asked.at(-1)![1])
    },
    isShown,
    100,
  )
  return { answers, asked, refreshes: () => refreshes, change: () => version++ }
}

const texts = { blocks: ['tag A'], counts: ['{count A}'] }
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000)

test('what is not known is asked for once, and then the preview is made again', async () => {
  const { answers, asked, refreshes } = start()
  answers.seen('a.md', texts)
  expect(answers.html('a.md', 'blocks', 'tag A')).toBeUndefined()
  answers.seen('a.md', texts)
  await settle()
  expect(asked).toEqual([['a.md', texts]])
  expect(refreshes()).toBe(1)
  answers.seen('a.md', texts)
  expect(answers.html('a.md', 'blocks', 'tag A')).toBe('<b>tag A 1</b>')
  expect(answers.html('a.md', 'counts', '{count A}')).toBe('1')
  expect(answers.html('b.md', 'counts', '{count A}')).toBeUndefined()
  await settle()
  expect(asked).toHaveLength(1)
})

test('a refresh that VS Code forgets is asked for again, but not for ever', async () => {
  const forgotten = start(() => true, 2)
  forgotten.answers.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(1500)
  expect(forgotten.refreshes()).toBe(3)
  const elsewhere = start(() => true, Infinity)
  elsewhere.answers.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(elsewhere.refreshes()).toBe(5)
})

test('a preview that was made while the one before may have been loading is made once more behind that', async () => {
  const { answers, refreshes, change } = start()
  answers.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(2000)
  expect(refreshes()).toBe(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshes()).toBe(2)
  change()
  answers.changed()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refreshes()).toBe(3)
})

test('a page whose preview is closed asks for no second refresh of the others', async () => {
  const { answers, refreshes } = start()
  answers.seen('closed.md', texts)
  answers.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(1500)
  expect(refreshes()).toBe(1)
})

test('an answer that does not come is asked for again, but not for ever', async () => {
  let asked = 0
  let refreshes = 0
  const answers = new PreviewAnswers(
    async (_, { blocks, counts }) => (++asked > 2 ? { blocks, counts } : null),
    () => {
      refreshes++
      answers.seen('a.md', texts)
    },
    () => true,
    100,
  )
  answers.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(1500)
  expect([asked, refreshes, answers.html('a.md', 'counts', '{count A}')]).toEqual([3, 1, '{count A}'])

  let failures = 0
  const silent = new PreviewAnswers(
    async () => {
      failures++
      throw new Error('The server has stopped.')
    },
    () => {},
    () => true,
    100,
  )
  silent.seen('a.md', texts)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failures).toBe(6)
  silent.changed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failures).toBe(12)
})

test('a page whose answer takes long keeps no other page waiting', async () => {
  const answers = new PreviewAnswers(
    (page, asked) => (page === 'slow.md' ? new Promise(() => {}) : Promise.resolve(asked)),
    () => {},
    () => true,
    100,
  )
  answers.seen('slow.md', texts)
  await settle()
  answers.seen('a.md', texts)
  await settle()
  expect(answers.html('a.md', 'blocks', 'tag A')).toBe('tag A')
})

test('when records change, the old answer stays until there is another one', async () => {
  const { answers, asked, refreshes, change } = start()
  answers.seen('a.md', texts)
  await settle()
  answers.changed()
  await settle()
  expect([asked.length, refreshes()]).toEqual([2, 1])
  change()
  answers.changed()
  expect(answers.html('a.md', 'counts', '{count A}')).toBe('1')
  await settle()
  expect(answers.html('a.md', 'counts', '{count A}')).toBe('2')
  expect(refreshes()).toBe(2)
})

test('without a preview, nothing is asked for until there is one again', async () => {
  let isShown = true
  const { answers, asked } = start(() => isShown)
  answers.seen('a.md', texts)
  await settle()
  isShown = false
  answers.changed()
  await settle()
  expect(asked).toHaveLength(1)
  isShown = true
  answers.seen('a.md', texts)
  await settle()
  expect(asked).toHaveLength(2)
})

test('the last pages are kept', async () => {
  const { answers } = start()
  for (let page = 0; page < 7; page++) answers.seen(`${page}.md`, texts)
  await settle()
  expect(answers.html('0.md', 'counts', '{count A}')).toBeUndefined()
  expect(answers.html('6.md', 'counts', '{count A}')).toBe('1')
})

test('a block that is being changed keeps the answer of before, and a new one has none', async () => {
  const { answers } = start()
  answers.seen('a.md', { blocks: ['tag A', 'tag B'], counts: [] })
  await settle()
  answers.seen('a.md', { blocks: ['tag A', 'tag BC'], counts: [] })
  expect(answers.html('a.md', 'blocks', 'tag BC')).toBe('<b>tag B 1</b>')
  await settle()
  expect(answers.html('a.md', 'blocks', 'tag BC')).toBe('<b>tag BC 1</b>')
  answers.seen('a.md', { blocks: ['tag A', 'tag D', 'tag BC'], counts: [] })
  expect(answers.html('a.md', 'blocks', 'tag D')).toBeUndefined()
  expect(answers.html('a.md', 'blocks', 'tag BC')).toBe('<b>tag BC 1</b>')
})
