import { definitionsOf, followHeaders } from '../../shared/convert/declared-types.ts'
import { tagsInForce } from '../../shared/domains/domains-in-force.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { tagName } from '../../shared/syntax/nodes.ts'
import type { Batch, Input } from './batch.ts'
import { isTable } from './forms.ts'
import type { Notes } from './notes.ts'
import type { SourceLine } from './problems.ts'

/** A record of a table whose tag and fields fit several domains equally well. */
interface Doubt {
  readonly input: Input
  readonly domains: readonly Domain[]
  readonly place: SourceLine
}

/**
 * Yields the same entries. Notes the records of tables that can be of several domains: their tag and fields fit these
 * domains equally well, and the other records do not point to one of them.
 */
export async function* notingDoubtfulDomains(batches: AsyncIterable<Batch>, notes: Notes): AsyncGenerator<Batch> {
  const doubts: Doubt[] = []
  /** By input the domains that other records of it belong to. */
  const met = new Map<Input, Set<Domain>>()
  let domainsAt: ReturnType<typeof followHeaders> | undefined
  for await (const batch of batches) {
    const { input, entries, places } = batch
    if (isTable(input.form)) {
      let metHere = met.get(input)
      if (!metHere) {
        metHere = new Set()
        met.set(input, metHere)
        domainsAt = followHeaders(input.context)
      }
      entries.forEach((entry, index) => {
        const domains = domainsAt!(entry)
        if (entry.kind !== 'record') return
        const tag = tagName(entry) ?? ''
        const inForce = tagsInForce(tag, domains)
        const names = inForce.length > 1 ? entry.fields.map(({ name }) => name) : []
        const fitting = definitionsOf(tag, names, domains).map(({ domain }) => domain)
        if (fitting.length === 1) metHere.add(fitting[0]!)
        else if (fitting.length > 1) doubts.push({ input, domains: fitting, place: places[index]! })
      })
    }
    yield batch
  }
  const all = new Set([...met.values()].flatMap(some => [...some]))
  for (const { input, domains, place } of doubts) {
    const isDecidedBy = (some: ReadonlySet<Domain>): boolean => domains.filter(domain => some.has(domain)).length === 1
    if (!isDecidedBy(met.get(input)!) || !isDecidedBy(all)) notes.add('doubtful', place)
  }
}
