import { namedDomains, nearestDomains } from '../../domains/domains-in-force.ts'
import { show } from '../../domains/values.ts'
import { headerRule } from '../rule.ts'

/** A domain in a header that the registry does not have. */
export const unknownDomain = headerRule('unknown-domain', 'warning', ({ record, registry, report }) => {
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
})
