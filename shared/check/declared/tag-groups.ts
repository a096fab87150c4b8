import { type Domain, type Registry, type Tag, tagOfPath } from '../../domains/registry.ts'

/** Entries by tag. */
export interface ByTag<Value> extends Iterable<readonly [Tag, Value]> {
  get(tag: Tag): Value | undefined
  has(tag: Tag): boolean
}

/**
 * Entries by tag that are made when a tag is asked for: those of the tags of its domain, and of all domains that
 * references or extensions link with it. Rules never reach records of others. Most runs have records of one or two
 * domains, and the rules of all domains take a tenth of a small check to compile.
 */
export class TagGroups<Value> implements ByTag<Value> {
  private readonly made = new Map<readonly Tag[], ReadonlyMap<Tag, Value>>()

  /** @param make makes the entries of some tags that no others are linked with */
  constructor(
    private readonly registry: Registry,
    private readonly make: (tags: readonly Tag[]) => ReadonlyMap<Tag, Value>,
  ) {}

  get(tag: Tag): Value | undefined {
    return this.of(linkedTagsOf(this.registry).get(tag.domain) ?? []).get(tag)
  }

  has(tag: Tag): boolean {
    return this.get(tag) !== undefined
  }

  /** Whether there are none. Makes no more of them than it must to know that. */
  get isEmpty(): boolean {
    return this[Symbol.iterator]().next().done === true
  }

  *[Symbol.iterator](): IterableIterator<[Tag, Value]> {
    for (const tags of new Set(linkedTagsOf(this.registry).values())) yield* this.of(tags)
  }

  private of(tags: readonly Tag[]): ReadonlyMap<Tag, Value> {
    let entries = this.made.get(tags)
    if (!entries) {
      entries = this.make(tags)
      this.made.set(tags, entries)
    }
    return entries
  }
}

const known = new WeakMap<Registry, ReadonlyMap<Domain, readonly Tag[]>>()

/** The tags of each domain and of those that references link with it, directly or through others. */
function linkedTagsOf(registry: Registry): ReadonlyMap<Domain, readonly Tag[]> {
  let groups = known.get(registry)
  if (!groups) {
    groups = groupsIn(registry)
    known.set(registry, groups)
  }
  return groups
}

function groupsIn(registry: Registry): Map<Domain, readonly Tag[]> {
  const groups = new Map([...registry.domains.values()].map(domain => [domain, [domain]]))
  for (const { domain, fields } of registry.tags.values()) {
    const join = (other: Domain | undefined): void => {
      const [own, others] = [groups.get(domain)!, other ? groups.get(other)! : []]
      if (own === others) return
      own.push(...others)
      for (const joined of others) groups.set(joined, own)
    }
    // A record of a tag of an extension is a record of the tag that it extends.
    join(domain.base)
    for (const { target } of fields.values()) join(target && tagOfPath(registry, target.path)?.domain)
  }
  const tagsOf = new Map([...new Set(groups.values())].map(group => [group, group.flatMap(tagsIn)]))
  return new Map([...groups].map(([domain, group]) => [domain, tagsOf.get(group)!]))
}

const tagsIn = ({ tags }: Domain): Tag[] => [...tags.values()]
