// The list of the packages that are part of the programs, as CycloneDX 1.6: scanners look up in it whether a package
// has a known vulnerability. It has no time and no serial number, so the same packages give the same bytes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import { root } from './project.mjs'

/** The file with the list. Both packages have it. */
export const sbomFile = 'sbom.cdx.json'

/**
 * @param {readonly import('./bundled-packages.mjs').BundledPackage[]} packages
 * @returns {string} the content of the file
 */
export function sbom(packages) {
  const bom = new Models.Bom()
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const recline = component({ name, version, license }, Enums.ComponentType.Application)
  recline.bomRef.value = name
  bom.metadata.component = recline
  for (const { programs, ...bundled } of packages) {
    const library = component(bundled, Enums.ComponentType.Library)
    library.purl = library.bomRef.value = packageUrl(bundled)
    for (const program of programs) library.properties.add(new Models.Property('recline:program', program))
    bom.components.add(library)
    recline.dependencies.add(library.bomRef)
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}

/**
 * @param {{ readonly name: string, readonly version: string, readonly license: string }} of
 * @param {Enums.ComponentType} type
 */
function component({ name, version, license }, type) {
  const [, group, ownName = name] = /^(@[^/]+)\/(.+)/.exec(name) ?? []
  const made = new Models.Component(type, ownName, { group, version })
  made.licenses.add(new Models.SpdxLicense(license))
  return made
}

/**
 * The address of a package of npm, as https://github.com/package-url/purl-spec says.
 *
 * @param {{ readonly name: string, readonly version: string }} of
 */
const packageUrl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`
