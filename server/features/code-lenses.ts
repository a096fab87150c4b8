import * as v from 'valibot'
import type { CodeLens } from 'vscode-languageserver-types'
import { recordsInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { namedAt } from '../snapshot/named.ts'
import { locationOf, rangeIn } from '../snapshot/ranges.ts'
import type { CodeLensSettings } from '../snapshot/settings.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The schema of the data of a lens, until the client requests its text. */
export const codeLensData = v.object({ uri: v.string() })

/** A lens above each record that others refer to, still without text, and a lens above each header. */
export function codeLenses(snapshot: Snapshot, settings: CodeLensSettings): CodeLens[] {
  return [...(settings.counts ? countLenses(snapshot) : []), ...(settings.references ? referenceLenses(snapshot) : [])]
}

/**
 * Adds the text of a lens: how many references the record has. A click shows them.
 *
 * @param showReferences the client's command that shows locations; undefined if it has none
 */
export function resolveCodeLens(snapshot: Snapshot, lens: CodeLens, showReferences: string | undefined): CodeLens {
  const named = namedAt(snapshot, lens.range.start)
  if (named?.kind !== 'definition') return lens
  const { name } = named
  const { uri, index } = snapshot
  const locations = index.referencesTo(name).map(locationOf)
  const title =
    locations.length === 0 ? localize('not referenced') : localize('referenced by {count}', { count: locations.length })
  if (showReferences === undefined) return { ...lens, command: { title, command: '' } }
  return { ...lens, command: { title, command: showReferences, arguments: [uri, lens.range.start, locations] } }
}

/**
 * Checking whether an id has any references is quick. Counting those to this tag is not, so it is left to
 * `resolveCodeLens`.
 */
function referenceLenses(snapshot: Snapshot): CodeLens[] {
  const { uri, file, index } = snapshot
  const lenses: CodeLens[] = []
  file.entries.forEach(({ identity }, entry) => {
    const definition = identity?.definition
    if (!definition || index.countReferences(definition) === 0) return
    const data: v.InferOutput<typeof codeLensData> = { uri }
    lenses.push({ range: rangeIn(snapshot, entry, definition), data })
  })
  return lenses
}

function countLenses(snapshot: Snapshot): CodeLens[] {
  const { sections, entries, tree } = snapshot.file
  return sections.flatMap(({ first, header }, index) => {
    if (header?.kind !== 'record') return []
    const end = sections[index + 1]?.first ?? entries.length
    const counts = new Map<string, number>()
    let records = 0
    for (let entry = first + 1; entry < end; entry++) {
      const record = tree.entries[entry]!
      if (record.kind !== 'record') continue
      const { tag } = entries[entry]!
      // A tag that is still being typed.
      if (!tag && record.fields.length === 0) continue
      const domain = tag?.domain.path ?? localize('no domain')
      counts.set(domain, (counts.get(domain) ?? 0) + 1)
      records++
    }
    const range = rangeIn(snapshot, first, { start: header.at, end: header.tagEnd })
    return { range, command: { title: countText(records, counts), command: '' } }
  })
}

/**
 * `2 records of core.health`, or `3 records: 2 of core.health, 1 of no domain`. The domain with most records comes
 * first.
 */
function countText(records: number, counts: ReadonlyMap<string, number>): string {
  const all = countOfRecords(records)
  const domains = [...counts].sort(([, one], [, other]) => other - one)
  if (domains.length < 2)
    return domains.length === 0 ? all : localize('{part} of {whole}', { part: all, whole: domains[0]![0] })
  return `${all}: ${domains.map(([domain, count]) => localize('{part} of {whole}', { part: count, whole: domain })).join(', ')}`
}

function countOfRecords(count: number): string {
  if (count === 0) return localize('no records')
  return recordsInWords(count)
}
