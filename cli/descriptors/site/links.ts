import type { Registry, TagName } from '../../../shared/domains/registry.ts'
import { type Html, html } from './html.ts'

/** Where a link stands: on the page of a domain, or on the start page. */
export interface Viewpoint {
  readonly registry: Registry
  /** The path of the page's domain; undefined on the start page. */
  readonly domain?: string
}

/** The file of a domain's page, from the site's folder. Names with anything but the usual characters are encoded. */
export const domainFile = (domain: string): string => `domains/${encode(domain, /[^a-z0-9_.-]/gu)}.html`

/** A tag's anchor on the page of its domain: `CONTROL`. */
export const tagAnchor = (tag: string): string => encode(tag, /[^A-Za-z0-9_-]/gu)

/** A field's anchor on the page of its domain: `CONTROL.maturity`. */
export const fieldAnchor = (tag: string, field: string): string => `${tagAnchor(tag)}.${tagAnchor(field)}`

/**
 * The anchor of a part that has its name from here and not from a descriptor; the colon keeps it apart from those of
 * tags and fields.
 */
export const pageAnchor = (part: string): string => `page:${part}`

/** What leads from a page to the site's folder. */
export const rootFrom = ({ domain }: Viewpoint): string => (domain === undefined ? '' : '../')

/** A link to a domain; its path alone where the site does not have it. */
export const domainLink = (from: Viewpoint, path: string): Html =>
  from.registry.domains.has(path) ? html`<a href="${hrefOf(from, path)}">${path}</a>` : html`${path}`

/** A link to a tag; its name alone where the site does not have it. The domain is named where it is another one. */
export function tagLink(from: Viewpoint, { domain, tag }: Pick<TagName, 'domain' | 'tag'>): Html {
  const name = from.domain === undefined || from.domain === domain ? tag : `${domain}.${tag}`
  const exists = from.registry.domains.get(domain)?.tags.has(tag)
  return exists
    ? html`<a href="${hrefOf(from, domain, tagAnchor(tag))}"><code>${name}</code></a>`
    : html`<code>${name}</code>`
}

/** Links to tags of a domain, as a line of their own. */
export const tagLinks = (from: Viewpoint, domain: string, tags: readonly string[]): Html | undefined =>
  tags.length === 0 ? undefined : html`<p class="tags">${tags.map(tag => html`${tagLink(from, { domain, tag })} `)}</p>`

/** A link to a field of a tag that the site has. */
export function fieldLink(from: Viewpoint, { domain, tag }: TagName, field: string): Html {
  const name = from.domain === domain ? `${tag}.${field}` : `${domain}.${tag}.${field}`
  return html`<a href="${hrefOf(from, domain, fieldAnchor(tag, field))}"><code>${name}</code></a>`
}

/** A link to another site; only its label where the address is not an https one. */
export function externalLink(url: string, label: string): Html {
  const isSafe = URL.canParse(url) && new URL(url).protocol === 'https:'
  return isSafe ? html`<a href="${new URL(url).href}" rel="external noopener noreferrer">${label}</a>` : html`${label}`
}

function hrefOf(from: Viewpoint, domain: string, anchor?: string): string {
  const page = from.domain === domain && anchor !== undefined ? '' : rootFrom(from) + domainFile(domain)
  return anchor === undefined ? page : `${page}#${anchor}`
}

/** Text with each of some characters as its code between tildes; two texts never become one. */
const encode = (text: string, characters: RegExp): string =>
  text.replace(characters, character => `~${character.codePointAt(0)!.toString(16)}~`)
