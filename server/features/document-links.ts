import type { DocumentLink } from 'vscode-languageserver-types'
import { localize } from '../../shared/domains/localize.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { linksOfEntry, uriOfPath } from '../snapshot/linked-file.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The most links of a file. Clients are slow with more, and request all of them after each change. */
const usualLinkLimit = 10_000

/** The links in the records of a file: files that they name, URLs, email addresses, DOIs, and CVE and CWE ids. */
export function documentLinks(snapshot: Snapshot, limit = usualLinkLimit): DocumentLink[] {
  const { entries } = snapshot.file.tree
  const links: DocumentLink[] = []
  for (let index = 0; index < entries.length && links.length < limit; index++) {
    const entry = entries[index]!
    if (entry.kind !== 'record') continue
    for (const { at, path } of linksOfEntry(snapshot, index)) {
      const target = uriOfPath(snapshot, path)
      if (target === undefined || target === 'outside') continue
      links.push({ range: rangeIn(snapshot, index, at), target, tooltip: localize('Open the file') })
    }
    for (const { start, end, target, tooltip } of linksIn(entry))
      links.push({ range: rangeIn(snapshot, index, { start, end }), target, tooltip })
  }
  return links.slice(0, limit)
}

interface PlacedLink {
  readonly start: number
  readonly end: number
  readonly target: string
  readonly tooltip: string
}

/** The links of a record, from a cache. */
function linksIn(record: RecordNode): readonly PlacedLink[] {
  let links = cache.get(record)
  if (!links) {
    links = findLinks(record)
    cache.set(record, links)
  }
  return links
}

const cache = new WeakMap<RecordNode, readonly PlacedLink[]>()

/**
 * Searches the text after the tag. Names and types cannot contain links, and text outside of fields can have them too.
 */
function findLinks({ text: written, tagEnd }: RecordNode): readonly PlacedLink[] {
  if (!mayLink.test(written)) return noLinks
  return [...written.slice(tagEnd).matchAll(linkPattern)].map(({ groups, index, 0: found }) => {
    const { text, target, tooltip } = linkOf(groups!, found)
    const start = tagEnd + index
    return { start, end: start + text.length, target, tooltip }
  })
}

const noLinks: readonly PlacedLink[] = []

/** A quick check, as most records have no link. */
const mayLink = /.@|:\/\/|10\.\d|C[VW]E-/i

/**
 * No alternative can start inside text that another one has tried to match, so the time is linear in the length of the
 * text.
 */
const linkPattern = new RegExp(
  [
    String.raw`(?<page>https?://[^\s"<>|\\/.,;:!?'*()\[\]][^\s"<>|\\]*)`,
    String.raw`(?<doi>(?<![\w./])10\.\d{4,9}/[-\w.;()/:]+)`,
    String.raw`(?<cve>\bCVE-\d{4}-\d{4,19}\b)`,
    String.raw`\bCWE-(?<cwe>\d{1,9})\b`,
    String.raw`(?<mail>(?<![\w.+%-])[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}\b)`,
  ].join('|'),
  'gi',
)

function linkOf(
  { page, doi, cve, cwe, mail }: Record<string, string | undefined>,
  found: string,
): { text: string; target: string; tooltip: string } {
  if (page !== undefined) {
    const text = withoutPunctuation(page)
    return { text, target: text, tooltip: localize('Open the page') }
  }
  if (doi !== undefined) {
    const text = withoutPunctuation(doi)
    return { text, target: `https://doi.org/${text}`, tooltip: localize('Open the publication of the DOI') }
  }
  if (cve !== undefined)
    return {
      text: found,
      target: `https://www.cve.org/CVERecord?id=${cve.toUpperCase()}`,
      tooltip: localize('Open the CVE record'),
    }
  if (cwe !== undefined)
    return {
      text: found,
      target: `https://cwe.mitre.org/data/definitions/${Number(cwe)}.html`,
      tooltip: localize('Open the CWE definition'),
    }
  return { text: found, target: `mailto:${mail}`, tooltip: localize('Write an email') }
}

/**
 * An address without the punctuation of the sentence around it. A closing bracket belongs to the address if it was
 * opened there.
 */
function withoutPunctuation(address: string): string {
  const unopened = {
    ')': countCharacter(address, ')') - countCharacter(address, '('),
    ']': countCharacter(address, ']') - countCharacter(address, '['),
  }
  let end = address.length
  for (; end > 0; end--) {
    const last = address[end - 1]!
    if (last === ')' || last === ']') {
      if (unopened[last]-- <= 0) break
    } else if (!/[.,;:!?'*]/.test(last)) break
  }
  return address.slice(0, end)
}

const countCharacter = (text: string, character: string): number => text.split(character).length - 1
