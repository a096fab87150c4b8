// Which values property tests try, and how many. They are the same in every run, so that a failure can be repeated.
// RECLINE_SEED, a whole number, chooses others, as `npm run fuzz` does. Only `npm run test:all` tries all of them: it
// sets RECLINE_ALL_VALUES. Other runs try a fortieth, so that you can run them after each change.
// RECLINE_END, in milliseconds since 1970, is the time from which on no test begins. One that has begun goes on: many
// count what their values have met, which is too little after a part of them.
import fc from 'fast-check'
import { beforeEach } from 'vitest'

const { RECLINE_SEED: seed, RECLINE_ALL_VALUES: allValues, RECLINE_END: end } = process.env

/**
 * @param all how many values `npm run test:all` tries a property with
 * @returns how many values it is tried with now
 */
export function runs(all: number): number {
  return allValues || seed ? all : Math.ceil(all / 40)
}

/**
 * @param all what `npm run test:all` tries
 * @returns what is tried now: all of it, or a random share that is as large as that of random values
 */
export function someOf<Item>(all: Item[]): readonly Item[] {
  const length = runs(all.length)
  if (length === all.length) return all
  return fc.sample(fc.shuffledSubarray(all, { minLength: length, maxLength: length }), 1)[0]!
}

/**
 * Shares the values of a property that takes long among several tests, so that each ends long before its time limit,
 * also on a busy machine.
 *
 * @param all how many values `npm run test:all` tries the property with, in all of the tests together
 * @returns for each test what its property is run with; `seed` makes its values others than those of the other tests
 */
export const inParts = (tests: number, all: number): { readonly seed: number; readonly numRuns: number }[] =>
  Array.from({ length: tests }, (_, index) => ({
    seed: Number(seed ?? 1) + index,
    numRuns: runs(Math.ceil(all / tests)),
  }))

fc.configureGlobal({ seed: Number(seed ?? 1), numRuns: runs(100) })
if (end) beforeEach(({ skip }) => skip(Date.now() > Number(end), 'The time is over.'))
