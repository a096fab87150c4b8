// Which values property tests try, and how many. They are the same in every run, so that a failure can be repeated.
// RECLINE_SEED, a whole number, chooses others, as `npm run fuzz` does. `npm run test:unit` tries a fortieth of them,
// so that you can run it after each change. `npm test` sets RECLINE_ALL_VALUES.
import fc from 'fast-check'

const { RECLINE_SEED: seed, RECLINE_ALL_VALUES: allValues } = process.env

/**
 * @param all how many values `npm test` tries a property with
 * @returns how many values it is tried with now
 */
export function runs(all: number): number {
  return allValues || seed ? all : Math.ceil(all / 40)
}

fc.configureGlobal({ seed: Number(seed ?? 1), numRuns: runs(100) })
