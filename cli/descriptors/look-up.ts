import { ruleSentences } from '../../shared/check/declared/rule-text.ts'
import { type Hit, searchDescriptors } from '../../shared/domains/descriptor-search.ts'
import { domainFacts } from '../../shared/domains/domain-facts.ts'
import { meaningText, originText } from '../../shared/domains/field-text.ts'
import { localize, localTemplate } from '../../shared/domains/localize.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { isOnlyInherited, practicePaths, requestText } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain, Registry, Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import {
  aboutDomain,
  domainTitle,
  localTitle,
  shownDescription,
  shownField,
  shownTag,
} from '../../shared/domains/texts/part-texts.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import { host } from '../host/host.ts'
import { languageOfRun } from '../options/language-option.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { fieldInText, indentedProse, paragraph } from '../output/field-in-text.ts'
import { columnFor, entry, joinLines, wrap } from '../output/layout.ts'
import { domainsHere } from '../plan/registry.ts'

/** The options of the commands `list`, `show` and `search`. */
export interface LookUpOptions {
  readonly format: 'text' | 'json'
  /** The paths of the user's descriptor files. */
  readonly descriptors: readonly string[]
  /** The language of the texts. */
  readonly language?: string
}

/** The result as text and as JSON; or a sentence that says why there is no result. */
type LookUpAnswer = { readonly text: string; readonly json: unknown } | string

/** Prints all domains. */
export const list = (options: LookUpOptions): Promise<void> =>
  answerLookUp(options, registry => ({
    text: listText(registry, languageOfRun(options.language, host.env)),
    json: [...registry.domains.values()].map(domain => {
      const { version, description } = domain.descriptor
      return { domain: domain.path, version, description, tags: domain.tags.size, fields: fieldCount(domain) }
    }),
  }))

/** Prints a domain with its tags, or a tag with its fields. */
export const showDefinitions = (
  domainName: string,
  tagName: string | undefined,
  options: LookUpOptions,
): Promise<void> =>
  answerLookUp(options, registry => {
    const language = languageOfRun(options.language, host.env)
    const domain = registry.domainNamed(domainName)
    if (!domain) {
      const tagged = domainName.toUpperCase()
      const withTag = [...registry.domains.values()].find(({ tags }) => tags.has(tagged))
      if (withTag)
        return localize('{name} is a tag, not a domain; "{command}" shows it.', {
          name: domainName,
          command: `recline descriptors show ${withTag.path} ${tagged}`,
        })
      return noSuchDomain(domainName, registry)
    }
    if (tagName === undefined)
      return { text: domainText(domain, language), json: { ...domain.descriptor, isOnRequest: undefined } }
    const tag = domain.tags.get(tagName) ?? domain.tags.get(tagName.toUpperCase().replace(/-/g, '_'))
    if (!tag)
      return notFound(
        localize('{domain} has no tag {tag}.', { domain: domain.path, tag: tagName }),
        nearest(tagName, domain.tags.keys()),
        localize('"{command}" lists its tags.', { command: `recline descriptors show ${domain.path}` }),
      )
    return { text: tagText(tag, language), json: { domain: domain.path, ...tag.descriptor } }
  })

/** A sentence that says which domain was meant by a name that no domain has. */
export const noSuchDomain = (name: string, { domains }: Registry): string =>
  notFound(
    localize('There is no domain {name}.', { name }),
    nearest(
      name,
      [...domains.keys()].flatMap(path => [path, path.replace(/^core\./, '')]),
    ),
    localize('"recline descriptors list" lists all domains.'),
  )

/** Prints the domains, tags and fields that contain the words. */
export const searchDefinitions = (words: readonly string[], options: LookUpOptions): Promise<void> =>
  answerLookUp(options, registry => {
    const hits = searchDescriptors(registry, words.flatMap(word => word.split(/\s+/)).filter(Boolean)).filter(
      ({ domain, tag, field }) => !isOnlyInherited(domain, field ?? tag?.descriptor),
    )
    const language = languageOfRun(options.language, host.env)
    if (hits.length === 0 && options.format === 'text')
      complain(
        localize('No domain, tag or field has these words in its name or description: {words}.', {
          words: words.join(' '),
        }),
      )
    return {
      text: hitsText(hits, language),
      json: hits.map(({ domain, tag, field }) => ({
        domain: domain.path,
        tag: tag?.name ?? null,
        field: field?.name ?? null,
        description: (field ?? tag?.descriptor ?? domain.descriptor).description ?? null,
      })),
    }
  })

async function answerLookUp(
  { format, descriptors }: LookUpOptions,
  find: (registry: Registry) => LookUpAnswer,
): Promise<void> {
  const { registry, failures, warnings } = await domainsHere(descriptors, practicePaths)
  for (const sentence of [...failures.map(({ failure }) => failure), ...warnings]) complain(sentence)
  const found = find(registry)
  if (typeof found === 'string') complain(found)
  else {
    const output = format === 'json' ? jsonText(found.json, 2) : found.text
    if (output !== '') host.stdout.write(`${output}\n`)
  }
  host.exitCode = failures.length === 0 && typeof found !== 'string' ? ExitCode.Clean : ExitCode.CouldNotRun
}

const notFound = (what: string, [meant]: readonly string[], advice: string): string =>
  `${what} ${meant === undefined ? advice : localize('Did you mean {name}?', { name: meant })}`

/** The text output of `recline descriptors list`, `show` and `search`, at most 80 columns wide. */

/** All domains, each with its description and the number of its tags and fields. */
const listText = ({ domains }: Registry, language: TextLanguage | undefined): string =>
  [...domains.values()]
    .map(domain => {
      const { version } = domain.descriptor
      return joinLines(
        entry(`${domain.path} ${version}`, tagsAndFields(domain), {
          indent: 0,
          column: 30,
        }),
        paragraph(domainTitle(language, domain), 2),
        indentedProse(aboutDomain(language, domain), 2),
      )
    })
    .join('\n')

/** How many tags and fields a domain has. */
function tagsAndFields(domain: Domain): string {
  const { size: tags } = domain.tags
  const fields = fieldCount(domain)
  return [
    tags === 1 ? localize('1 tag') : localize('{count} tags', { count: tags }),
    fields === 1 ? localize('1 field') : localize('{count} fields', { count: fields }),
  ].join(', ')
}

/** A domain with its tags. */
function domainText(domain: Domain, language: TextLanguage | undefined): string {
  const { version, meta } = domain.descriptor
  const tags = [...domain.tags.values()]
  const column = columnFor(
    tags.map(({ name }) => name),
    2,
  )
  const useCases = meta?.use_cases ?? []
  const { state, notices, publisher } = domainFacts(domain.descriptor)
  return sections(
    joinLines(
      wrap([`${domain.path} ${version}`, domainTitle(language, domain)].filter(Boolean).join(' · '), 0),
      paragraph(state, 0),
      ...notices.map(notice => indentedProse(notice, 0)),
      indentedProse(shownDescription(language, domain), 0),
      domain.base &&
        wrap(
          [localize('Extends {domain}.', { domain: domain.base.path }), requestText(domain)].filter(Boolean).join(' '),
          0,
        ),
      paragraph(publisher, 0),
    ),
    joinLines(
      localize('Tags'),
      ...tags.map(tag =>
        entry(tag.name, withTitle(localTitle(language, tag), plainProse(shownTag(language, tag).description ?? '')), {
          indent: 2,
          column,
        }),
      ),
    ),
    useCases.length > 0 &&
      joinLines(
        localize('Use cases'),
        ...useCases.map(({ title, tags_used }) => `  ${wrap(`${title}: ${tags_used.join(', ')}`, 4)}`),
      ),
  )
}

/** A tag with its fields. */
function tagText(tag: Tag, language: TextLanguage | undefined): string {
  const { name, domain, descriptor, fields } = tag
  const { purpose, when_to_use, related_standards } = domain.descriptor.meta?.tag_context?.[name] ?? {}
  const column = columnFor([...fields.keys()], 2)
  return sections(
    joinLines(
      wrap([`${domain.path} ${name}`, localTitle(language, tag)].filter(Boolean).join(' · '), 0),
      indentedProse(meaningText(shownTag(language, tag)), 0),
      paragraph(originText(descriptor, domain), 0),
    ),
    joinLines(
      indentedProse(purpose, 0),
      indentedProse(when_to_use && localTemplate(when_to_use), 0),
      related_standards &&
        paragraph(localize('Standards: {standards}', { standards: related_standards.join(', ') }), 0),
    ),
    ...[...fields.values()].map(field => fieldInText(field, tag, column, language)),
    descriptor.rules !== undefined &&
      joinLines(
        localize('Rules'),
        ...descriptor.rules.map(rule =>
          joinLines(
            `  ${rule.id} (${rule.severity ?? 'error'})`,
            indentedProse(ruleSentences(rule), 4),
            `    ${wrap(rule.expression, 4)}`,
          ),
        ),
      ),
  )
}

/** The results of a search. */
const hitsText = (hits: readonly Hit[], language: TextLanguage | undefined): string =>
  hits
    .map(({ domain, tag, field }) => {
      const name = [tag?.name, field?.name].filter(part => part !== undefined).join('.')
      const description = tag
        ? (field ? shownField(language, tag, field) : shownTag(language, tag)).description
        : shownDescription(language, domain)
      const title = tag ? localTitle(language, tag, field) : domainTitle(language, domain)
      return joinLines(
        wrap([`${domain.path} ${name}`.trim(), title].filter(Boolean).join(' · '), 2),
        indentedProse(description, 2),
      )
    })
    .join('\n')

/** What something is called in the language of the user, and behind it what it is. */
const withTitle = (title: string | undefined, meaning: string): string =>
  title === undefined ? meaning : `${title}. ${meaning}`

/** Joins the parts that are not empty, with blank lines between them. */
const sections = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n\n')

/** The number of fields in all tags of a domain. */
const fieldCount = ({ tags }: Domain): number => [...tags.values()].reduce((sum, { fields }) => sum + fields.size, 0)
