import { expect, test } from 'vitest'
import { resultsInOrder } from './in-order.ts'

/** Runs jobs, and notes when each starts, ends and is given. */
async function notesOf(jobs: readonly number[], ahead: number): Promise<string[]> {
  const notes: string[] = []
  const run = async (job: number): Promise<number> => {
    notes.push(`start ${job}`)
    // The first jobs take longest.
    for (let turn = 0; turn < 30 - 10 * job; turn++) await undefined
    notes.push(`end ${job}`)
    return job * 10
  }
  for await (const [job, result] of resultsInOrder(jobs, ahead, run)) notes.push(`give ${job} ${result}`)
  return notes
}

test('one job after the other is run', async () => {
  expect(await notesOf([1, 2], 1)).toEqual(['start 1', 'end 1', 'give 1 10', 'start 2', 'end 2', 'give 2 20'])
  expect(await notesOf([], 1)).toEqual([])
})

test('jobs that run at a time are given in their order, and no more are started than wanted', async () => {
  const notes = await notesOf([1, 2, 3], 2)
  expect(notes.filter(note => note.startsWith('give'))).toEqual(['give 1 10', 'give 2 20', 'give 3 30'])
  expect(notes.indexOf('end 2')).toBeLessThan(notes.indexOf('end 1'))
  expect(notes.indexOf('start 3')).toBeGreaterThan(notes.indexOf('give 1 10'))
})

test('the error of a job is thrown where its result is wanted, behind the results before it', async () => {
  const given: number[] = []
  const run = async (job: number): Promise<number> => {
    if (job > 1) throw new Error(`Job ${job} failed.`)
    for (let turn = 0; turn < 30; turn++) await undefined
    return job
  }
  const all = async (): Promise<void> => {
    for await (const [job] of resultsInOrder([1, 2, 3], 3, run)) given.push(job)
  }
  await expect(all()).rejects.toThrow('Job 2 failed.')
  expect(given).toEqual([1])
})
