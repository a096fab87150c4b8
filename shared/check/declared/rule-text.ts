import type { RuleDescriptor } from '../../domains/descriptor.ts'
import { localize, localTemplate } from '../../domains/localize.ts'
import type { FieldDefinition, Tag } from '../../domains/registry.ts'
import { textOfMessage } from '../../expression/run/message.ts'
import { tagName, valueText } from '../../syntax/nodes.ts'
import { parse } from '../../syntax/tree.ts'
import { type DeclaredRule, declaredRules, perRules, type RulesInForce } from './declared-rules.ts'
import { ruleCode } from './rule-settings.ts'

type RuleTexts = Pick<RuleDescriptor, 'summary' | 'message' | 'description'>

/** What a reader needs to know of a rule to say whether it is right, for the reference site and `recline explain`. */
export interface RuleFacts {
  /** Its code, by which people name it and configurations change it. */
  readonly code: string
  readonly severity: NonNullable<RuleDescriptor['severity']>
  /** What it wants, and why. */
  readonly sentences: string
  /** The message about a record that breaks it, with its expressions as code; undefined if the sentences have it. */
  readonly reported: string | undefined
  /** What it is for and where it comes from: `core.security.IOC`, `practice.security.INCIDENT, NIS 2, Art. 23`. */
  readonly source: string
  /** What is true for a correct record. */
  readonly expression: string
  readonly examples: RuleDescriptor['examples']
}

/**
 * The facts of a rule.
 *
 * @param tag the path of the tag, or its name if a configuration has the rule
 */
export function ruleFacts(rule: RuleDescriptor, tag: string): RuleFacts {
  const { severity = 'error', summary, message, description = message, standard, expression, examples } = rule
  return {
    code: ruleCode(rule),
    severity,
    sentences: summary === undefined ? localTemplate(description) : ruleSentences(rule),
    reported: summary === undefined ? undefined : textOfMessage(localTemplate(message)),
    source: standard === undefined ? tag : `${tag}, from ${standard}`,
    expression,
    examples,
  }
}

/** A rule in plain words: what it wants, and why. In the language of the reader, if it comes with Recline. */
export const ruleSentences = (rule: RuleTexts): string =>
  `${ruleSummary(rule)} ${localTemplate(rule.description ?? '')}`.trim()

/**
 * A rule in one sentence: its summary, or else what is wrong with a record that breaks it. Expressions in the message
 * are code between backticks.
 */
export function ruleSummary({ summary, message }: RuleTexts): string {
  const text =
    summary === undefined
      ? localize('Reported: {message}', { message: withoutEchoes(textOfMessage(localTemplate(message))) })
      : localTemplate(summary)
  return /[.!?。]$/.test(text) ? text : `${text}.`
}

/** Leaves out the words before a field that only say its name: `The score` before the code `score`. */
const withoutEchoes = (text: string): string =>
  text.replace(/((?:\p{L}+ )+)(`([a-z_]+)`)/giu, (all, words: string, code: string, name: string) => {
    const echo = `${name.replaceAll('_', ' ')} `
    return ` ${words}`.toLowerCase().endsWith(` ${echo}`) ? words.slice(0, -echo.length) + code : all
  })

/** The rules in force that read a field of a tag, those of other tags too. The most severe ones come first. */
export function rulesThatRead(field: FieldDefinition, tag: Tag, inForce: RulesInForce): DeclaredRule[] {
  const found = new Map<string, DeclaredRule>()
  const { own, across } = declaredRules(tag, inForce)
  for (const one of [...own, ...across]) if (namesOwn(one, field.name)) found.set(one.code, one)
  for (const one of readersByField(inForce).get(exampleKey(tag.nameOfRecords.path, field.name)) ?? [])
    if (!found.has(one.code)) found.set(one.code, one)
  return [...found.values()].sort(
    (one, other) => ruleSeverities.indexOf(one.severity) - ruleSeverities.indexOf(other.severity),
  )
}

const ruleSeverities: readonly DeclaredRule['severity'][] = ['error', 'warning', 'information']

const namesOwn = ({ rule, reads }: DeclaredRule, name: string): boolean =>
  rule.field === name || [...reads.named].some(field => (field.aspect?.of ?? field).name === name)

/** The rules that read fields of other records, by these fields. */
const readersByField = perRules(inForce => {
  const readers = new Map<string, DeclaredRule[]>()
  for (const tag of inForce.registry.tags.values())
    for (const one of declaredRules(tag, inForce).across)
      for (const [path, fields] of one.reads.others)
        for (const { name, aspect } of fields) {
          const key = exampleKey(path, aspect?.of.name ?? name)
          readers.set(key, [...(readers.get(key) ?? []), one])
        }
  return readers
})

const exampleKey = (path: string, name: string): string => `${path} ${name}`

/**
 * Values of a field as examples: that of the descriptor, then others that the rules about the field call right, such as
 * the blood pressure of a cardiac arrest. Ids, references and fields with a list of values have only the first one.
 *
 * @param rules those that read the field
 */
export function examplesOf(field: FieldDefinition, tag: Tag, rules: readonly DeclaredRule[]): string[] {
  const examples = new Set(field.example === undefined ? [] : [field.example])
  if (field.enum || field.target || field.type === 'bool' || field.name === tag.identityField) return [...examples]
  for (const { rule, tag: owner } of rules)
    if (owner.nameOfRecords.path === tag.nameOfRecords.path)
      for (const value of fieldValuesIn(rule.examples?.right ?? '', tag, field)) examples.add(value)
  return [...examples].slice(0, mostExamples)
}

const mostExamples = 3

/** The values of a field in the records of a tag. */
const fieldValuesIn = (text: string, tag: Tag, field: FieldDefinition): string[] =>
  parse(text).entries.flatMap(entry =>
    entry.kind === 'record' && tagName(entry) === tag.name
      ? entry.fields.flatMap(({ name, value }) => (name === field.name && value ? [valueText(entry, value)] : []))
      : [],
  )
