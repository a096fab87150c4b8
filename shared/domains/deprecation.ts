import type { Deprecation, Descriptor, FieldDescriptor } from './descriptor.ts'
import { domainFacts } from './domain-facts.ts'
import { shorten, show } from './message-text.ts'

/**
 * What is said of something that should no longer be written, as one sentence.
 *
 * @param label its name in messages, such as `CONTROL.owner`
 * @param use what to write instead, as it is written in a record
 */
export function deprecationSentence(label: string, { since, reason }: Deprecation, use: string | undefined): string {
  const from = since === undefined ? '' : ` since version ${shorten(since)}`
  const why = reason === undefined ? '' : `: ${withoutPeriod(reason)}`
  return `${label} is deprecated${from}${why}${use === undefined ? '' : `; write ${use}`}.`
}

const withoutPeriod = (sentence: string): string => sentence.trim().replace(/\.$/, '')

/** The same in a text about it, where its name need not be said; empty if it is not deprecated. */
export const deprecatedText = (deprecation: Deprecation | undefined): string =>
  deprecation === undefined
    ? ''
    : deprecationSentence('It', deprecation, deprecation.use && codeOrText(deprecation.use)).replace(/^It is d/, 'D')

const codeOrText = (name: string): string => (/^[\w.-]+$/.test(name) ? `\`${name}\`` : show(name))

/** What a value of a field is deprecated with; undefined if it is not. */
export const deprecationOf = ({ deprecatedValues }: FieldDescriptor, value: string): Deprecation | undefined =>
  deprecatedValues && Object.hasOwn(deprecatedValues, value) ? deprecatedValues[value] : undefined

/** What users of a domain are told wherever a file names it, as one sentence; undefined if there is nothing to tell. */
export function noticeOf(descriptor: Descriptor): string | undefined {
  const { domain } = descriptor
  const { notices } = domainFacts(descriptor)
  const said = notices.length > 0 ? `: ${notices.map(withoutPeriod).join('; ')}` : ''
  if (isDeprecatedDomain(descriptor)) return `${domain} is deprecated${said}.`
  return said === '' ? undefined : `${domain} has a notice${said}.`
}

/** Whether a domain should no longer be used. */
export const isDeprecatedDomain = ({ state, status, registry }: Descriptor): boolean =>
  [state, status, registry?.domain?.state].includes('deprecated')

/** The same things in the same order, but those that are deprecated come last. */
export const deprecatedLast = <Item>(items: readonly Item[], isDeprecated: (item: Item) => boolean): Item[] => [
  ...items.filter(item => !isDeprecated(item)),
  ...items.filter(isDeprecated),
]
