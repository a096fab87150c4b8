import type { InferOutput } from 'valibot'
import type { describeInput } from '../../shared/agents/inputs.ts'
import { estimatedTokens } from '../../shared/agents/tokens.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import { type DeclaredRule, declaredRules, type RulesInForce } from '../../shared/check/declared/declared-rules.ts'
import { ruleSentences, rulesThatRead } from '../../shared/check/declared/rule-text.ts'
import { deprecatedText, deprecationOf } from '../../shared/domains/deprecation.ts'
import { domainFacts } from '../../shared/domains/domain-facts.ts'
import { nearestDomains } from '../../shared/domains/domains-in-force.ts'
import { exampleRecord, firstFields, requiredFirst } from '../../shared/domains/example-record.ts'
import {
  choicesOf,
  firstSentence,
  followersOf,
  meaningText,
  rangeText,
  typeText,
} from '../../shared/domains/field-text.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import { type RankedTag, rankedTags } from '../../shared/domains/ranked-tags.ts'
import { fieldsThatReferTo } from '../../shared/domains/referrers.ts'
import { type Domain, type FieldDefinition, fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { sensitivityOf } from '../../shared/domains/sensitive.ts'
import type { ToolAnswer } from '../../shared/protocol/agents.ts'
import { answered, cutToTokens, pageOf, refuse } from './answer.ts'
import { type AgentContext, tagOfCall } from './context.ts'

/** What records can hold, one level at a time: domains, the tags of a domain, the fields of a tag, or one field. */
export function describeFor(context: AgentContext, given: InferOutput<typeof describeInput>): ToolAnswer {
  const { registry, inForce } = context
  const { domain: name, tag: tagName, field: fieldName, search, cursor } = given
  const page = (key: string, items: readonly object[], rest: object = {}, limit = Infinity): ToolAnswer => {
    const of = { ...given, cursor: undefined }
    const { items: shown, cursor: next } = pageOf(items, { cursor, of }, estimatedTokens(visibleJson(rest)), limit)
    return answered({ ...rest, [key]: shown }, { cursor: next })
  }
  if (search !== undefined) {
    const ranked = rankedTags(registry, search.split(/\s+/).filter(Boolean))
    const all = ranked.filter(({ hasAll }) => hasAll)
    const hits = all.length > 0 ? all : ranked
    const note = ranked.length > 0 ? 'Nothing has all words; these have some of them.' : 'Nothing has these words.'
    return page('hits', hits.map(shortHit), { found: hits.length, ...(all.length === 0 && { note }) }, mostHits)
  }
  const domain = name === undefined ? undefined : domainOfCall(registry, name)
  if (tagName === undefined) {
    const counts = context.loaded.counts()
    if (fieldName !== undefined)
      refuse({ code: 'missing-argument', message: 'A field belongs to a tag; pass tag too.', at: 'tag' })
    return domain
      ? page('tags', [...domain.tags.values()].map(shortTag), { domain: domain.path, ...factsOf(domain) })
      : page(
          'domains',
          [...registry.domains.values()].map(domain => shortDomain(domain, counts)),
        )
  }
  const tag = tagOfCall(context, tagName, 'tag', domain?.path)
  if (fieldName !== undefined) {
    const field = fieldOf(tag, fieldName)
    if (!field) refuseField(tag, fieldName, 'field')
    return page('values', describedValues(field), { tag: tag.fullName.path, ...wholeField(field, tag, inForce) })
  }
  const { own, across } = declaredRules(tag, inForce)
  const example = exampleRecord(tag, firstFields(tag)) ?? exampleRecord(tag)
  return page(
    'fields',
    requiredFirst(tag).map(field => shortField(field, tag)),
    {
      tag: tag.fullName.path,
      meaning: cutToTokens(plainProse(meaningText(tag.descriptor)), 400),
      id: tag.identityField,
      rules: ruleTexts([...own, ...across]),
      ...(example !== undefined && { example: cutToTokens(example.replaceAll(/\n\s*/g, ' '), 1500) }),
      referred_by: fieldsThatReferTo(registry, tag)
        .slice(0, 50)
        .map(one => one.field.label),
    },
  )
}

/** Refuses the name of a field that a tag does not have. */
export function refuseField(tag: Tag, name: string, at: string): never {
  const names = [...new Set([...tag.fields.keys(), 'rid'])]
  refuse({
    code: 'unknown-field',
    message: `${tag.fullName.path} has no field ${JSON.stringify(name.slice(0, 40))}; write none that it does not have.`,
    at,
    nearest: nearest(name, names),
    ...(names.length <= 60 && { allowed: names }),
  })
}

export function domainOfCall(registry: Registry, name: string): Domain {
  const domain = registry.domainNamed(name)
  if (!domain)
    refuse({
      code: 'unknown-domain',
      message: `There is no domain ${JSON.stringify(name.slice(0, 40))}.`,
      at: 'domain',
      nearest: nearestDomains(name, registry),
      allowed: [...registry.domains.keys()].slice(0, 60),
    })
  return domain
}

/** @param counts the number of records of each tag, by its path */
const shortDomain = (domain: Domain, counts: ReadonlyMap<string, number>): object => ({
  domain: domain.path,
  about: cutToTokens(plainProse(domain.descriptor.meta?.tagline ?? firstSentence(domain.descriptor.description)), 150),
  tags: cutToTokens([...domain.tags.values()].map(tag => countedTag(tag, counts)).join(' '), 800),
})

/** A tag, with the number of its records if there are some: `CONTROL:5`. */
function countedTag({ name, fullName }: Tag, counts: ReadonlyMap<string, number>): string {
  const count = counts.get(fullName.path) ?? 0
  return count === 0 ? name : `${name}:${count}`
}

function factsOf({ descriptor }: Domain): object {
  const { state, notices } = domainFacts(descriptor)
  return {
    version: descriptor.version,
    about: cutToTokens(plainProse(descriptor.description), 400),
    ...(state !== undefined && { state }),
    ...(notices.length > 0 && { notices: notices.slice(0, 5).map(text => cutToTokens(text, 150)) }),
  }
}

const shortTag = (tag: Tag): object => ({
  tag: tag.name,
  meaning: plainProse(firstSentence(meaningText(tag.descriptor))),
  fields: firstFields(tag)
    .map(({ name, required }) => (required ? `${name}*` : name))
    .join(' '),
})

/** The values of a field that may be written, if they are few. */
const mostAllowed = 40

/** Values in one text, which takes fewer tokens than a list; in quotes if one of them has a blank. */
const inOneText = (values: readonly string[]): string =>
  (values.some(value => /\s|^$/.test(value)) ? values.map(value => JSON.stringify(value)) : values).join(' ')

function shortField(field: FieldDefinition, tag: Tag): object {
  const { name, required, usual, target, list, pattern, unit, deprecated } = field
  const choices = choicesOf(field)?.map(({ value }) => value)
  const sensitivity = sensitivityOf(tag, field)
  return {
    name,
    type: typeText(field),
    ...(required && { required }),
    ...(usual && !required && { usual }),
    ...(list && { list }),
    ...(target && { refers_to: target.tag }),
    ...(choices && choices.length <= mostAllowed && { allowed: cutToTokens(inOneText(choices), 400) }),
    ...(rangeText(field) !== '' && { range: rangeText(field) }),
    ...(unit !== undefined && { unit }),
    ...(pattern !== undefined && { pattern: cutToTokens(pattern, 200) }),
    ...(sensitivity && { withheld: sensitivity }),
    meaning: cutToTokens(plainProse(firstSentence(field.description ?? '')), 120),
    ...(deprecated && { deprecated: plainProse(deprecatedText(deprecated)) }),
  }
}

const wholeField = (field: FieldDefinition, tag: Tag, inForce: RulesInForce): object => ({
  ...shortField(field, tag),
  meaning: cutToTokens(plainProse(meaningText(field)), 1000),
  ...(field.example !== undefined && { example: cutToTokens(field.example, 200) }),
  rules: ruleTexts(rulesThatRead(field, tag, inForce)),
})

const describedValues = (field: FieldDefinition): object[] =>
  (choicesOf(field) ?? []).map(({ value, meaning }) => {
    const deprecation = deprecationOf(field, value)
    const next = followersOf(field, value)
    return {
      value: cutToTokens(value, 100),
      ...(meaning !== '' && { meaning: cutToTokens(meaning, 100) }),
      ...(next !== '' && { next: cutToTokens(next, 100) }),
      ...(deprecation && { deprecated: plainProse(deprecatedText(deprecation)) }),
    }
  })

/** Rules in words, with the most severe first. */
function ruleTexts(rules: readonly DeclaredRule[]): string[] {
  const texts = rules.map(({ severity, rule }) => `${severity}: ${cutToTokens(plainProse(ruleSentences(rule)), 150)}`)
  const more = texts.length - mostDescribedRules
  return more > 0 ? [...texts.slice(0, mostDescribedRules), `and ${more} more`] : texts
}

const mostDescribedRules = 25

/** The hits of a page. */
const mostHits = 10

/** The fields of a hit that are named. */
const mostFieldsOfHit = 5

const shortHit = ({ domain, tag, fields }: RankedTag): object => ({
  ...(tag && { tag: tag.name }),
  domain: tag?.nameOfRecords.domain ?? domain.path,
  ...(fields.length > 0 && { fields: fields.slice(0, mostFieldsOfHit).join(' ') }),
  meaning: cutToTokens(plainProse(firstSentence(tag?.descriptor.description ?? domain.descriptor.description)), 60),
})
