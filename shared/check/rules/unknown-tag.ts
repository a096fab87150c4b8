import { nearestTags } from '../../domains/domains-in-force.ts'
import { meantOr, shorten } from '../../domains/message-text.ts'
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
    ? `${shorten(name)} is not checked: the descriptor of ${shorten(unreadable.path)} cannot be read; correct the problems of that file.`
    : `${shorten(name)} is not a tag of ${domainsInForce(context)}${elsewhere(context)}`
}

function domainsInForce({ domains, registry }: RecordContext): string {
  if (domains === registry.inForceByDefault) return 'any domain'
  return domains.length <= 3
    ? domains.map(domain => domain.path).join(' or ')
    : `the ${domains.length} domains in force here`
}

function elsewhere({ name, domains, registry }: RecordContext): string {
  const others = withoutExtendedTags(registry.tagsNamed(name!)).map(tag => tag.domain.path)
  if (others.length === 0) return `, so its fields are not checked${meantOr(nearestTags(name!, domains), '')}`
  return `; it is one of ${others.join(' and ')}, which ${others.length === 1 ? 'is' : 'are'} not in force here.`
}

function unknownTagFixes({ record, name, domains, registry }: RecordContext): Fix[] {
  const addDomain = withoutExtendedTags(registry.tagsNamed(name!)).map(
    ({ domain }): Fix => ({
      title: `Add ${domain.path} to the @DOC header`,
      edits: [],
      header: [...domains.map(inForce => inForce.path), domain.path],
    }),
  )
  const meant = nearestTags(name!, domains)
  const rename = meant.map(
    (candidate): Fix => ({
      title: `Change to @${candidate}`,
      edits: [{ start: record.tagStart, end: record.tagEnd, text: candidate }],
      isPreferred: meant.length === 1 && addDomain.length === 0,
    }),
  )
  return addDomain.length === 1 ? [{ ...addDomain[0]!, isPreferred: true }, ...rename] : [...rename, ...addDomain]
}
