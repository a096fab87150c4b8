import type { Fix } from '../../check/rule.ts'
import { shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { Domain, Registry } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { type DescriptorRule, type DraftField, fieldsOf } from '../descriptors/descriptor-rule.ts'
import { propertyValue, spanOf } from '../json.ts'

export const descriptorRef: DescriptorRule = {
  code: 'descriptor-ref',
  severity: 'error',
  summary: 'A field refers to a tag that does not exist.',
  check(draft, report) {
    for (const field of fieldsOf(draft)) {
      const reference = referenceOf(field)
      if (!reference || draft.tags.has(reference.tag) || (reference.domain ?? draft.domain) !== draft.domain) continue
      const { message, fixes } = unknownTargetProblem(reference, 'this descriptor', draft.tags)
      report(field, 'ref', message, { fixes })
    }
  },
}

/** A reference as a descriptor writes it. */
export interface WrittenReference extends Span {
  /** The field that refers. */
  readonly source: DraftField
  /** The domain before the tag; undefined if there is none. */
  readonly domain: string | undefined
  readonly tag: string
}

/** The reference in a field's `ref`; undefined if it has none. */
export function referenceOf(source: DraftField): WrittenReference | undefined {
  const {
    node,
    value: { ref },
  } = source
  if (ref === undefined) return undefined
  const dot = ref.lastIndexOf('.')
  return {
    source,
    domain: dot < 0 ? undefined : ref.slice(0, dot),
    tag: ref.slice(dot + 1),
    ...spanOf(propertyValue(node, 'ref')!),
  }
}

/**
 * The problem of a reference to another domain, or to a tag that a domain may inherit; undefined if it has none.
 *
 * @param own the path of the domain of the descriptor
 */
export function foreignReferenceProblem(
  reference: WrittenReference,
  { domains }: Registry,
  own: string,
): { message: string; fixes: () => Fix[] } | undefined {
  const path = reference.domain ?? own
  const domain: Domain | undefined = domains.get(path)
  if (domain)
    return domain.tags.has(reference.tag) ? undefined : unknownTargetProblem(reference, path, domain.tags.keys())
  const near = nearest(path, domains.keys())
  const refers = `${reference.source.label} refers to ${shorten(path)}.${shorten(reference.tag)}`
  return {
    message: `${refers}, but there is no domain ${shorten(path)}; ${suggestion('domain', near)}.`,
    fixes: () => near.map(name => changeRef(reference, `${name}.${reference.tag}`, near)),
  }
}

function unknownTargetProblem(
  reference: WrittenReference,
  owner: string,
  tags: Iterable<string>,
): { message: string; fixes: () => Fix[] } {
  const near = nearest(reference.tag, tags)
  const start = reference.domain === undefined ? '' : `${reference.domain}.`
  return {
    message: `${reference.source.label} refers to ${shorten(reference.tag)}, which ${owner} does not define; ${suggestion('tag', near)}.`,
    fixes: () => near.map(tag => changeRef(reference, start + tag, near)),
  }
}

const suggestion = (what: string, [nearest]: readonly string[]): string =>
  nearest === undefined ? `write a ${what} that exists` : `write a ${what} that exists, such as ${nearest}`

const changeRef = ({ start, end }: Span, ref: string, all: readonly string[]): Fix => ({
  title: `Change to ${ref}`,
  edits: [{ start, end, text: JSON.stringify(ref) }],
  isPreferred: all.length === 1,
})
