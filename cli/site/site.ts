/// <reference path="./raw-text.d.ts" />

import { type Html, html } from '../../shared/basics/html.ts'
import { compareText, counted } from '../../shared/basics/text.ts'
import { isOnlyInherited } from '../../shared/domains/practice.ts'
import type { Domain, Registry, Tag } from '../../shared/domains/registry.ts'
import content from './content.css?raw' with { type: 'text' }
import { domainPage } from './domain-page.ts'
import frame from './frame.css?raw' with { type: 'text' }
import { prose } from './html.ts'
import { domainFile, domainLink, tagLink, tagLinks, type Viewpoint } from './links.ts'
import media from './media.css?raw' with { type: 'text' }
import { nameOfDomains, page, startOfScript, startOfStyle } from './page.ts'
import type { RecordPages } from './records/record-pages.ts'
import { searchIndex } from './search-index.ts'
import script from './site.js?raw' with { type: 'text' }

/** What a site has besides the pages of domains. */
interface MoreOfSite {
  /** The address of the playground that examples are opened in. */
  readonly playground?: string | undefined
  /** The pages of records, with their tables by the paths of their tags and their style. */
  readonly records?: RecordPages | undefined
}

/**
 * The site of all domains, and of records if there are any: the text of each file by its path in the site's folder. The
 * same domains and records always give the same text.
 */
export function siteFiles(registry: Registry, { playground, records }: MoreOfSite = {}): ReadonlyMap<string, string> {
  const site: Viewpoint = { registry, playground, ...(records && { tables: records.tables }) }
  return new Map([
    [records ? 'domains.html' : 'index.html', startPage(site)],
    ...[...registry.domains.values()].map((domain): [string, string] => [
      domainFile(domain.path),
      domainPage(site, domain),
    ]),
    ...(records?.files ?? []),
    ['search-index.js', startOfScript + searchIndex(registry)],
    ['site.js', startOfScript + script],
    ['style.css', startOfStyle + [frame, content, ...(records ? [records.style] : []), media].join('\n')],
  ])
}

/** The start page of the domains: all of them with their highlights, and all tags. */
function startPage(from: Viewpoint): string {
  const { registry } = from
  const domains = [...registry.domains.values()]
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const byName = tags
    .filter(tag => !isOnlyInherited(tag.domain, tag.descriptor))
    .sort((one, other) => compareText(one.name, other.name))
  return page(from, from.tables && nameOfDomains, {
    main: html`<h1>${nameOfDomains}</h1>
<p class="lead">A domain says which records there are, which fields they have, and what a value may be.
Here are ${counted(domains.length, 'domain')} with ${counted(tags.length, 'tag')} and ${counted(countFields(tags), 'field')}.</p>
<ul class="cards">
${domains.map(domain => card(from, domain))}</ul>
<h2>All tags</h2>
<ul class="index">
${byName.map(tag => html`<li>${tagLink(from, tag.fullName)} <span class="quiet">${tag.domain.path}</span></li>\n`)}</ul>`,
  })
}

function card(from: Viewpoint, domain: Domain): Html {
  const { meta, description } = domain.descriptor
  return html`<li>
<h2>${domainLink(from, domain.path)}</h2>
<p>${prose(meta?.tagline ?? description)}</p>
${tagLinks(from, domain.path, meta?.highlights ?? [])}
<p class="quiet">${counted(domain.tags.size, 'tag')}, ${counted(countFields([...domain.tags.values()]), 'field')}</p>
</li>
`
}

const countFields = (tags: readonly Tag[]): number => tags.reduce((sum, tag) => sum + tag.fields.size, 0)
