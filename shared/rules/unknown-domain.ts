import { namedDomains } from '../domains.ts'
import { nearest } from '../nearest.ts'
import { headerRule } from '../rule.ts'
import type { Registry } from '../registry.ts'
import { show } from '../values.ts'

/** A domain in a header that the registry does not have. */
export const unknownDomain = headerRule('unknown-domain', 'warning', ({ record, registry, report }) => {
  for (const { name, domain, start, end } of namedDomains(record, registry)) {
    if (domain) continue
    report(`${show(name)} is not a known domain; the known ones are ${[...registry.domains.keys()].join(', ')}.`, {
      at: { start, end },
      fixes: () => {
        const meant = nearestDomains(name, registry)
        return meant.map(path => ({ title: `Change to ${path}`, edits: [{ start, end, text: path }], isPreferred: meant.length === 1 }))
      },
    })
  }
})

/** The namespace may be left out for `core`, so the short names are compared as well. */
function nearestDomains(name: string, registry: Registry): string[] {
  const paths = [...registry.domains.keys()]
  const names = nearest(name, [...paths, ...paths.map(path => path.slice(path.indexOf('.') + 1))])
  return [...new Set(names.flatMap(candidate => registry.domains.has(candidate) ? candidate : paths.filter(path => path.endsWith(`.${candidate}`))))]
}
