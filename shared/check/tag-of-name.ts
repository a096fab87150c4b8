import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { meantAdvice } from '../domains/name-advice.ts'
import { nearest } from '../domains/nearest.ts'
import type { Registry, Tag } from '../domains/registry.ts'
import { tagsOfRule } from './declared/declared-rules.ts'

/**
 * The tag that a user means by a name such as `FINDING` or `core.compliance.POLICY`.
 *
 * @param domains the names of the domains that go before others if several have the tag
 * @returns the tag, or a sentence if no tag has the name, or more than one that the domains do not decide between
 */
export function tagOfName(
  name: string,
  registry: Registry,
  domains: readonly string[],
): Tag | { readonly problem: string } {
  const all = tagsOfRule(name, registry)
  const preferred = all.filter(({ domain }) => domains.some(one => registry.domainNamed(one) === domain))
  const tags = preferred.length > 0 ? preferred : all
  const [tag, other] = tags
  if (!tag) return { problem: noSuchTag(name, registry) }
  if (other)
    return {
      problem: sentenceOfClauses(
        localize('Several domains have the tag {tag}', { tag: shorten(name) }),
        localize('write {text}', { text: { or: tags.map(one => one.fullName.path) } }),
      ),
    }
  return tag
}

/** A sentence about a name that is no tag of a domain. */
export function noSuchTag(name: string, { domains }: Registry): string {
  const known = new Set([...domains.values()].flatMap(({ tags }) => [...tags.keys()]))
  const near = nearest(name.toUpperCase(), known)
  return sentenceOfClauses(
    localize('There is no tag {tag}', { tag: shorten(name) }),
    meantAdvice(near, localize('write one of a domain that is known')),
  )
}
