import { readFileSync } from 'node:fs'
import { type Schema, Validator } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { bundledPackages } from '../scripts/bundled-packages.mjs'
import { generatedFiles } from '../scripts/generated.mjs'
import { noticesFile, thirdPartyNotices } from '../scripts/notices.mjs'
import { sbom, sbomFile } from '../scripts/sbom.mjs'
import { agentSchema } from '../shared/agents/json-schema.ts'
import { agentTools } from '../shared/agents/tools.ts'
import { problemCodes } from '../shared/config/problem-codes.ts'
import { builtinDescriptors, descriptorText } from '../shared/domains/built-in.ts'
import { formatNames } from '../shared/domains/formats/format-names.ts'
import { practiceDescriptors } from '../shared/domains/practice.ts'
import { typeNames, valueTypes } from '../shared/domains/value-types/index.ts'
import { changeKinds } from '../shared/evolution/kinds.ts'
import { signatureOf } from '../shared/expression/functions/function.ts'
import { functions } from '../shared/expression/functions/functions.ts'
import { withVersion } from '../shared/registry/publication.ts'
import { foreignTypes, typeWords } from '../shared/syntax/type-words.ts'

const source = {
  agentSchema,
  agentTools,
  builtinDescriptors,
  descriptorText,
  changeKinds,
  functions,
  signatureOf,
  practiceDescriptors,
  problemCodes,
  withVersion,
  valueTypes,
  typeWords,
  foreignTypes,
  formatNames,
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test.each(Object.entries(generatedFiles))('%s is up to date; npm run generate writes it', (path, update) => {
  expect(update(read(path), source)).toBe(read(path))
})

describe('the packages in the programs', () => {
  test('are up to date; npm run generate writes them', async () => {
    const packages = await bundledPackages()
    expect(thirdPartyNotices(packages)).toBe(read(noticesFile))
    expect(sbom(packages)).toBe(read(sbomFile))
  })

  test('are listed as the schema of CycloneDX demands', () => {
    const schemas = new URL('../node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url)
    const schema = (name: string): Schema =>
      JSON.parse(readFileSync(new URL(`${name}.SNAPSHOT.schema.json`, schemas), 'utf8'))
    const validator = new Validator(schema('bom-1.6'), '7', false)
    for (const name of ['spdx', 'jsf-0.82'])
      validator.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
    const list = JSON.parse(read(sbomFile))
    expect(validator.validate(list).errors).toEqual([])
    expect(validator.validate({ ...list, components: [{ name: 'valibot' }] }).valid).toBe(false)
  })
})

test('a new code comes into settings, schema and pages', () => {
  const code = { code: 'new-code', severity: 'warning', summary: 'There is a `|`.' }
  const description = 'There is a `|`. By default: warning.'
  const withCode = { ...source, problemCodes: { ...problemCodes, ofRecords: [...problemCodes.ofRecords, code] } }
  const update = (path: string, added = ''): string => generatedFiles[path]!(read(path) + added, withCode)
  expect(update('docs/codes.md')).toContain('\n| [new-code](#new-code) | warning | There is a `\\|`. |\n')
  expect(update('docs/codes.md', '\n## new-code\n\nText.\n')).toMatch(
    /\n## new-code\n\nDefault severity: warning\n\nText\.\n$/,
  )
  expect(update('README.md')).toMatch(/^\| warning \| .*, \[new-code\]\(docs\/codes\.md#new-code\) \|$/m)
  expect(JSON.parse(update('schemas/recline.schema.json')).properties.severity.properties['new-code']).toEqual({
    $ref: '#/definitions/severity',
    description,
  })
  expect(update('package.json')).toContain(JSON.stringify(description))
})

test('a new type comes into schema, grammar and pages', () => {
  const duration = { ...valueTypes.int, description: 'A duration: `5 h`.' }
  const withType = {
    ...source,
    valueTypes: { ...valueTypes, duration },
    typeWords: { ...typeWords, duration: 'duration', dur: 'duration' },
  }
  const lastWord = Object.keys(typeWords).at(-1)!
  const update = (path: string): string => generatedFiles[path]!(read(path), withType)
  const schema = JSON.parse(update('descriptors/schema.json'))
  const { type, range } = schema.definitions.field.properties
  expect(type.enum.at(-1)).toBe('duration')
  expect(type.enumDescriptions.at(-1)).toBe('A duration: 5 h')
  expect(range.description).toMatch(/ of type int or float or duration\.$/)
  const types = schema.definitions.field.defaultSnippets.map(({ body }: { body: { type: string } }) => body.type)
  expect(types).toContain(`\${2|${typeNames.join(',')},duration|}`)
  expect(types).toContain('${2|float,int,duration|}')
  expect(update('editors/tree-sitter-recline/src/scanner.c')).toContain(`"${lastWord}", "duration", "dur"}`)
  expect(update('syntaxes/rec.tmLanguage.json')).toContain(`${lastWord}|duration|dur|ref|`)
  expect(update('docs/notation.md')).toContain('\n| `duration` | A duration: `5 h`. |\n')
})

test('a changed extension needs a new version, which is listed beside the old one', () => {
  const index = 'descriptors/practice/index.json'
  const updated = (changes: { version?: string }): string => {
    const [first, ...others] = practiceDescriptors
    const changed = { ...first!, description: 'Changed.', ...changes }
    return generatedFiles[index]!(read(index), { ...source, practiceDescriptors: [changed, ...others] })
  }
  const { domain, version } = practiceDescriptors[0]!
  expect(() => updated({})).toThrow(`${domain} ${version} has changed, and a version never changes; raise it`)
  const [listed] = JSON.parse(updated({ version: '9.0' })).namespaces.practice.domains
  expect(listed.versions.map((one: { version: string }) => one.version)).toEqual(
    expect.arrayContaining(['9.0', version]),
  )
})

test('a new tag comes into the page of domains with the first sentence of its description', () => {
  const records = [{ tag: 'TRIP', description: 'Drive with an X.509 key. Write one for each drive.', fields: [] }]
  const fleet = { domain: 'core.fleet', version: '1.0', description: 'Vehicles | trips.', records }
  const withFleet = { ...source, builtinDescriptors: [fleet] }
  expect(generatedFiles['docs/domains.md']!(read('docs/domains.md'), withFleet)).toContain(
    '## core.fleet\n\nVehicles | trips.\n\n| tag | what it is |\n| --- | --- |\n| `TRIP` | Drive with an X.509 key. |\n\n<!-- end -->\n',
  )
})
