import { type Section, sectionOf } from '../../shared/domains/domains-in-force.ts'
import { wholesIn } from '../../shared/edit/selected-records.ts'
import { spanOfWhole, type Whole } from '../../shared/edit/whole-record.ts'
import { descriptorFile, ownDomains } from '../../shared/link/descriptor-files.ts'
import { problemOfName } from '../../shared/link/text-file.ts'
import type { PlaygroundFiles } from '../../shared/protocol/playground.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import { type Selection, textOf } from '../../shared/syntax/tree.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/**
 * The files of a link to the playground: the selected records below the headers that they have, and the descriptors of
 * their domains. Null where no record is selected.
 */
export function playgroundFiles(
  { uri, file }: Snapshot,
  { selections }: { readonly selections: readonly Selection[] },
): PlaygroundFiles | null {
  const { tree, sections } = file
  const wholes = wholesIn(tree, selections)
  if (!wholes) return null
  const all = textOf(tree)
  const textOfWhole = (whole: Whole): string => {
    const { start, end } = spanOfWhole(tree, whole)
    return all.slice(start, end).replace(/(?:\r\n|\r|\n)?$/, '\n')
  }
  const parts: string[] = []
  let last: Section | undefined
  for (const whole of wholes) {
    const section = sectionOf(sections, whole.first)
    const hasHeader = section.header !== undefined && section.first >= whole.first
    if (section !== last && !hasHeader) parts.push(...headerOf(section, section.first, textOfWhole))
    parts.push(textOfWhole(whole))
    last = sectionOf(sections, whole.end - 1)
  }
  const places = wholes.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, index) => first + index))
  const records = places.filter(place => {
    const entry = tree.entries[place]!
    return entry.kind === 'record' && !isHeader(entry)
  })
  const domains = ownDomains(places.flatMap(place => file.entries[place]!.tag?.domain ?? []))
  const name = decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
  const recordsFile = { name: problemOfName(name, []) === undefined ? name : 'records.rec', text: parts.join('') }
  return {
    files: [recordsFile, ...domains.map(descriptorFile)],
    records: records.length,
    domains: domains.map(({ path }) => path),
  }
}

/** The header of a section, or one that says what the settings say of the file; none if its name says it. */
function headerOf(
  { header, domains, source }: Section,
  first: number,
  textOfWhole: (whole: Whole) => string,
): readonly string[] {
  if (header) return [textOfWhole({ first, end: first + 1 })]
  if (source !== 'setting') return []
  return [`@DOC domain=[${domains.map(({ path }) => path).join(', ')}]\n`]
}
