import { fieldOf, type Registry, type Tag } from '../../../shared/domains/registry.ts'
import { keyFieldsIn, withoutKey } from '../../../shared/domains/unique-keys.ts'
import type { NameFact, ValuesFact } from './facts.ts'
import { pathOfRecord } from './name-facts.ts'

/** The tag whose records a fact means; undefined if the descriptors do not have it. */
export const tagOfFact = ({ domain, tag }: NameFact | ValuesFact, { domains }: Registry): Tag | undefined =>
  domains.get(domain)?.tags.get(withoutKey(tag))

/** The path in the name that a fact is about. Most have that of their tag, which is there already. */
export const pathOfFact = ({ domain, tag: name }: NameFact, tag: Tag): string =>
  keyFieldsIn(name) === undefined ? tag.fullName.path : `${domain}.${name}`

/** What a fact is about. */
interface FactSubject {
  /** As `tagOfFact` has it. */
  readonly tag: Tag | undefined
  /**
   * What the fact is about that the descriptors of a reduce do not have; undefined if they have all. If a field refers
   * to another tag in them, problems would be lost too.
   */
  readonly unknown: string | undefined
}

/** Finds out what facts are about. Facts about the same follow each other, so the last answer is kept. */
export class FactSubjects {
  private latest: { readonly domain: string; readonly name: string; readonly tag: Tag | undefined } | undefined
  private latestReference:
    | { readonly tag: Tag; readonly field: string; readonly start: string; readonly subject: FactSubject }
    | undefined

  constructor(private readonly registry: Registry) {}

  /** @param follows whether a rule reads a field of a tag that the descriptors do not have */
  of(fact: NameFact | ValuesFact, follows: (tag: Tag, field: string) => boolean): FactSubject {
    const tag = this.tagOf(fact)
    if (fact.kind === 'reference') return this.ofReference(fact, tag)
    const isKey = keyFieldsIn(fact.tag) !== undefined
    const isKnown = tag && (!isKey || hasUniqueList(this.registry, `${fact.domain}.${fact.tag}`, tag))
    if (!isKnown) return { tag, unknown: `${fact.domain}.${fact.tag}` }
    if (fact.kind === 'values')
      for (const name in fact.data.values)
        if (!fieldOf(tag, name) && !follows(tag, name)) return { tag, unknown: `${tag.fullName.path}.${name}` }
    return { tag, unknown: undefined }
  }

  private tagOf(fact: NameFact | ValuesFact): Tag | undefined {
    const { domain, tag: name } = fact
    if (this.latest?.name !== name || this.latest.domain !== domain)
      this.latest = { domain, name, tag: tagOfFact(fact, this.registry) }
    return this.latest.tag
  }

  private ofReference({ domain, tag: name, field, record }: ReferenceFact, tag: Tag | undefined): FactSubject {
    const known = this.latestReference
    if (known && known.tag === tag && known.field === field && record.startsWith(known.start)) return known.subject
    const path = tag?.nameOfRecords.path ?? `${domain}.${name}`
    const own = pathOfRecord(record)
    const isKnown = tag && this.registry.tagsOfName(own).some(one => fieldOf(one, field)?.target?.path === path)
    const unknown = isKnown ? undefined : `references from ${own}.${field} to ${path}`
    const subject = { tag, unknown }
    if (tag) this.latestReference = { tag, field, start: `${own} `, subject }
    return subject
  }
}

/** Whether a tag, or one that extends it, has the unique list with this path. */
const hasUniqueList = (registry: Registry, path: string, { nameOfRecords }: Tag): boolean =>
  registry.tagsOfName(nameOfRecords.path).some(({ keys }) => keys.some(({ name }) => name.path === path))

type ReferenceFact = Extract<NameFact, { readonly kind: 'reference' }>
