import { builtinDescriptors } from '../domains/built-in.ts'
import type { Domain } from '../domains/registry.ts'
import type { TextFile } from './text-file.ts'

/** Those of some domains that are not built in, so that a link needs their descriptors; also those that they extend. */
export function ownDomains(domains: Iterable<Domain>): Domain[] {
  const found = new Set<Domain>()
  for (const domain of domains)
    for (let one: Domain | undefined = domain; one; one = one.base)
      if (!builtinDescriptors.includes(one.written)) found.add(one)
  return [...found]
}

/** The descriptor of a domain as a file of the playground. */
export const descriptorFile = ({ path, written }: Domain): TextFile => ({
  name: `${path.replace(/[^a-z0-9._-]/gi, '_')}.domain.json`,
  text: `${JSON.stringify({ ...written, isOnRequest: undefined }, null, 2)}\n`,
})
