import type { Fix } from '../../check/rule.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
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
      const { message, fixes } = unknownTargetProblem(reference, undefined, draft.tags)
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
  const noDomain = localize('{field} refers to {target}, but there is no domain {domain}', {
    field: reference.source.label,
    target: `${shorten(path)}.${shorten(reference.tag)}`,
    domain: shorten(path),
  })
  const advice =
    near.length === 0
      ? localize('write a domain that exists')
      : localize('write a domain that exists, such as {name}', { name: near[0]! })
  return {
    message: sentenceOfClauses(noDomain, advice),
    fixes: () => near.map(name => changeRef(reference, `${name}.${reference.tag}`, near)),
  }
}

/** @param domain the path of the domain that should have the tag; undefined if it is that of the descriptor */
function unknownTargetProblem(
  reference: WrittenReference,
  domain: string | undefined,
  tags: Iterable<string>,
): { message: string; fixes: () => Fix[] } {
  const near = nearest(reference.tag, tags)
  const start = reference.domain === undefined ? '' : `${reference.domain}.`
  const names = { field: reference.source.label, tag: shorten(reference.tag) }
  const noTag =
    domain === undefined
      ? localize('{field} refers to {tag}, which this descriptor does not define', names)
      : localize('{field} refers to {tag}, which {domain} does not define', { ...names, domain })
  const advice =
    near.length === 0
      ? localize('write a tag that exists')
      : localize('write a tag that exists, such as {name}', { name: near[0]! })
  return {
    message: sentenceOfClauses(noTag, advice),
    fixes: () => near.map(tag => changeRef(reference, start + tag, near)),
  }
}

const changeRef = ({ start, end }: Span, ref: string, all: readonly string[]): Fix => ({
  title: localize('Change to {text}', { text: ref }),
  edits: [{ start, end, text: JSON.stringify(ref) }],
  isPreferred: all.length === 1,
})
