import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'

/** The domains that a descriptor names and that do not come with Recline: its base, and those of its references. */
export function neededBy({ domain, extends: base, records }: Descriptor): string[] {
  const refs = records.flatMap(({ fields }) => fields.flatMap(({ ref }) => ref ?? []))
  const domains = refs.filter(ref => ref.includes('.')).map(ref => ref.slice(0, ref.lastIndexOf('.')))
  const needed = new Set([...(base === undefined ? [] : [base]), ...domains])
  return [...needed].filter(other => other !== domain && !builtIn.has(other)).sort()
}

const builtIn: ReadonlySet<string> = new Set(builtinDescriptors.map(({ domain }) => domain))
