import { namedDomains, nearestDomains } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { practiceNamed } from '../../domains/practice.ts'
import type { Rule } from '../rule.ts'

export const unknownDomain: Rule = {
  code: 'unknown-domain',
  severity: 'warning',
  summary: 'A header names a domain that does not exist.',
  header: ({ record, registry, report }) => {
    for (const { name, domain, start, end } of namedDomains(record, registry)) {
      if (domain) continue
      const practice = practiceNamed(name)
      if (practice) {
        report(
          localize('{domain} comes with Recline and is not in force here; write {setting} in recline.json', {
            domain: show(name),
            setting: `"extensions": { "${practice.base}": "${name}" }`,
          }),
          { at: { start, end } },
        )
        continue
      }
      const meant = nearestDomains(name, registry)
      const places = { domain: show(name), names: { or: meant }, domains: { list: [...registry.domains.keys()] } }
      const message =
        meant.length > 0
          ? localize('{domain} is not a known domain; did you mean {names}?', places)
          : localize('{domain} is not a known domain; the known ones are {domains}.', places)
      report(message, {
        at: { start, end },
        fixes: () =>
          meant.map(path => ({
            title: localize('Change to {text}', { text: path }),
            edits: [{ start, end, text: path }],
            isPreferred: meant.length === 1,
          })),
      })
    }
  },
}
