import { nearestTags } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { withoutExtendedTags } from '../../domains/registry.ts'
import { type Fix, never, type RecordContext, type Rule } from '../rule.ts'

export const unknownTag: Rule = {
  code: 'unknown-tag',
  severity: 'warning',
  summary: 'No domain in force defines the tag.',
  mayObjectToRecord: never,
  record: context => {
    const { name, tag, report } = context
    if (tag || name === undefined || name === 'DOC') return
    report(messageAbout(context, name), {
      fixes: () => unknownTagFixes(context),
    })
  },
}

function messageAbout(context: RecordContext, name: string): string {
  const { domains, registry } = context
  const [unreadable] = domains.filter(({ descriptor }) => descriptor.isUnreadable)
  return unreadable && registry.tagsNamed(name).length === 0
    ? localize('{tag} is not checked: the descriptor of {domain} cannot be read; correct the problems of that file.', {
        tag: shorten(name),
        domain: shorten(unreadable.path),
      })
    : unknownTagMessage(context, name)
}

function unknownTagMessage(context: RecordContext, name: string): string {
  const { domains, registry } = context
  const others = withoutExtendedTags(registry.tagsNamed(name)).map(tag => tag.domain.path)
  const meant = nearestTags(name, domains).map(shorten)
  const places = {
    tag: shorten(name),
    domains: domainsInForce(context),
    names: { or: meant },
    others: { and: others },
  }
  if (others.length === 1)
    return localize('{tag} is not a tag of {domains}; it is one of {others}, which is not in force here.', places)
  if (others.length > 1)
    return localize('{tag} is not a tag of {domains}; it is one of {others}, which are not in force here.', places)
  return meant.length > 0
    ? localize('{tag} is not a tag of {domains}, so its fields are not checked; did you mean {names}?', places)
    : localize('{tag} is not a tag of {domains}, so its fields are not checked.', places)
}

function domainsInForce({ domains, registry }: RecordContext): string | { readonly or: readonly string[] } {
  if (domains === registry.inForceByDefault) return localize('any domain')
  return domains.length <= 3
    ? { or: domains.map(domain => domain.path) }
    : localize('the {count} domains in force here', { count: domains.length })
}

function unknownTagFixes({ record, name, domains, registry }: RecordContext): Fix[] {
  const addDomain = withoutExtendedTags(registry.tagsNamed(name!)).map(
    ({ domain }): Fix => ({
      title: localize('Add {domain} to the @DOC header', { domain: domain.path }),
      edits: [],
      header: [...domains.map(inForce => inForce.path), domain.path],
    }),
  )
  const meant = nearestTags(name!, domains)
  const rename = meant.map(
    (candidate): Fix => ({
      title: localize('Change to {text}', { text: `@${candidate}` }),
      edits: [{ start: record.tagStart, end: record.tagEnd, text: candidate }],
      isPreferred: meant.length === 1 && addDomain.length === 0,
    }),
  )
  return addDomain.length === 1 ? [{ ...addDomain[0]!, isPreferred: true }, ...rename] : [...rename, ...addDomain]
}
