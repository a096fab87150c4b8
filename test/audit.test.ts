import { expect, test } from 'vitest'
import sbom from '../sbom.cdx.json' with { type: 'json' }
import { packageOf } from '../scripts/audit.mjs'

test('an audit asks about each package and version that is shipped, also about two versions of one', () => {
  const { lock, manifest } = packageOf(sbom.components)
  const { '': root, ...packages } = lock.packages as Record<string, { name: string; version: string }>
  const asked = Object.values(packages).map(({ name, version }) => `${name}@${version}`)
  expect(asked).toHaveLength(sbom.components.length)
  expect(asked).toEqual(expect.arrayContaining(['@dagrejs/dagre@3.1.3', 'string-width@4.2.3', 'string-width@8.3.0']))
  expect(root).toMatchObject({ dependencies: manifest.dependencies })
  expect(Object.keys(manifest.dependencies)).toEqual(
    Object.keys(packages).map(path => path.slice('node_modules/'.length)),
  )
})

test('a package from elsewhere is refused, so that nothing is left out', () => {
  expect(() => packageOf([{ purl: 'pkg:github/a/b@1' }])).toThrow(
    'pkg:github/a/b@1 in sbom.cdx.json is no package of npm.',
  )
})
