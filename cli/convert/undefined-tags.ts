import { followHeaders } from '../../shared/convert/declared-types.ts'
import { namedDomains, tagsInForce } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { show } from '../../shared/domains/message-text.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { isHeader, type RecordNode, tagName } from '../../shared/syntax/nodes.ts'
import type { Batch } from './batch.ts'
import type { Notes } from './notes.ts'
import { CannotConvert } from './problems.ts'

/** Yields the same entries. Throws a `CannotConvert` if none of them has a tag, which may be mistyped. */
export async function* havingTag(batches: AsyncIterable<Batch>, tag: string): AsyncGenerator<Batch> {
  let isThere = false
  for await (const batch of batches) {
    isThere ||= batch.entries.some(entry => entry.kind === 'record' && tagName(entry) === tag)
    yield batch
  }
  if (!isThere) throw new CannotConvert([localize('No record has the tag {tag}.', { tag })])
}

/**
 * Yields the same entries. If no domain defines the tag of a record from another form, nobody knows the types of its
 * values: notes those that look as if they had one, and the domains in headers that do not exist.
 *
 * @param say is called with a sentence for each such domain
 */
export async function* notingUndefinedTags(
  batches: AsyncIterable<Batch>,
  notes: Notes,
  say: (sentence: string) => void,
): AsyncGenerator<Batch> {
  const unknown = new Set<string>()
  let last: Batch | undefined
  let domainsAt: ReturnType<typeof followHeaders> | undefined
  for await (const batch of batches) {
    const { input, entries, places } = batch
    if (input !== last?.input) domainsAt = followHeaders(input.context)
    last = batch
    const looksTyped = typedLooks[input.form as keyof typeof typedLooks]
    if (looksTyped)
      entries.forEach((entry, index) => {
        if (entry.kind !== 'record') return
        const domains = domainsAt!(entry)
        if (isHeader(entry)) tellUnknown(entry, batch, index)
        else if (!isDefined(entry, domains) && looksTyped.test(entry.text)) notes.add('undefined', places[index]!)
      })
    yield batch
  }

  function tellUnknown(header: RecordNode, { input, places }: Batch, index: number): void {
    for (const { name, domain } of namedDomains(header, input.context.registry)) {
      if (domain || unknown.has(name)) continue
      unknown.add(name)
      const { file, line } = places[index]!
      say(
        localize('{place}: {domain} is not a known domain; add its descriptor with --descriptors.', {
          place: `${file}:${line}`,
          domain: show(name),
        }),
      )
    }
  }
}

/** Most records have the tag and the domains of the one before. */
let latestTag: { readonly tag: string; readonly domains: readonly Domain[]; readonly isDefined: boolean } | undefined

function isDefined(record: RecordNode, domains: readonly Domain[]): boolean {
  const tag = tagName(record) ?? ''
  if (latestTag?.tag !== tag || latestTag.domains !== domains)
    latestTag = { tag, domains, isDefined: tagsInForce(tag, domains).length > 0 }
  return latestTag.isDefined
}

/** A text in a record that looks like a value of another type, in forms that do not tell the types of all values. */
const typedLooks = {
  json: /="\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?"/,
  ndjson: /="\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?"/,
  csv: /="(?:\d{4}-\d\d-\d\d(?:T[\d:.Z+-]+)?|[+-]?\d+(?:\.\d+)?|true|false)"/,
} as const
