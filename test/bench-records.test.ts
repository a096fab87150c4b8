import { expect, test } from 'vitest'
import { writeRecords } from '../bench/notations.mjs'
import { audit, controls, generateRecords, mixed, related } from '../bench/records.mjs'
import { problemsOf } from '../shared/check/check.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { check } from './records.ts'

// The bench compares what several programs find in the same records. Only Recline knows the declared rules, so the
// records must agree with all of them, also with those that are new.

const sets = Object.entries({ controls, audit, mixed, related })

test.each(sets)('the records of the bench agree with all built-in rules: %s', (_, kinds) => {
  const text = [...writeRecords('rec', kinds, generateRecords(kinds, 60_000, 0))].join('')
  const checked = check(text)
  const index = new WorkspaceIndex()
  index.update('bench.rec', checked)
  const problems = problemsOf(checked, checkIntegrity('bench.rec', checked, index).problems)
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([])
})

test.each(sets)('each spoiled record of the bench has one problem: %s', (_, kinds) => {
  const entries = [...generateRecords(kinds, 3000, 0.03)]
  const checked = check([...writeRecords('rec', kinds, entries)].join(''))
  expect(problemsOf(checked)).toHaveLength(entries.filter(({ isWrong }) => isWrong).length)
})
