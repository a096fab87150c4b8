import type { Location } from 'vscode-languageserver-types'
import { renameInJson } from '../../shared/config/descriptor-edits.ts'
import { partDefinedAt } from '../../shared/config/descriptor-place.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/descriptor-text.ts'
import { nameOf } from '../snapshot/part-plan.ts'

/**
 * Where descriptors and configurations name a part of a domain: the places that a rename changes.
 *
 * @param withDefinition whether the place counts where the part is defined
 */
export const referencesInJson = (
  part: DomainPart,
  json: readonly DescriptorText[],
  registry: Registry,
  withDefinition: boolean,
): Location[] =>
  json.flatMap(file => {
    const places = renameInJson(file.text, part, nameOf(part), registry) ?? []
    const wanted = places.filter(({ start }) => withDefinition || !isDefinition(file.text, start + 1, part))
    return descriptorEdits(file, wanted).edits.map(({ range }) => ({ uri: file.uri, range }))
  })

function isDefinition(text: string, offset: number, part: DomainPart): boolean {
  const defined = partDefinedAt(text, offset)?.part
  return defined !== undefined && JSON.stringify(defined) === JSON.stringify(part)
}
