// Which values property tests try, and how many. They are the same in every run, so that a failure can be repeated.
// RECLINE_SEED, a whole number, chooses others, as `npm run fuzz` does. `npm run test:unit` tries a fortieth of them,
// so that you can run it after each change. `npm test` sets RECLINE_ALL_VALUES.
// RECLINE_END, in milliseconds since 1970, is the time from which on each property has half a second left.
import fc from 'fast-check'
import { beforeEach } from 'vitest'

const { RECLINE_SEED: seed, RECLINE_ALL_VALUES: allValues, RECLINE_END: end } = process.env

/**
 * @param all how many values `npm test` tries a property with
 * @returns how many values it is tried with now
 */
export function runs(all: number): number {
  return allValues || seed ? all : Math.ceil(all / 40)
}

const usual = { seed: Number(seed ?? 1), numRuns: runs(100) }
fc.configureGlobal(usual)
if (end)
  beforeEach(() => {
    fc.configureGlobal({ ...usual, interruptAfterTimeLimit: Math.max(500, Number(end) - Date.now()) })
  })
