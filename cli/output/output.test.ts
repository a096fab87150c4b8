import { afterEach, expect, test, vi } from 'vitest'
import { complain } from './exit.ts'
import { print, printData } from './output.ts'

afterEach(() => void vi.restoreAllMocks())

/** What some work writes to a stream. */
async function written(stream: 'stdout' | 'stderr', work: () => unknown): Promise<string> {
  let text = ''
  vi.spyOn(process[stream], 'write').mockImplementation(piece => {
    text += String(piece)
    return true
  })
  await work()
  return text
}

const command = 'a ##[stop-commands]x'

test('nothing that is printed has a workflow command of the older form, and JSON stays the same value', async () => {
  expect(await written('stdout', () => print([`${command}\n`]))).toBe('a ##\\u005bstop-commands]x\n')
  const json = await written('stdout', () => print([JSON.stringify([command])]))
  expect(json).not.toContain('##[')
  expect(JSON.parse(json)).toEqual([command])
  expect(await written('stderr', () => complain(command))).not.toContain('##[')
})

test('data is printed as it is', async () => {
  expect(await written('stdout', () => printData([`${command}\n`]))).toBe(`${command}\n`)
})
