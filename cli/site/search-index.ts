import { ruleSentences } from '../../shared/check/declared/rule-text.ts'
import type { RecordDescriptor } from '../../shared/domains/descriptor.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { isOnlyInherited } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { domainFile, fieldAnchor, ruleAnchor, tagAnchor, valueAnchor } from './links.ts'

/**
 * An entry of the search index, which site.js reads. If two entries match equally well, the earlier one is shown first.
 */
export type SearchEntry = readonly [
  kind: 'record' | 'domain' | 'tag' | 'field' | 'value' | 'rule',
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
export function searchIndex({ domains: byPath }: Registry): string {
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
  return `globalThis.searchEntries = ${listOfEntries(entries)}\n`
}

/** Entries as JavaScript. */
export const listOfEntries = (entries: readonly SearchEntry[]): string => `[\n${entries.map(asScript).join(',\n')}\n]`

/** The other words for a tag or field, as the end of an entry. */
const aliasesOf = ({ aliases = [] }: Pick<RecordDescriptor, 'aliases'>): [] | [readonly string[]] =>
  aliases.length === 0 ? [] : [aliases]

/** An entry as JavaScript that is also safe inside HTML. */
const asScript = (entry: SearchEntry): string =>
  JSON.stringify(entry).replace(
    /[<>\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
