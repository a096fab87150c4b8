import { namedDomains, nearestDomains } from '../../domains/domains-in-force.ts'
import { show } from '../../domains/message-text.ts'
import type { Rule } from '../rule.ts'

export const unknownDomain: Rule = {
  code: 'unknown-domain',
  severity: 'warning',
  summary: 'A header names a domain that does not exist.',
  header: ({ record, registry, report }) => {
    for (const { name, domain, start, end } of namedDomains(record, registry)) {
      if (domain) continue
      report(`${show(name)} is not a known domain; the known ones are ${[...registry.domains.keys()].join(', ')}.`, {
        at: { start, end },
        fixes: () => {
          const meant = nearestDomains(name, registry)
          return meant.map(path => ({
            title: `Change to ${path}`,
            edits: [{ start, end, text: path }],
            isPreferred: meant.length === 1,
          }))
        },
      })
    }
  },
}
