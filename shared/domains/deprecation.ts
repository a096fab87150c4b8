import type { Deprecation, Descriptor, FieldDescriptor } from './descriptor.ts'
import { domainFacts } from './domain-facts.ts'
import { localize } from './localize.ts'
import { shorten, show, withoutPeriod } from './message-text.ts'

/**
 * What is said of something that should no longer be written, as one sentence.
 *
 * @param label its name in messages, such as `CONTROL.owner`
 * @param use what to write instead, as it is written in a record
 */
export const deprecationSentence = (label: string, deprecation: Deprecation, use: string | undefined): string =>
  localize('{name} is deprecated{since}{reason}{use}.', { name: label, ...clausesOf(deprecation, use) })

/** What is said besides the fact, each as the rest of a sentence, which can be empty. */
const clausesOf = ({ since, reason }: Deprecation, use: string | undefined) => ({
  since: since === undefined ? '' : localize(' since version {version}', { version: shorten(since) }),
  reason: reason === undefined ? '' : `: ${withoutPeriod(reason)}`,
  use: use === undefined ? '' : localize('; write {text}', { text: use }),
})

/** The same in a text about it, where its name need not be said; empty if it is not deprecated. */
export const deprecatedText = (deprecation: Deprecation | undefined): string =>
  deprecation === undefined
    ? ''
    : localize(
        'Deprecated{since}{reason}{use}.',
        clausesOf(deprecation, deprecation.use && codeOrText(deprecation.use)),
      )

const codeOrText = (name: string): string => (/^[\w.-]+$/.test(name) ? `\`${name}\`` : show(name))

/** What a value of a field is deprecated with; undefined if it is not. */
export const deprecationOf = ({ deprecatedValues }: FieldDescriptor, value: string): Deprecation | undefined =>
  deprecatedValues && Object.hasOwn(deprecatedValues, value) ? deprecatedValues[value] : undefined

/** What users of a domain are told wherever a file names it, as one sentence; undefined if there is nothing to tell. */
export function noticeOf(descriptor: Descriptor): string | undefined {
  const { domain } = descriptor
  const { notices } = domainFacts(descriptor)
  const said = notices.length > 0 ? `: ${notices.map(withoutPeriod).join('; ')}` : ''
  if (isDeprecatedDomain(descriptor)) return localize('{domain} is deprecated{notices}.', { domain, notices: said })
  return said === '' ? undefined : localize('{domain} has a notice{notices}.', { domain, notices: said })
}

/** Whether a domain should no longer be used. */
export const isDeprecatedDomain = ({ state, status, registry }: Descriptor): boolean =>
  [state, status, registry?.domain?.state].includes('deprecated')

/** The same things in the same order, but those that are deprecated come last. */
export const deprecatedLast = <Item>(items: readonly Item[], isDeprecated: (item: Item) => boolean): Item[] => [
  ...items.filter(item => !isDeprecated(item)),
  ...items.filter(isDeprecated),
]
