import { lastIndex } from '../basics/binary-search.ts'
import type { Difference } from '../syntax/difference.ts'
import { itemsBetween } from '../syntax/list.ts'
import type { Entry, RecordNode } from '../syntax/nodes.ts'
import type { Tree } from '../syntax/tree.ts'
import { type DomainsInForce, domainsOfFile, domainsOfHeader, type FileContext, isHeader } from './domains-in-force.ts'

/** A part of a file in which the same domains are in force: from one header to the next. */
export interface Section extends DomainsInForce {
  /** The index of its first entry, which is the header if it has one. */
  readonly first: number
  readonly header: Entry | undefined
}

/**
 * The sections of a file in order. The first one is the part above all headers, even if that is empty.
 *
 * @param changed what changed since `previous`
 * @param previous the sections before the change; empty for a new file
 */
export function sectionsOf(
  tree: Tree,
  context: FileContext,
  changed: Difference,
  previous: readonly Section[],
): Section[] {
  const { first, oldEnd, newEnd } = changed
  const [top = { ...domainsOfFile(context), first: 0, header: undefined }, ...headers] = previous
  const fresh: Section[] = []
  itemsBetween(tree.list, first, newEnd).forEach((entry, index) => {
    if (entry.kind === 'record' && isHeader(entry))
      fresh.push({ ...inForceBelow(entry, context, top), first: first + index, header: entry })
  })
  const shift = newEnd - oldEnd
  const behind = headers.filter(section => section.first >= oldEnd)
  return [
    top,
    ...headers.filter(section => section.first < first),
    ...fresh,
    ...(shift === 0 ? behind : behind.map(section => ({ ...section, first: section.first + shift }))),
  ]
}

/** The section of an entry; a header belongs to the section that it starts. */
export const sectionOf = (sections: readonly Section[], entry: number): Section =>
  sections[
    Math.max(
      0,
      lastIndex(sections, ({ first }) => first <= entry),
    )
  ]!

/** Whether the same domains are in force in two sections. */
export const hasSameDomains = ({ domains: one }: Section, { domains: other }: Section): boolean =>
  one.length === other.length && one.every((domain, index) => domain === other[index])

/** A header that names no known domain changes nothing. */
function inForceBelow(header: RecordNode, { registry }: FileContext, { domains, source }: Section): DomainsInForce {
  return domainsOfHeader(header, registry) ?? { domains, source }
}
