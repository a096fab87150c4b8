/// <reference path="./raw-text.d.ts" />

import { type Html, html } from '../../shared/basics/html.ts'
import { compareText, counted } from '../../shared/basics/text.ts'
import { ruleSentences } from '../../shared/check/declared/rule-text.ts'
import type { RecordDescriptor } from '../../shared/domains/descriptor.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { isOnlyInherited } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain, Registry, Tag } from '../../shared/domains/registry.ts'
import content from './content.css?raw' with { type: 'text' }
import { domainPage } from './domain-page.ts'
import frame from './frame.css?raw' with { type: 'text' }
import { prose } from './html.ts'
import {
  domainFile,
  domainLink,
  fieldAnchor,
  ruleAnchor,
  tagAnchor,
  tagLink,
  tagLinks,
  type Viewpoint,
  valueAnchor,
} from './links.ts'
import media from './media.css?raw' with { type: 'text' }
import { page } from './page.ts'
import script from './site.js?raw' with { type: 'text' }

/**
 * The reference site of all domains: the text of each file by its path in the site's folder. The same domains always
 * give the same text.
 *
 * @param playground the address of the playground that examples are opened in
 */
export const siteFiles = (registry: Registry, playground?: string): ReadonlyMap<string, string> =>
  new Map([
    ['index.html', startPage(registry)],
    ...[...registry.domains.values()].map((domain): [string, string] => [
      domainFile(domain.path),
      domainPage(registry, domain, playground),
    ]),
    ['search-index.js', searchIndex(registry)],
    ['site.js', script],
    ['style.css', [frame, content, media].join('\n')],
  ])

/**
 * An entry of the search index, which site.js reads. If two entries match equally well, the earlier one is shown first.
 */
type SearchEntry = readonly [
  kind: 'domain' | 'tag' | 'field' | 'value' | 'rule',
  name: string,
  path: string,
  text: string,
  href: string,
  aliases?: readonly string[],
]

/**
 * The script with all domains, tags, fields, values and rules for the search. It is a script because a page that is
 * opened from a file cannot load data files.
 */
function searchIndex({ domains: byPath }: Registry): string {
  const domains = [...byPath.values()]
  const all = domains.flatMap(domain => [...domain.tags.values()].map(tag => ({ tag, page: domainFile(domain.path) })))
  const tags = all.filter(({ tag }) => !isOnlyInherited(tag.domain, tag.descriptor))
  const fields = all.flatMap(({ tag, page }) =>
    [...tag.fields.values()].flatMap(field => (isOnlyInherited(tag.domain, field) ? [] : { field, tag, page })),
  )
  const entries: SearchEntry[] = [
    ...domains.map(
      ({ path, descriptor }): SearchEntry => [
        'domain',
        path,
        '',
        plainProse(descriptor.meta?.tagline ?? descriptor.description),
        domainFile(path),
      ],
    ),
    ...tags.map(
      ({ tag, page }): SearchEntry => [
        'tag',
        tag.name,
        tag.domain.path,
        plainProse(tag.descriptor.description ?? ''),
        `${page}#${tagAnchor(tag.name)}`,
        ...aliasesOf(tag.descriptor),
      ],
    ),
    ...fields.map(
      ({ field, tag, page }): SearchEntry => [
        'field',
        field.name,
        tag.fullName.path,
        plainProse(field.description ?? ''),
        `${page}#${fieldAnchor(tag.name, field.name)}`,
        ...aliasesOf(field),
      ],
    ),
    ...fields.flatMap(({ field, tag, page }) =>
      (field.enum ?? []).map(
        (value): SearchEntry => [
          'value',
          value,
          `${tag.fullName.path}.${field.name}`,
          plainProse(phraseOf(field, value) ?? ''),
          `${page}#${valueAnchor(tag.name, field.name, value)}`,
        ],
      ),
    ),
    ...all.flatMap(({ tag, page }) =>
      (tag.descriptor.rules ?? []).flatMap((rule): SearchEntry[] =>
        isOnlyInherited(tag.domain, rule)
          ? []
          : [
              [
                'rule',
                rule.id,
                tag.fullName.path,
                plainProse(ruleSentences(rule)),
                `${page}#${ruleAnchor(tag.name, rule.id)}`,
              ],
            ],
      ),
    ),
  ]
  return `globalThis.searchEntries = [\n${entries.map(asScript).join(',\n')}\n]\n`
}

/** The other words for a tag or field, as the end of an entry. */
const aliasesOf = ({ aliases = [] }: Pick<RecordDescriptor, 'aliases'>): [] | [readonly string[]] =>
  aliases.length === 0 ? [] : [aliases]

/** An entry as JavaScript that is also safe inside HTML. */
const asScript = (entry: SearchEntry): string =>
  JSON.stringify(entry).replace(
    /[<>\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The start page: all domains with their highlights, and all tags. */
function startPage(registry: Registry): string {
  const from: Viewpoint = { registry }
  const domains = [...registry.domains.values()]
  const tags = domains.flatMap(domain => [...domain.tags.values()])
  const byName = tags
    .filter(tag => !isOnlyInherited(tag.domain, tag.descriptor))
    .sort((one, other) => compareText(one.name, other.name))
  return page(from, undefined, {
    main: html`<h1>Record domains</h1>
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
