import { localize } from '../../domains/localize.ts'
import { never, type Rule } from '../rule.ts'

export const ambiguousTag: Rule = {
  code: 'ambiguous-tag',
  severity: 'information',
  summary: 'Several domains in force define the tag, and nothing in the file says which one is meant.',
  mayObjectToRecord: never,
  record: ({ name, tag, domains, ambiguity, report }) => {
    if (!ambiguity || !tag || ambiguity.tags.length < 2) return
    const paths = ambiguity.tags.map(candidate => candidate.domain.path)
    const { path, domain: base } = tag.nameOfRecords
    const areExtensions = ambiguity.tags.every(({ nameOfRecords }) => nameOfRecords.path === path)
    report(
      areExtensions
        ? localize(
            '{tag} is a tag of {domains}, which extend {base}; it is checked as {domain} unless "extensions" in recline.json or an @DOC header names another one.',
            { tag: name!, domains: { and: paths }, base, domain: tag.domain.path },
          )
        : localize(
            '{tag} is a tag of {domains}; it is checked as {domain} unless an @DOC header names another domain.',
            { tag: name!, domains: { and: paths }, domain: tag.domain.path },
          ),
      {
        fixes: () =>
          ambiguity.tags.map(({ domain }) => ({
            title: localize('Name {domain} in the @DOC header', { domain: domain.path }),
            edits: [],
            header: [
              domain.path,
              ...domains
                .filter(other => ambiguity.usedDomains.has(other) && !other.tags.has(name!))
                .map(other => other.path),
            ],
          })),
      },
    )
  },
}
