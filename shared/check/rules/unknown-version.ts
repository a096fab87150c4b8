import { namedDomains } from '../../domains/domains-in-force.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { isCompatible } from '../../registry/versions.ts'
import type { Rule } from '../rule.ts'

export const unknownVersion: Rule = {
  code: 'unknown-version',
  severity: 'warning',
  summary:
    'A header asks for a version, and the domain has neither it nor a compatible later one; the version that exists is used.',
  header: ({ record, registry, report }) => {
    for (const { name, version, domain, start, end } of namedDomains(record, registry)) {
      if (!domain || version === undefined || isCompatible(version, domain.descriptor.version)) continue
      const known = domain.descriptor.version
      const places = { domain: domain.path, version: show(version), known }
      report(localize('{domain} has no version {version}; version {known} is used.', places), {
        at: { start: start + name.length, end },
        fixes: () => [
          {
            title: localize('Change to version {version}', { version: known }),
            edits: [{ start: start + name.length, end, text: `@${known}` }],
            isPreferred: true,
          },
        ],
      })
    }
  },
}
