import type { Node } from 'jsonc-parser'
import type { Fix } from '../check/rule.ts'
import type { RuleDescriptor } from '../domains/descriptor.ts'
import { nameAdvice, shorten } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { type ReadExpression, readCondition, readExpression } from '../expression/expression.ts'
import { readMessage } from '../expression/message.ts'
import { isNeverTrue } from '../expression/never-true.ts'
import type { ExpressionProblem } from '../expression/nodes.ts'
import type { Span } from '../syntax/nodes.ts'
import { changeFixes, propertiesOf, propertyValue, spanOf } from './json.ts'
import { escapeJson, offsetsInString } from './json-string.ts'

/** A rule as a descriptor or a configuration writes it. */
export interface WrittenRule {
  readonly rule: RuleDescriptor
  /** Its object in the JSON. */
  readonly node: Node
  /** The text of the whole file. */
  readonly text: string
}

/** A problem of a rule. Its offsets and those of its fixes count UTF-16 code units from the start of the file. */
export interface RuleProblem extends Span {
  readonly message: string
  readonly fixes?: () => Fix[]
}

/** What is wrong with a rule for the records of a tag: its expressions, and the fields that it names. */
export function problemsOfRule({ rule, node, text }: WrittenRule, tag: Tag, registry: Registry): RuleProblem[] {
  const problems: RuleProblem[] = []
  const add = (string: Node | undefined, found: readonly ExpressionProblem[]): void => {
    if (string) problems.push(...found.map(problem => inString(problem, string, text)))
  }
  const condition = readCondition(rule.expression, tag, registry)
  const expressionNode = propertyValue(node, 'expression')
  add(expressionNode, [...condition.problems, ...uselessness(condition)])
  add(propertyValue(node, 'message'), readMessage(rule.message, tag, registry).problems)
  const field = propertyValue(node, 'field')
  if (field && rule.field !== undefined && !fieldOf(tag, rule.field))
    problems.push(unknownField(field, rule.field, tag))
  for (const [key, value] of propertiesOf(propertyValue(node, 'fix'))) {
    const source = rule.fix?.[key.value as string]
    if (source === undefined) continue
    if (fieldOf(tag, key.value as string)) add(value, readExpression(source, tag, registry).problems)
    else problems.push(unknownField(key, key.value as string, tag))
  }
  return problems
}

/** The problem of a condition that is the same for all records. */
function uselessness(condition: ReadExpression): ExpressionProblem[] {
  if (condition.problems.length > 0 || !isNeverTrue(condition)) return []
  const message = 'This is never true, so every record breaks the rule; correct the expression.'
  return [{ start: condition.tree.start, end: condition.tree.end, message }]
}

function unknownField(node: Node, name: string, tag: Tag): RuleProblem {
  const names = [...tag.fields.keys(), 'rid']
  const near = nearest(name, names)
  return {
    ...spanOf(node),
    message: `${tag.name} has no field ${shorten(name)}; ${nameAdvice(near, names)}.`,
    fixes: () => changeFixes(node, near),
  }
}

/** A problem of an expression as one of the JSON string that it is written in. */
function inString(
  { start, end, message, replacements = [] }: ExpressionProblem,
  node: Node,
  text: string,
): RuleProblem {
  const { toFile } = offsetsInString(text, node)
  const [first, last] = [toFile(start), toFile(end)]
  return {
    start: first,
    end: Math.max(last, first + 1),
    message,
    fixes: () =>
      replacements.map(word => ({
        title: `Change to ${shorten(word)}`,
        edits: [{ start: first, end: last, text: escapeJson(word) }],
        isPreferred: replacements.length === 1,
      })),
  }
}
