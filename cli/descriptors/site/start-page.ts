import { compareText, counted } from '../../../shared/basics/text.ts'
import type { Domain, Registry, Tag } from '../../../shared/domains/registry.ts'
import { type Html, html, prose } from './html.ts'
import { domainLink, tagLink, tagLinks, type Viewpoint } from './links.ts'
import { page } from './page.ts'

/** The start page: all domains with their highlights, and all tags. */
export function startPage(registry: Registry): string {
  const from: Viewpoint = { registry }
  const domains = [...registry.domains.values()]
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const byName = [...tags].sort((one, other) => compareText(one.name, other.name))
  return page(from, undefined, {
    main: html`<h1>Record domains</h1>
<p class="lead">A domain says which records there are, which fields they have, and what a value may be.
Here are ${counted(domains.length, 'domain')} with ${counted(tags.length, 'tag')} and ${counted(fieldsOf(tags), 'field')}.</p>
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
<p class="quiet">${counted(domain.tags.size, 'tag')}, ${counted(fieldsOf([...domain.tags.values()]), 'field')}</p>
</li>
`
}

const fieldsOf = (tags: readonly Tag[]): number => tags.reduce((sum, tag) => sum + tag.fields.size, 0)
