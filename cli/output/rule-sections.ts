import { ruleCode } from '../../shared/check/rule-settings.ts'
import type { RuleDescriptor, RuleSettings } from '../../shared/domains/descriptor.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { CodeSection } from './codes-page.ts'

/**
 * The sections about the rules of all descriptors and of a configuration, in the form of those about the other codes.
 */
export const ruleSections = ({ tags }: Registry, configured: RuleSettings['rules'] = []): CodeSection[] => [
  ...[...tags.values()].flatMap(({ fullName, descriptor }) =>
    (descriptor.rules ?? []).map(rule => sectionOf(rule, fullName.path)),
  ),
  ...configured.map(rule => sectionOf(rule, rule.tag)),
]

function sectionOf(rule: RuleDescriptor, path: string): CodeSection {
  const { severity = 'error', expression, message, description = message, standard, examples } = rule
  const isOff = severity === 'off'
  const parts = [
    description,
    `This is a rule for ${path}${standard === undefined ? '' : `, from ${standard}`}. A correct record meets: ${expression}`,
    ...(isOff ? ['It is off until a configuration gives it a severity.'] : []),
  ]
  const text = parts.join('\n\n')
  const fences = examples ? [fence(examples.wrong, ` problem=${ruleCode(rule)}`), fence(examples.right, '')] : []
  return {
    code: ruleCode(rule),
    severity: isOff ? 'information' : severity,
    isOff,
    summary: description,
    text,
    source: [text, ...fences].join('\n\n'),
  }
}

const fence = (records: string, info: string): string => `\`\`\`rec${info}\n${records}\n\`\`\``
