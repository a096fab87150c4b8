import { recordRule } from '../rule.ts'

/** A tag that several domains in force define, where neither the record's fields nor the file's records decide. */
export const ambiguousTag = recordRule('ambiguous-tag', 'information', ({ name, tag, domains, ambiguity, report }) => {
  if (!ambiguity || !tag || ambiguity.tags.length < 2) return
  const paths = ambiguity.tags.map(candidate => candidate.domain.path)
  report(
    `${name} is a tag of ${paths.join(' and ')}, and nothing here says which; it is checked as ${tag.domain.path}.`,
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
})
