import pc from 'picocolors'
import { ruleCodePrefix } from '../../shared/check/rule-settings.ts'
import { rules } from '../../shared/check/rules/index.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import { nearest } from '../../shared/domains/nearest.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { codeSections } from '../output/codes-page.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { columnFor, entry } from '../output/layout.ts'
import { oneLine } from '../output/one-line.ts'
import { ruleSections } from '../output/rule-sections.ts'
import { explanation } from './explanation.ts'

/**
 * Prints what a problem code or a rule means, or all codes with a sentence each. Says what may be meant by another
 * word.
 *
 * @param configured the rules of the configuration
 */
export function explainCode(
  code: string | undefined,
  registry: Registry,
  configured: RuleSettings['rules'],
  hasColours: boolean,
): void {
  const sections = codeSections()
  if (code === undefined) {
    const codes = sections.map(section => section.code)
    const column = columnFor(codes, 0)
    process.stdout.write(
      sections
        .map(({ code, severity, summary }) => `${entry(code, `${severity}: ${summary}`, { indent: 0, column })}\n`)
        .join(''),
    )
    return
  }
  const all = [...sections, ...ruleSections(registry, configured)]
  const section = all.find(section => section.code === code)
  if (section)
    process.stdout.write(
      explanation(
        section,
        rules.some(rule => rule.code === code) || code.startsWith(ruleCodePrefix),
        pc.createColors(hasColours),
      ),
    )
  else {
    complain(
      notFound(
        code,
        all.map(section => section.code),
        registry,
      ),
    )
    process.exitCode = ExitCode.CouldNotRun
  }
}

/** What a user meant by a word that is no code: another code, or something that another command explains. */
function notFound(word: string, codes: readonly string[], { tagsNamed, domainNamed }: Registry): string {
  const [tag] = tagsNamed(word.toUpperCase())
  const path = tag ? `${tag.domain.path} ${tag.name}` : domainNamed(word)?.path
  if (path !== undefined)
    return `${oneLine(word)} is not a problem code; "recline descriptors show ${path}" explains it.`
  const [meant] = nearest(word, codes)
  const advice = meant === undefined ? '"recline explain" lists all codes.' : `Did you mean ${meant}?`
  return `There is no problem code ${oneLine(word)}. ${advice}`
}
