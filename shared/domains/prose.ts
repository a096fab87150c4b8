import type { Domain } from './registry.ts'

/** A part of a text of a descriptor: plain words, code, or the name of a standard with the address of its page. */
export interface ProsePart {
  readonly kind: 'text' | 'code' | 'link'
  readonly text: string
  /** Of a link, what begins with `https://`. It may still be no address. */
  readonly address?: string
}

/**
 * The parts of a text of a descriptor: words between backticks are code, and a standard that the domain links is a link
 * where the text names it first. The texts come from users, so each part still has to be escaped.
 *
 * @param domain the domain with the links; without it, there are none
 */
export function proseParts(text: string, domain?: Domain): ProsePart[] {
  const left = domain ? standardsOf(domain) : []
  return text
    .split(/(?<!`)`([^`]+)`(?!`)/)
    .flatMap((part, index) => (index % 2 === 0 ? withLinks(part, left) : [{ kind: 'code' as const, text: part }]))
    .filter(part => part.text !== '')
}

/** A text of a descriptor where nothing shows code: without the backticks around it. */
export const plainProse = (text: string): string =>
  proseParts(text)
    .map(part => part.text)
    .join('')

/** A standard that a text can name, and where its page is. */
interface Standard {
  readonly name: string
  readonly address: string
}

/** The standards that a domain links: `LOINC` for the label `LOINC, codes for observations`. The longest name first. */
const standardsOf = (domain: Domain): Standard[] =>
  secureLinks(domain)
    .map(({ label, url }) => ({ name: label.split(',', 1)[0]!.trim(), address: url }))
    .filter(({ name }) => name.length > 1)
    .sort((one, other) => other.name.length - one.name.length)

/** @param left the standards that have no link yet; those of this text are taken out */
function withLinks(text: string, left: Standard[]): ProsePart[] {
  for (const [index, { name, address }] of left.entries()) {
    const start = indexOfWords(text, name)
    if (start < 0) continue
    left.splice(index, 1)
    const before = withLinks(text.slice(0, start), left)
    return [...before, { kind: 'link', text: name, address }, ...withLinks(text.slice(start + name.length), left)]
  }
  return [{ kind: 'text', text }]
}

/**
 * The address of the page of a standard, if the domain links it or the whole that it is a part of. It begins with
 * `https://`, and may still be no address.
 */
export function standardAddress(name: string, domain: Domain): string | undefined {
  const links = secureLinks(domain)
  const link = links.find(({ label }) => hasWords(label, name)) ?? links.find(({ label }) => isPartOf(name, label))
  return link?.url
}

const secureLinks = ({ descriptor }: Domain): readonly { readonly url: string; readonly label: string }[] =>
  descriptor.meta?.links?.filter(({ url }) => url.startsWith('https://')) ?? []

/**
 * Whether a standard is part of the one that a label names before its first comma: `Directive 2014/65/EU, Article 27`
 * is part of `Directive 2014/65/EU, MiFID II`.
 */
const isPartOf = (name: string, label: string): boolean => hasWords(name, label.split(',', 1)[0]!)

const hasWords = (text: string, words: string): boolean => indexOfWords(text, words) >= 0

/**
 * Where a text first contains another one, if it does so as whole words: `RFC 1035, domain names` contains `RFC 1035`,
 * not `RFC 103`. Otherwise -1.
 */
function indexOfWords(text: string, words: string): number {
  const start = text.indexOf(words)
  if (start < 0 || words === '') return -1
  const isWhole =
    !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(text.slice(start + words.length))
  return isWhole ? start : -1
}
