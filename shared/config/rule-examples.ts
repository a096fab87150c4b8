import { checkFile, problemsOf } from '../check/check.ts'
import { FollowedRecords, followedFields, followedRecord } from '../check/declared/followed-records.ts'
import { acrossRuleFindings } from '../check/declared/rule-evaluation.ts'
import { ruleCode, ruleSettingsOf } from '../check/declared/rule-settings.ts'
import type { ConfiguredRule, RuleDescriptor } from '../domains/descriptor.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { Registry, Tag } from '../domains/registry.ts'
import { ParsedRecord } from '../expression/run/parsed-record.ts'
import type { Span } from '../syntax/nodes.ts'
import { parse } from '../syntax/tree.ts'
import { propertyValue, spanOf } from './json.ts'
import type { WrittenRule } from './written-rules.ts'

/** An example of a rule that shows the opposite of what it says. */
interface ExampleProblem extends Span {
  readonly message: string
}

/**
 * Finds the examples of rules that are wrong.
 *
 * @param rules all rules of the file, which are compiled once
 * @param configured those of a configuration
 * @returns takes a rule without mistakes, and the tag that it is about
 */
export function exampleChecker(
  rules: readonly RuleDescriptor[],
  registry: Registry,
  configured: readonly ConfiguredRule[] = [],
): (rule: WrittenRule, tag: Tag) => ExampleProblem[] {
  // A rule that is off has examples, too.
  const severities = Object.fromEntries(rules.map(rule => [ruleCode(rule), 'error' as const]))
  const ruleSettings = ruleSettingsOf(configured, severities)
  return ({ rule, node }, tag) => {
    const { examples } = rule
    if (!examples) return []
    const context = { registry, fileName: '', settingDomains: [tag.domain.path], ruleSettings }
    const problems: ExampleProblem[] = []
    const add = (key: keyof typeof examples, message: string): void => {
      problems.push({ ...spanOf(propertyValue(propertyValue(node, 'examples')!, key)!), message })
    }
    const id = shorten(rule.id)
    if (codesIn(examples.right, context).has(ruleCode(rule)))
      add(
        'right',
        localize('The example "right" of the rule {rule} breaks the rule; correct the example or the rule.', {
          rule: id,
        }),
      )
    if (!codesIn(examples.wrong, context).has(ruleCode(rule)))
      add(
        'wrong',
        localize('The example "wrong" of the rule {rule} does not break the rule; correct the example or the rule.', {
          rule: id,
        }),
      )
    return problems
  }
}

/** The codes of the problems in records, also of rules that read several of them. */
function codesIn(text: string, context: Parameters<typeof checkFile>[1]): Set<string> {
  const file = checkFile(parse(text), context)
  const records = new FollowedRecords()
  const fields = followedFields(context)
  const placed = file.entries.flatMap(({ tag }, index) => {
    const node = file.tree.entries[index]!
    return tag && node.kind === 'record' ? [{ tag, node }] : []
  })
  for (const { tag, node } of placed) {
    const followed = fields.get(tag)
    if (followed) records.add(tag.nameOfRecords.path, followedRecord(followed, new ParsedRecord(node)))
  }
  const across = placed.flatMap(({ tag, node }) => acrossRuleFindings(node, tag, context, records))
  return new Set([...problemsOf(file), ...across].map(({ code }) => code))
}
