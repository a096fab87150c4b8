import { namedDomains, nearestDomains } from '../../domains/domains-in-force.ts'
import { meantOr, show, wordList } from '../../domains/message-text.ts'
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
          `${show(name)} comes with Recline and is not in force here; write "extensions": { "${practice.base}": "${name}" } in recline.json`,
          { at: { start, end } },
        )
        continue
      }
      const meant = nearestDomains(name, registry)
      const known = `; the known ones are ${wordList([...registry.domains.keys()])}`
      report(`${show(name)} is not a known domain${meantOr(meant, known)}`, {
        at: { start, end },
        fixes: () =>
          meant.map(path => ({
            title: `Change to ${path}`,
            edits: [{ start, end, text: path }],
            isPreferred: meant.length === 1,
          })),
      })
    }
  },
}
