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
        ? `${name} is a tag of ${paths.join(' and ')}, which extend ${base}; it is checked as ${tag.domain.path} unless "extensions" in recline.json or an @DOC header names another one.`
        : `${name} is a tag of ${paths.join(' and ')}; it is checked as ${tag.domain.path} unless an @DOC header names another domain.`,
      {
        fixes: () =>
          ambiguity.tags.map(({ domain }) => ({
            title: `Name ${domain.path} in the @DOC header`,
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
