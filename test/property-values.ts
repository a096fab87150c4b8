// Which values property tests try, and how many. They are the same in every run, so that a failure can be repeated.
// RECLINE_SEED, a whole number, chooses others, as `npm run fuzz` does. `npm run test:unit` tries a fifth of them, so
// that you can run it after each change. `npm test` sets RECLINE_ALL_VALUES. `npm run mutation`, which runs the tests
// once for each change of the code, tries a tenth: it sets RECLINE_FEW_VALUES.
import fc from 'fast-check'

const { RECLINE_SEED: seed, RECLINE_ALL_VALUES: allValues, RECLINE_FEW_VALUES: few } = process.env

/**
 * @param all how many values `npm test` tries a property with
 * @returns how many values it is tried with now
 */
export function runs(all: number): number {
  return allValues || seed ? all : Math.ceil(all / (few ? 10 : 5))
}

fc.configureGlobal({ seed: Number(seed ?? 1), numRuns: runs(100) })
