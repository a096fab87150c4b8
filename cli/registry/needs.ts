import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Descriptor } from '../../shared/domains/descriptor.ts'
import { baseNamedBy } from '../../shared/domains/extension.ts'
import { practiceDescriptors } from '../../shared/domains/practice.ts'
import { type Expression, literalText, partsOf } from '../../shared/expression/read/nodes.ts'
import { parseExpression } from '../../shared/expression/read/parse.ts'
import { isDomainPath } from '../../shared/registry/index-file.ts'

/**
 * The domains that a descriptor names and that do not come with Recline: its base, those of its references, and those
 * of the tags that its rules name.
 */
export function neededBy(descriptor: Descriptor): string[] {
  const { domain, records } = descriptor
  const base = baseNamedBy(descriptor)?.path
  const refs = records.flatMap(({ fields }) => fields.flatMap(({ ref }) => ref ?? []))
  const expressions = records.flatMap(({ rules = [] }) => rules.flatMap(({ expression }) => expression ?? []))
  const tags = [...refs, ...expressions.flatMap(text => tagsNamed(parseExpression(text).tree))]
  const domains = tags.filter(tag => tag.includes('.')).map(tag => tag.slice(0, tag.lastIndexOf('.')))
  const needed = new Set([...(base === undefined ? [] : [base]), ...domains])
  return [...needed].filter(other => other !== domain && !builtIn.has(other)).sort()
}

/** The tags that an expression names, as in `referrers("acme.trips.TRIP", "vehicle_ref")`. */
function tagsNamed(node: Expression): string[] {
  const [first] = node.kind === 'call' && node.name === 'referrers' ? node.arguments : []
  const name = first && literalText(first)
  const domain = name?.slice(0, Math.max(0, name.lastIndexOf('.')))
  return [...(name !== undefined && isDomainPath(domain!) ? [name] : []), ...partsOf(node).flatMap(tagsNamed)]
}

const builtIn: ReadonlySet<string> = new Set(
  [...builtinDescriptors, ...practiceDescriptors].map(({ domain }) => domain),
)
