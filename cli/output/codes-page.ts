/// <reference path="../site/raw-text.d.ts" />

import page from '../../docs/codes.md?raw' with { type: 'text' }
import { ruleFacts } from '../../shared/check/declared/rule-text.ts'
import type { Severity } from '../../shared/check/rule.ts'
import type { RuleDescriptor, RuleSettings } from '../../shared/domains/descriptor.ts'
// The bundler needs the attribute, and the test runner needs the query, to import the file as text.
import { localize } from '../../shared/domains/localize.ts'
import type { Registry, Tag } from '../../shared/domains/registry.ts'

/** The section of the codes page about one code. */
export interface CodeSection {
  readonly code: string
  readonly severity: Severity
  /** Whether nothing is found until a configuration gives it a severity. */
  readonly isOff?: boolean
  /** One sentence: what is wrong. */
  readonly summary: string
  /** The meaning of the code and how to fix it, with examples, as Markdown without links. */
  readonly text: string
  /** The same text, but the fences of examples keep what follows the language, such as `problem=<code>`. */
  readonly source: string
}

/** The sections of all codes, in the order of the page. */
export function codeSections(): CodeSection[] {
  const summaries = new Map(
    [...page.matchAll(/^\| \[([a-z-]+)\]\(#.*?\) \| [a-z]+ \| (.*) \|$/gm)].map(([, code, summary]) => [
      code,
      withoutEscapedPipes(summary!),
    ]),
  )
  return [
    ...page.matchAll(/^## ([a-z-]+)\n\nDefault severity: (error|warning|information)\n\n([^]*?)(?=^## |$(?![^]))/gm),
  ].map(([, code, severity, section]) => {
    const source = withoutMarkdownLinks(section!.trim())
    const text = source.replace(/^(```\w+).*$/gm, '$1')
    const summary = summaries.get(code!) ?? /^[^]*?\.(?=\s)/.exec(text)![0].replaceAll('\n', ' ')
    return { code: code!, severity: severity as Severity, summary, text, source }
  })
}

/** Removes links, because their relative targets do not exist where this text is shown. */
const withoutMarkdownLinks = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const withoutEscapedPipes = (cell: string): string => cell.replaceAll('\\|', '|')

/**
 * The sections about the rules of all descriptors and of a configuration, in the form of those about the other codes. A
 * rule that an extension changes has a section for each of both.
 */
export const ruleSections = ({ tags }: Registry, configured: RuleSettings['rules'] = []): CodeSection[] => [
  ...[...tags.values()].flatMap(tag =>
    (tag.descriptor.rules ?? [])
      .filter(rule => !isInheritedRule(rule, tag))
      .map(rule => sectionOfRule(rule, tag.fullName.path)),
  ),
  ...configured.map(rule => sectionOfRule(rule, rule.tag)),
]

/** Whether a tag has a rule as the domain has it that its own domain extends. */
export function isInheritedRule(rule: RuleDescriptor, { name, domain }: Tag): boolean {
  const before = domain.base?.tags.get(name)?.descriptor.rules?.find(({ id }) => id === rule.id)
  return before?.expression === rule.expression && before.message === rule.message && before.severity === rule.severity
}

/**
 * The section about a rule.
 *
 * @param path that of its tag, or its name if a configuration has the rule
 */
export function sectionOfRule(rule: RuleDescriptor, path: string): CodeSection {
  const { summary, message, description = message } = rule
  const { code, severity, sentences, reported, source, expression, examples } = ruleFacts(rule, path)
  const isOff = severity === 'off'
  const parts = [
    sentences,
    ...(reported === undefined ? [] : [localize('Reported: {message}', { message: reported })]),
    localize('This is a rule for {tag}. A correct record meets: {expression}', { tag: source, expression }),
    ...(isOff ? [localize('It is off until a configuration gives it a severity.')] : []),
  ]
  const text = parts.join('\n\n')
  const fences = examples ? [fence(examples.wrong, ` problem=${code}`), fence(examples.right, '')] : []
  return {
    code,
    severity: isOff ? 'information' : severity,
    isOff,
    summary: summary ?? description,
    text,
    source: [text, ...fences].join('\n\n'),
  }
}

const fence = (records: string, info: string): string => `\`\`\`rec${info}\n${records}\n\`\`\``
