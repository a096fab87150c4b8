import type { RuleDescriptor, RuleSettings } from '../../domains/descriptor.ts'
import type { Registry } from '../../domains/registry.ts'
import type { Severities } from '../problem.ts'

/** The start of the codes of declared rules. */
export const ruleCodePrefix = 'rule/'

/** The code of a declared rule. */
export const ruleCode = ({ id }: Pick<RuleDescriptor, 'id'>): string => `${ruleCodePrefix}${id}`

/** The codes of all declared rules: those of descriptors, and those of a configuration. */
export const declaredCodes = (
  { tags }: Pick<Registry, 'tags'>,
  configured: readonly Pick<RuleDescriptor, 'id'>[],
): Set<string> =>
  new Set([...[...tags.values()].flatMap(({ descriptor }) => descriptor.rules ?? []), ...configured].map(ruleCode))

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

/**
 * Joins the settings of a run or workspace: each also gets the rules of the others, as these can read the records of
 * all files. Equal settings become one object, so that their rules are compiled once.
 *
 * @returns a function that gives the settings with the others
 */
export function settingsTogether(all: Iterable<RuleSettings>): (own: RuleSettings) => RuleSettings {
  const distinct = new Map<string, RuleSettings>()
  for (const own of all) {
    const key = JSON.stringify(own)
    if (!distinct.has(key)) distinct.set(key, own)
  }
  const together = new Map<string, RuleSettings>()
  for (const [key, own] of distinct) {
    const others = [...distinct.values()].filter(other => other !== own)
    together.set(key, others.length === 0 ? own : { ...own, others })
  }
  return own => together.get(JSON.stringify(own)) ?? own
}
