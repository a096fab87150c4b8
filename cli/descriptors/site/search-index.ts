import { phraseOf } from '../../../shared/domains/field-text.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { domainFile, fieldAnchor, tagAnchor } from './links.ts'

/**
 * An entry of the search index, which site.js reads. If two entries match equally well, the earlier one is shown first.
 */
type SearchEntry = readonly [
  kind: 'domain' | 'tag' | 'field' | 'value',
  name: string,
  path: string,
  text: string,
  href: string,
]

/**
 * The script with all domains, tags, fields and values for the search. It is a script because a page that is opened
 * from a file cannot load data files.
 */
export function searchIndex({ domains: byPath }: Registry): string {
  const domains = [...byPath.values()]
  const tags = domains.flatMap(domain => [...domain.tags.values()].map(tag => ({ tag, page: domainFile(domain.path) })))
  const fields = tags.flatMap(({ tag, page }) =>
    [...tag.fields.values()].map(field => ({
      field,
      path: tag.fullName.path,
      href: `${page}#${fieldAnchor(tag.name, field.name)}`,
    })),
  )
  const entries: SearchEntry[] = [
    ...domains.map(
      ({ path, descriptor }): SearchEntry => [
        'domain',
        path,
        '',
        descriptor.meta?.tagline ?? descriptor.description,
        domainFile(path),
      ],
    ),
    ...tags.map(
      ({ tag, page }): SearchEntry => [
        'tag',
        tag.name,
        tag.domain.path,
        tag.descriptor.description ?? '',
        `${page}#${tagAnchor(tag.name)}`,
      ],
    ),
    ...fields.map(({ field, path, href }): SearchEntry => ['field', field.name, path, field.description ?? '', href]),
    ...fields.flatMap(({ field, path, href }) =>
      (field.enum ?? []).map(
        (value): SearchEntry => ['value', value, `${path}.${field.name}`, phraseOf(field, value) ?? '', href],
      ),
    ),
  ]
  return `globalThis.searchEntries = [\n${entries.map(asScript).join(',\n')}\n]\n`
}

/** An entry as JavaScript that is also safe inside HTML. */
const asScript = (entry: SearchEntry): string =>
  JSON.stringify(entry).replace(
    /[<>\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
