import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'

/** The code of pages has the types of a browser, which tests do not have. */
const program: string = './early-keys.ts'

interface Key {
  readonly key: string
}

interface Program {
  readonly EarlyKeys: new (
    grid: object,
    cell: object,
    view: object,
    press: (event: Key) => void,
  ) => { keep(event: Key): void }
}

/** What a cell is told of keys that waited for their rows together. */
async function told(keys: readonly string[]): Promise<readonly string[]> {
  const { EarlyKeys } = (await import(program)) as Program
  const calls: string[] = []
  const cell = {
    isOpen: false,
    open(text: string) {
      calls.push(`open ${text}`)
      cell.isOpen = true
    },
    insert: (text: string) => text !== '' && calls.push(`insert ${text}`),
    press({ key }: Key) {
      calls.push(key)
      if (key === 'Enter') cell.isOpen = false
    },
  }
  const press = ({ key }: Key): void => cell.open(key)
  const early = new EarlyKeys({ selection: { isSettled: true } }, cell, { settled: () => Promise.resolve() }, press)
  for (const key of keys) early.keep({ key })
  await setImmediate()
  return calls
}

test('text that waits behind keys of an open cell is typed into it, and opens no other', async () => {
  expect(await told(['B', 'o', 'F2', 'ArrowLeft', 'r', 'Enter'])).toEqual([
    'open Bo',
    'F2',
    'ArrowLeft',
    'insert r',
    'Enter',
  ])
})

test('text behind the end of a cell opens the next one', async () => {
  expect(await told(['a', 'Enter', 'b', 'c'])).toEqual(['open a', 'Enter', 'open bc'])
})
