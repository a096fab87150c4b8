import { expect, test } from 'vitest'
import manifest from '../../package.json'
import schema from '../../schemas/recline.schema.json'
import { builtinRegistry } from '../../test/records.ts'
import { usual } from './config.ts'

// The schema that editors get for recline.json.

const settings = new Map(
  manifest.contributes.configuration.flatMap(({ properties }) => Object.entries<Setting>(properties)),
)

test('has the settings that count for files, and no others, with the same types and defaults', () => {
  const editorOnly = /^recline\.((agents|inlayHints|codeLens|trace|typing)\.|(problems|keys|newRecords|playground)$)/
  const {
    files,
    format,
    rules: _rules,
    roles: _roles,
    markdown: _markdown,
    extensions: _extensions,
    dependencies: _dependencies,
    $schema: _,
    extends: _extends,
    requiredVersion: _version,
    views: _views,
    ...others
  } = schema.properties
  const parts = { ...others, ...within('files', files.properties), ...within('format', format.properties) }
  expect(
    Object.keys(parts)
      .map(name => `recline.${name}`)
      .sort(),
  ).toEqual([...settings.keys()].filter(name => !editorOnly.test(name)).sort())
  for (const [name, { type, default: standard }] of Object.entries(parts)) {
    expect({ type, default: standard }, name).toEqual(pick(settings.get(`recline.${name}`)!))
  }
})

test('has the same defaults', () => {
  const {
    descriptors,
    files: {
      properties: { include, exclude },
    },
    format: {
      properties: { wrapColumn, alignColumns },
    },
  } = schema.properties
  expect({
    descriptors: descriptors.default,
    include: include.default,
    exclude: exclude.default,
    format: { wrapColumn: wrapColumn.default, alignColumns: alignColumns.default },
  }).toEqual(usual)
})

test('offers every domain', () => {
  const { examples, items } = schema.properties.domains.additionalProperties
  expect(examples).toEqual([...builtinRegistry.domains.keys()])
  expect(items.examples).toEqual(examples)
})

test('is contributed for files named recline.json', () => {
  expect(manifest.contributes.jsonValidation).toContainEqual({
    fileMatch: ['recline.json'],
    url: './dist/schemas/recline.json',
  })
})

/** A setting as the manifest declares it. */
interface Setting {
  readonly type: string
  readonly default: unknown
  readonly properties?: Readonly<Record<string, { readonly markdownDescription: string }>>
}

const within = (name: string, parts: object): Record<string, { type: string; default: unknown }> =>
  Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [`${name}.${key}`, part as { type: string; default: unknown }]),
  )

const pick = ({ type, default: standard }: { type: string; default: unknown }): object => ({ type, default: standard })
