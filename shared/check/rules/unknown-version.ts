import { namedDomains } from '../../domains/domains-in-force.ts'
import { show } from '../../domains/values.ts'
import { headerRule } from '../rule.ts'

/** A version of a domain in a header that the registry does not have; the one it has is used. */
export const unknownVersion = headerRule('unknown-version', 'warning', ({ record, registry, report }) => {
  for (const { name, version, domain, start, end } of namedDomains(record, registry)) {
    if (!domain || version === undefined || version === domain.descriptor.version) continue
    const known = domain.descriptor.version
    report(`${domain.path} has no version ${show(version)}; version ${known} is used.`, {
      at: { start: start + name.length, end },
      fixes: () => [
        {
          title: `Change to version ${known}`,
          edits: [{ start: start + name.length, end, text: `@${known}` }],
          isPreferred: true,
        },
      ],
    })
  }
})
