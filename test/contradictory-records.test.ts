import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { problemsOf } from '../shared/check/check.ts'
import { practicePaths, withBuiltIn } from '../shared/domains/practice.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { check } from './records.ts'

// Records that contradict themselves or each other, as people write them by mistake. Each block has a line that says
// what is wrong, and one with the codes that tell it, or "not told" where no rule can say it yet. A file has the name
// of its domain: `health.rec` is of core.health, and `practice.health.rec` of its extension.

const descriptors = withBuiltIn([], practicePaths)
const folder = new URL('data/contradictions/', import.meta.url)
const blocks = readdirSync(folder).flatMap(file =>
  readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n\n')
    .map(block => {
      const [wrong, codes, ...records] = block.split('\n').map(line => line.replace(/^# /, ''))
      return { file, wrong: wrong!, codes: codes!, text: `${records.join('\n')}\n` }
    }),
)

describe.each(blocks)('$file: $wrong', ({ file, codes, text }) => {
  test(`is told by ${codes}`, () => {
    const checked = check(`@DOC domain=${file.replace('.rec', '')}\n${text}`, { descriptors })
    const index = new WorkspaceIndex()
    index.update(file, checked)
    const found = problemsOf(checked, checkIntegrity(file, checked, index).problems).map(({ code }) => code)
    const told = [...new Set(found.filter(code => code !== 'notation'))].toSorted().join(', ')
    expect(told || 'not told').toBe(codes)
  })
})

test('more than three of four contradictions are told', () => {
  const told = blocks.filter(({ codes }) => codes !== 'not told').length
  expect(told / blocks.length).toBeGreaterThan(0.75)
})
