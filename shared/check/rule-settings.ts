import type { RuleDescriptor, RuleSettings } from '../domains/descriptor.ts'
import type { Severities } from './problem.ts'

/** The start of the codes of declared rules. */
export const ruleCodePrefix = 'rule/'

/** The code of a declared rule. */
export const ruleCode = ({ id }: Pick<RuleDescriptor, 'id'>): string => `${ruleCodePrefix}${id}`

/**
 * What the check needs to know of rules.
 *
 * @param rules those of the configuration
 * @param severity the severities that the user chose, for all codes
 * @param now what `now` means, in milliseconds since 1970; without it, the time of the check
 */
export const ruleSettingsOf = (rules: RuleSettings['rules'], severity: Severities, now?: number): RuleSettings => ({
  rules,
  severity: Object.fromEntries(Object.entries(severity).filter(([code]) => code.startsWith(ruleCodePrefix))),
  ...(now !== undefined && { now }),
})
