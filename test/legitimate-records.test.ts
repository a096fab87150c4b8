import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsOf } from '../shared/check/check.ts'
import { practicePaths, withBuiltIn } from '../shared/domains/practice.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { check } from './records.ts'

// A false alarm costs more trust than a mistake that is missed. These records are right as they are, though many of
// them are unusual: the comment above each such record says why.

const descriptors = withBuiltIn([], practicePaths)
const folder = new URL('data/legitimate/', import.meta.url)
const files = readdirSync(folder)
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

test.each(files)('nothing is wrong with the records of %s', file => {
  const checked = check(textOf(file), { descriptors })
  const index = new WorkspaceIndex()
  index.update(file, checked)
  const problems = problemsOf(checked, checkIntegrity(file, checked, index).problems)
  expect(problems.filter(({ severity }) => severity !== 'information').map(({ message }) => message)).toEqual([])
})

test('there are at least 300 records of eleven domains and five extensions, none of them twice', () => {
  const records = files.flatMap(file => textOf(file).match(/^@(?!DOC ).*/gm) ?? [])
  expect(files).toHaveLength(16)
  expect(records.length).toBeGreaterThanOrEqual(300)
  expect(new Set(records).size).toBe(records.length)
})
