import type { Domain, Tag } from '../domains/registry.ts'

/** Adds records to the counts of their domains, or removes them. Most records have the tag of the one above. */
export function countAll(
  counts: Map<Domain, number>,
  entries: readonly { readonly tag: Tag | undefined }[],
  change: 1 | -1,
): void {
  let latest: Tag | undefined
  let same = 0
  for (const { tag } of entries) {
    if (tag !== latest) {
      countDomain(counts, latest, same)
      latest = tag
      same = 0
    }
    same += change
  }
  countDomain(counts, latest, same)
}

/** Changes the count of the domain of a tag. */
export function countDomain(counts: Map<Domain, number>, tag: Tag | undefined, change: number): void {
  if (!tag) return
  const sum = (counts.get(tag.domain) ?? 0) + change
  if (sum === 0) counts.delete(tag.domain)
  else counts.set(tag.domain, sum)
}
