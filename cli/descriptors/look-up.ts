import { searchDescriptors } from '../../shared/domains/descriptor-search.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { domainsHere } from '../plan/registry.ts'
import { domainText, fieldCount, hitsText, listText, tagText } from './texts.ts'

/** The options of the commands `list`, `show` and `search`. */
export interface LookUpOptions {
  readonly format: 'text' | 'json'
  /** The paths of the user's descriptor files. */
  readonly descriptors: readonly string[]
}

/** The result as text and as JSON; or a sentence that says why there is no result. */
type Answer = { readonly text: string; readonly json: unknown } | string

/** Prints all domains. */
export const list = (options: LookUpOptions): Promise<void> =>
  answer(options, registry => ({
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
  answer(options, registry => {
    const domain = registry.domainNamed(domainName)
    if (!domain) {
      const tagged = domainName.toUpperCase()
      const withTag = [...registry.domains.values()].find(({ tags }) => tags.has(tagged))
      if (withTag)
        return `${domainName} is a tag, not a domain; "recline descriptors show ${withTag.path} ${tagged}" shows it.`
      const names = [...registry.domains.keys()].flatMap(path => [path, path.replace(/^core\./, '')])
      return notFound(
        `There is no domain ${domainName}`,
        nearest(domainName, names),
        '"recline descriptors list" lists all domains.',
      )
    }
    if (tagName === undefined) return { text: domainText(domain), json: domain.descriptor }
    const tag = domain.tags.get(tagName) ?? domain.tags.get(tagName.toUpperCase().replace(/-/g, '_'))
    if (!tag)
      return notFound(
        `${domain.path} has no tag ${tagName}`,
        nearest(tagName, domain.tags.keys()),
        `"recline descriptors show ${domain.path}" lists its tags.`,
      )
    return { text: tagText(tag), json: { domain: domain.path, ...tag.descriptor } }
  })

/** Prints the domains, tags and fields that contain the words. */
export const searchDefinitions = (words: readonly string[], options: LookUpOptions): Promise<void> =>
  answer(options, registry => {
    const hits = searchDescriptors(registry, words.flatMap(word => word.split(/\s+/)).filter(Boolean))
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

async function answer({ format, descriptors }: LookUpOptions, find: (registry: Registry) => Answer): Promise<void> {
  const { registry, failures, warnings } = await domainsHere(descriptors)
  for (const sentence of [...failures.map(({ failure }) => failure), ...warnings]) complain(sentence)
  const found = find(registry)
  if (typeof found === 'string') complain(found)
  else {
    const output = format === 'json' ? jsonText(found.json, 2) : found.text
    if (output !== '') process.stdout.write(`${output}\n`)
  }
  process.exitCode = failures.length === 0 && typeof found !== 'string' ? ExitCode.Clean : ExitCode.CouldNotRun
}

const notFound = (what: string, [meant]: readonly string[], advice: string): string =>
  `${what}. ${meant === undefined ? advice : `Did you mean ${meant}?`}`
