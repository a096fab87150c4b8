import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inTurns, nextTurn } from './turns.ts'

test('of all that wait for a turn, one goes on before other work', async () => {
  const order: string[] = []
  const note = (text: string) => (): void => void order.push(text)
  const turns = [nextTurn().then(note('first')), nextTurn().then(note('second'))]
  setImmediate(note('other work'))
  await Promise.all(turns)
  expect(order).toEqual(['first', 'other work', 'second'])
})

test('work in parts lets other work have its turn after some milliseconds, and returns its result', async () => {
  let isTold = false
  function* parts(): Generator<undefined, string> {
    while (!isTold) yield
    return 'done'
  }
  const result = inTurns(parts())
  await wait(0)
  isTold = true
  expect(await result).toBe('done')
})

test('many works that are short do not keep other work from its turn', async () => {
  const isOver = vi.fn()
  setImmediate(isOver)
  const start = performance.now()
  const short: Iterator<undefined, void> = {
    next: () => {
      const end = performance.now() + 1
      while (performance.now() < end);
      return { done: true, value: undefined }
    },
  }
  while (isOver.mock.calls.length === 0 && performance.now() - start < 5000) await inTurns(short)
  expect(isOver).toHaveBeenCalled()
})
