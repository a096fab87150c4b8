import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../scripts/generated.mjs'
import { problemCodes } from '../shared/config/problem-codes.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'

const source = { ...problemCodes, domains: builtinDescriptors }

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each(Object.entries(generatedFiles))('%s is up to date; npm run generate writes it', (path, update) => {
  expect(update(read(path), source)).toBe(read(path))
})

test('a new code comes into settings, schema and pages', () => {
  const code = { code: 'new-code', severity: 'warning', summary: 'There is a `|`.' }
  const withCode = { ...source, ofRecords: [...source.ofRecords, code] }
  const description = 'There is a `|`. By default: warning.'
  const lines = (path: string): string[] =>
    generatedFiles[path]!(`${read(path)}## new-code\n\nText.`, withCode)
      .split('\n')
      .filter(line => line.includes('new-code') || line.startsWith('Default severity'))
  expect(lines('docs/codes.md')).toContain('| [new-code](#new-code) | warning | There is a `\\|`. |')
  expect(lines('docs/codes.md').slice(-2)).toEqual(['## new-code', 'Default severity: warning'])
  expect(lines('README.md')[0]).toMatch(/^\| warning \| .*, \[new-code\]\(docs\/codes\.md#new-code\) \|$/)
  const update = (path: string): string => generatedFiles[path]!(read(path), withCode)
  expect(JSON.parse(update('schemas/recline.schema.json')).properties.severity.properties['new-code']).toEqual({
    $ref: '#/definitions/severity',
    description,
  })
  expect(update('package.json')).toContain(JSON.stringify(description))
})

test('a new tag comes into the page of domains with the first sentence of its description', () => {
  const records = [{ tag: 'TRIP', description: 'Drive with an X.509 key. Write one for each drive.', fields: [] }]
  const domains = [{ domain: 'core.fleet', version: '1.0', description: 'Vehicles | trips.', records }]
  const page = generatedFiles['docs/domains.md']!(read('docs/domains.md'), { ...source, domains })
  expect(page).toContain(
    '## core.fleet\n\nVehicles | trips.\n\n| tag | what it is |\n| --- | --- |\n| `TRIP` | Drive with an X.509 key. |\n\n<!-- end -->\n',
  )
})
