import { describe, test } from 'vitest'
import { corpus } from './corpus.ts'
import { lawsOf } from './laws.ts'

/** Little of each, so that all tests stay fast. `npm run fuzz` tries more. */
const effort = { edits: 5, positions: 5 }

describe.each(corpus)('$name', ({ name, text }) => {
  test.each(Object.entries(lawsOf(name)))('%s', (_, law) => law(text, effort))
})
