import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../scripts/generated.mjs'
import { problemCodes } from '../shared/config/problem-codes.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each(Object.entries(generatedFiles))('%s is up to date; npm run generate writes it', (path, update) => {
  expect(update(read(path), problemCodes)).toBe(read(path))
})

test('a new code comes into settings, schema and pages', () => {
  const { ofRecords, ...others } = problemCodes
  const code = { code: 'new-code', severity: 'warning', summary: 'There is a `|`.' }
  const source = { ...others, ofRecords: [...ofRecords, code] }
  const description = 'There is a `|`. By default: warning.'
  const lines = (path: string): string[] =>
    generatedFiles[path]!(`${read(path)}## new-code\n\nText.`, source)
      .split('\n')
      .filter(line => line.includes('new-code') || line.startsWith('Default severity'))
  expect(lines('docs/codes.md')).toContain('| [new-code](#new-code) | warning | There is a `\\|`. |')
  expect(lines('docs/codes.md').slice(-2)).toEqual(['## new-code', 'Default severity: warning'])
  expect(lines('README.md')[0]).toMatch(/^\| warning \| .*, \[new-code\]\(docs\/codes\.md#new-code\) \|$/)
  const update = (path: string): string => generatedFiles[path]!(read(path), source)
  expect(JSON.parse(update('schemas/recline.schema.json')).properties.severity.properties['new-code']).toEqual({
    $ref: '#/definitions/severity',
    description,
  })
  expect(update('package.json')).toContain(JSON.stringify(description))
})
