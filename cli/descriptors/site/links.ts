import type { Registry, TagName } from '../../../shared/domains/registry.ts'
import { type Html, html } from './html.ts'

/** The page that contains a link: the page of a domain, or the start page. */
export interface Viewpoint {
  readonly registry: Registry
  /** The path of the domain; undefined on the start page. */
  readonly domain?: string
}

/** The path of a domain's page, relative to the site's folder. Unusual characters are encoded. */
export const domainFile = (domain: string): string => `domains/${encode(domain, /[^a-z0-9_.-]/gu)}.html`

/** A tag's anchor on the page of its domain: `CONTROL`. */
export const tagAnchor = (tag: string): string => encode(tag, /[^A-Za-z0-9_-]/gu)

/** A field's anchor on the page of its domain: `CONTROL.maturity`. */
export const fieldAnchor = (tag: string, field: string): string => `${tagAnchor(tag)}.${tagAnchor(field)}`

/** The anchor of a part of the page itself. The colon prevents conflicts with the anchors of tags and fields. */
export const pageAnchor = (part: string): string => `page:${part}`

/** The relative path from a page to the site's folder. */
export const rootFrom = ({ domain }: Viewpoint): string => (domain === undefined ? '' : '../')

/** A link to a domain; only its path if the site does not have the domain. */
export const domainLink = (from: Viewpoint, path: string): Html =>
  from.registry.domains.has(path) ? html`<a href="${hrefOf(from, path)}">${path}</a>` : html`${path}`

/** A link to a tag; only its name if the site does not have the tag. The name of another domain is included. */
export function tagLink(from: Viewpoint, { domain, tag }: Pick<TagName, 'domain' | 'tag'>): Html {
  const name = from.domain === undefined || from.domain === domain ? tag : `${domain}.${tag}`
  const exists = from.registry.domains.get(domain)?.tags.has(tag)
  return exists
    ? html`<a href="${hrefOf(from, domain, tagAnchor(tag))}"><code>${name}</code></a>`
    : html`<code>${name}</code>`
}

/** Links to tags of a domain, in a paragraph; undefined without tags. */
export const tagLinks = (from: Viewpoint, domain: string, tags: readonly string[]): Html | undefined =>
  tags.length === 0 ? undefined : html`<p class="tags">${tags.map(tag => html`${tagLink(from, { domain, tag })} `)}</p>`

/** A link to a field. The site must have its tag. */
export function fieldLink(from: Viewpoint, { domain, tag }: TagName, field: string): Html {
  const name = from.domain === domain ? `${tag}.${field}` : `${domain}.${tag}.${field}`
  return html`<a href="${hrefOf(from, domain, fieldAnchor(tag, field))}"><code>${name}</code></a>`
}

/** A link to another site; only the label if the URL is not HTTPS. */
export function externalLink(url: string, label: string): Html {
  const isSafe = URL.canParse(url) && new URL(url).protocol === 'https:'
  return isSafe ? html`<a href="${new URL(url).href}" rel="external noopener noreferrer">${label}</a>` : html`${label}`
}

function hrefOf(from: Viewpoint, domain: string, anchor?: string): string {
  const page = from.domain === domain && anchor !== undefined ? '' : rootFrom(from) + domainFile(domain)
  return anchor === undefined ? page : `${page}#${anchor}`
}

/** Replaces each of some characters by its code between tildes. Different texts have different results. */
const encode = (text: string, characters: RegExp): string =>
  text.replace(characters, character => `~${character.codePointAt(0)!.toString(16)}~`)
