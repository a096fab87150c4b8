import { counted } from '../../shared/basics/text.ts'
import { ruleSentences } from '../../shared/check/declared/rule-text.ts'
import { type Hit, searchDescriptors } from '../../shared/domains/descriptor-search.ts'
import { domainFacts } from '../../shared/domains/domain-facts.ts'
import { meaningText, originText } from '../../shared/domains/field-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { isOnlyInherited, practicePaths, requestText } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain, Registry, Tag } from '../../shared/domains/registry.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { fieldInText, indentedProse, paragraph } from '../output/field-in-text.ts'
import { columnFor, entry, joinLines, printable, wrap } from '../output/layout.ts'
import { atLineStart } from '../output/one-line.ts'
import { domainsHere } from '../plan/registry.ts'

/** The options of the commands `list`, `show` and `search`. */
export interface LookUpOptions {
  readonly format: 'text' | 'json'
  /** The paths of the user's descriptor files. */
  readonly descriptors: readonly string[]
}

/** The result as text and as JSON; or a sentence that says why there is no result. */
type LookUpAnswer = { readonly text: string; readonly json: unknown } | string

/** Prints all domains. */
export const list = (options: LookUpOptions): Promise<void> =>
  answerLookUp(options, registry => ({
    text: listText(registry),
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
    const domain = registry.domainNamed(domainName)
    if (!domain) {
      const tagged = domainName.toUpperCase()
      const withTag = [...registry.domains.values()].find(({ tags }) => tags.has(tagged))
      if (withTag)
        return `${domainName} is a tag, not a domain; "recline descriptors show ${withTag.path} ${tagged}" shows it.`
      return noSuchDomain(domainName, registry)
    }
    if (tagName === undefined)
      return { text: domainText(domain), json: { ...domain.descriptor, isOnRequest: undefined } }
    const tag = domain.tags.get(tagName) ?? domain.tags.get(tagName.toUpperCase().replace(/-/g, '_'))
    if (!tag)
      return notFound(
        `${domain.path} has no tag ${tagName}`,
        nearest(tagName, domain.tags.keys()),
        `"recline descriptors show ${domain.path}" lists its tags.`,
      )
    return { text: tagText(tag), json: { domain: domain.path, ...tag.descriptor } }
  })

/** A sentence that says which domain was meant by a name that no domain has. */
export const noSuchDomain = (name: string, { domains }: Registry): string =>
  notFound(
    `There is no domain ${name}`,
    nearest(
      name,
      [...domains.keys()].flatMap(path => [path, path.replace(/^core\./, '')]),
    ),
    '"recline descriptors list" lists all domains.',
  )

/** Prints the domains, tags and fields that contain the words. */
export const searchDefinitions = (words: readonly string[], options: LookUpOptions): Promise<void> =>
  answerLookUp(options, registry => {
    const hits = searchDescriptors(registry, words.flatMap(word => word.split(/\s+/)).filter(Boolean)).filter(
      ({ domain, tag, field }) => !isOnlyInherited(domain, field ?? tag?.descriptor),
    )
    if (hits.length === 0 && options.format === 'text')
      complain(`No domain, tag or field has these words in its name or description: ${words.join(' ')}.`)
    return {
      text: hitsText(hits),
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
  `${what}. ${meant === undefined ? advice : `Did you mean ${meant}?`}`

/** The text output of `recline descriptors list`, `show` and `search`, at most 80 columns wide. */

/** All domains, each with its description and the number of its tags and fields. */
const listText = ({ domains }: Registry): string =>
  [...domains.values()]
    .map(domain => {
      const { version, description, meta } = domain.descriptor
      return joinLines(
        entry(
          `${domain.path} ${version}`,
          `${counted(domain.tags.size, 'tag')}, ${counted(fieldCount(domain), 'field')}`,
          {
            indent: 0,
            column: 30,
          },
        ),
        indentedProse(meta?.tagline ?? description, 2),
      )
    })
    .join('\n')

/** A domain with its tags. */
function domainText(domain: Domain): string {
  const { version, description, meta } = domain.descriptor
  const tags = [...domain.tags.values()]
  const column = columnFor(
    tags.map(({ name }) => name),
    2,
  )
  const useCases = meta?.use_cases ?? []
  const { state, notices, publisher } = domainFacts(domain.descriptor)
  return sections(
    joinLines(
      wrap(`${domain.path} ${version}`, 0),
      paragraph(state, 0),
      ...notices.map(notice => indentedProse(notice, 0)),
      indentedProse(description, 0),
      domain.base && wrap([`Extends ${domain.base.path}.`, requestText(domain)].filter(Boolean).join(' '), 0),
      paragraph(publisher, 0),
    ),
    joinLines(
      'Tags',
      ...tags.map(({ name, descriptor }) =>
        entry(name, plainProse(descriptor.description ?? ''), { indent: 2, column }),
      ),
    ),
    useCases.length > 0 &&
      joinLines(
        'Use cases',
        ...useCases.map(({ title, tags_used }) => `  ${wrap(`${title}: ${tags_used.join(', ')}`, 4)}`),
      ),
  )
}

/** A tag with its fields. */
function tagText({ name, domain, descriptor, fields }: Tag): string {
  const { purpose, when_to_use, related_standards } = domain.descriptor.meta?.tag_context?.[name] ?? {}
  const column = columnFor([...fields.keys()], 2)
  return sections(
    joinLines(
      wrap(`${domain.path} ${name}`, 0),
      indentedProse(meaningText(descriptor), 0),
      paragraph(originText(descriptor, domain), 0),
    ),
    joinLines(
      indentedProse(purpose, 0),
      indentedProse(when_to_use, 0),
      related_standards && paragraph(`Standards: ${related_standards.join(', ')}`, 0),
    ),
    ...[...fields.values()].map(field => fieldInText(field, domain, column)),
    descriptor.rules !== undefined &&
      joinLines(
        'Rules',
        ...descriptor.rules.map(rule =>
          joinLines(
            `  ${rule.id} (${rule.severity ?? 'error'})`,
            indentedProse(ruleSentences(rule), 4),
            `    ${atLineStart(printable(rule.expression))}`,
          ),
        ),
      ),
  )
}

/** The results of a search. */
const hitsText = (hits: readonly Hit[]): string =>
  hits
    .map(({ domain, tag, field }) => {
      const name = [tag?.name, field?.name].filter(part => part !== undefined).join('.')
      const { description } = field ?? tag?.descriptor ?? domain.descriptor
      return joinLines(wrap(`${domain.path} ${name}`, 2), indentedProse(description, 2))
    })
    .join('\n')

/** Joins the parts that are not empty, with blank lines between them. */
const sections = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join('\n\n')

/** The number of fields in all tags of a domain. */
const fieldCount = ({ tags }: Domain): number => [...tags.values()].reduce((sum, { fields }) => sum + fields.size, 0)
