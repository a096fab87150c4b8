import { type Html, type HtmlPart, html } from '../../shared/basics/html.ts'
import type { Domain, Registry, TagName } from '../../shared/domains/registry.ts'
import { descriptorFile, ownDomains } from '../../shared/link/descriptor-files.ts'
import { fragmentOf } from '../../shared/link/playground-link.ts'

/** The page that contains a link: the page of a domain, a page of records, or a page in the site's folder. */
export interface Viewpoint {
  readonly registry: Registry
  /** The path of the domain; undefined on any other page. */
  readonly domain?: string
  /** The path from a page of records to the site's folder. */
  readonly root?: string
  /** The tables of records by the paths of their tags; undefined on a site without records. */
  readonly tables?: ReadonlyMap<string, TableOfTag>
  /** The address of the playground that examples are opened in; without it, they have no link. */
  readonly playground?: string | undefined
}

/** The page with the records of a tag. */
export interface TableOfTag {
  /** Its path in the site's folder. */
  readonly page: string
  readonly count: number
}

/** The path of a domain's page, relative to the site's folder. Unusual characters are encoded. */
export const domainFile = (domain: string): string => `domains/${encodeCharacters(domain, /[^a-z0-9_.-]/gu)}.html`

/** A tag's anchor on the page of its domain: `CONTROL`. */
export const tagAnchor = (tag: string): string => encodeCharacters(tag, /[^A-Za-z0-9_-]/gu)

/** A field's anchor on the page of its domain: `CONTROL.maturity`. */
export const fieldAnchor = (tag: string, field: string): string => `${tagAnchor(tag)}.${tagAnchor(field)}`

/** The anchor of an allowed value on the page of its domain: `CONTROL.status.tested`. */
export const valueAnchor = (tag: string, field: string, value: string): string =>
  `${fieldAnchor(tag, field)}.${tagAnchor(value)}`

/** The anchor of a rule of a tag on the page of its domain: `CONTROL:control-tested-has-evidence`. */
export const ruleAnchor = (tag: string, id: string): string => `${tagAnchor(tag)}:${tagAnchor(id)}`

/** The anchor of a part of the page itself. The colon prevents conflicts with the anchors of tags and fields. */
export const pageAnchor = (part: string): string => `page:${part}`

/** The anchor of a use case on the page of its domain. */
export const useCaseAnchor = (id: string): string => pageAnchor(`use-case-${tagAnchor(id)}`)

/** The relative path from a page to the site's folder. */
export const rootFrom = ({ domain, root }: Viewpoint): string => root ?? (domain === undefined ? '' : '../')

/** A link to a domain; only its path if the site does not have the domain. */
export const domainLink = (from: Viewpoint, path: string): Html =>
  from.registry.domains.has(path) ? html`<a href="${hrefOf(from, path)}">${path}</a>` : html`${path}`

/** The name of a tag on a page, with its domain if that is another one. */
export const tagLabel = (from: Viewpoint, { domain, tag }: Pick<TagName, 'domain' | 'tag'>): string =>
  from.domain === undefined || from.domain === domain ? tag : `${domain}.${tag}`

/** The address of a tag; undefined if the site does not have the tag. */
export const hrefOfTag = (from: Viewpoint, { domain, tag }: Pick<TagName, 'domain' | 'tag'>): string | undefined =>
  from.registry.domains.get(domain)?.tags.has(tag) ? hrefOf(from, domain, tagAnchor(tag)) : undefined

/** A link to a tag; only its name if the site does not have the tag. The name of another domain is included. */
export function tagLink(from: Viewpoint, tag: Pick<TagName, 'domain' | 'tag'>): Html {
  const href = hrefOfTag(from, tag)
  const name = html`<code>${tagLabel(from, tag)}</code>`
  return href === undefined ? name : html`<a href="${href}">${name}</a>`
}

/** The address of a rule of a tag. The site must have the tag. */
export const hrefOfRule = (from: Viewpoint, { domain, tag }: TagName, id: string): string =>
  hrefOf(from, domain, ruleAnchor(tag, id))

/** Links to tags of a domain, in a paragraph; undefined without tags. */
export const tagLinks = (from: Viewpoint, domain: string, tags: readonly string[]): Html | undefined =>
  tags.length === 0 ? undefined : html`<p class="tags">${tags.map(tag => html`${tagLink(from, { domain, tag })} `)}</p>`

/** The name of a field on a page, with the domain of its tag if that is another one. */
export const fieldLabel = (from: Viewpoint, { domain, tag }: TagName, field: string): string =>
  from.domain === domain ? `${tag}.${field}` : `${domain}.${tag}.${field}`

/** The address of a field. The site must have its tag. */
export const hrefOfField = (from: Viewpoint, { domain, tag }: TagName, field: string): string =>
  hrefOf(from, domain, fieldAnchor(tag, field))

/** A link that opens records of a domain in the playground; nothing if the site knows no playground. */
export function playgroundLink({ playground }: Viewpoint, domain: Domain, records: string): HtmlPart {
  if (playground === undefined) return ''
  const own = ownDomains([domain])
  const header = own.includes(domain) ? `@DOC domain=${domain.path}\n` : ''
  const name = header ? 'example.rec' : `example.${domain.path.replace(/^core\./, '')}.rec`
  const files = [{ name, text: `${header}${records}\n` }, ...own.map(descriptorFile)]
  const made = fragmentOf({ files, shown: 0, isTable: false })
  return 'problem' in made
    ? ''
    : html`<p class="quiet"><a href="${playground}#${made.fragment}">Open in playground</a></p>`
}

function hrefOf(from: Viewpoint, domain: string, anchor?: string): string {
  const page = from.domain === domain && anchor !== undefined ? '' : rootFrom(from) + domainFile(domain)
  return anchor === undefined ? page : `${page}#${anchor}`
}

/** Replaces each of some characters by its code between tildes. Different texts have different results. */
const encodeCharacters = (text: string, characters: RegExp): string =>
  text.replace(characters, character => `~${character.codePointAt(0)!.toString(16)}~`)
