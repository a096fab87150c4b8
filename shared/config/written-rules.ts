import type { Node } from 'jsonc-parser'
import type { Fix } from '../check/rule.ts'
import { isTagOfPart } from '../domains/defining-part.ts'
import type { DomainPart, RuleDescriptor } from '../domains/descriptor.ts'
import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { hasNoField, nameAdvice } from '../domains/name-advice.ts'
import { nearest } from '../domains/nearest.ts'
import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { isNeverTrue } from '../expression/check/never-true.ts'
import { type ReadExpression, readCondition, readExpression } from '../expression/expression.ts'
import { type ExpressionSymbol, symbolsOf } from '../expression/help/symbols.ts'
import type { ExpressionProblem } from '../expression/read/nodes.ts'
import { renameSymbol } from '../expression/read/write.ts'
import { readMessage } from '../expression/run/message.ts'
import type { Span } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import { changeFixes, escapeJson, offsetsInString, propertiesOf, propertyValue, spanOf } from './json.ts'
import type { WrittenExpression, WrittenName, WrittenRules } from './written-expressions.ts'

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
    problems.push(unknownRuleField(field, rule.field, tag))
  for (const [key, value] of propertiesOf(propertyValue(node, 'fix'))) {
    const source = rule.fix?.[key.value as string]
    if (source === undefined) continue
    if (fieldOf(tag, key.value as string)) add(value, readExpression(source, tag, registry).problems)
    else problems.push(unknownRuleField(key, key.value as string, tag))
  }
  return problems
}

/** The problems of rules that were stopped in some file, as they take too many steps: one for each rule. */
export const stoppedRuleProblems = (rules: readonly WrittenRule[], stopped: ReadonlySet<string>): RuleProblem[] =>
  rules.flatMap(({ rule: { id }, node }) => {
    const expression = propertyValue(node, 'expression')
    if (!stopped.has(id) || !expression) return []
    const message = localize(
      'The rule {rule} takes too many steps, so the editor no longer checks it in some files; make its expression simpler.',
      { rule: shorten(id) },
    )
    return [{ ...spanOf(expression), message }]
  })

/** The problem of a condition that is the same for all records. */
function uselessness(condition: ReadExpression): ExpressionProblem[] {
  if (condition.problems.length > 0 || !isNeverTrue(condition)) return []
  const message = localize('This is never true, so every record breaks the rule; correct the expression.')
  return [{ start: condition.tree.start, end: condition.tree.end, message }]
}

function unknownRuleField(node: Node, name: string, tag: Tag): RuleProblem {
  const names = [...tag.fields.keys(), 'rid']
  const near = nearest(name, names)
  return {
    ...spanOf(node),
    message: sentenceOfClauses(hasNoField(tag, name), nameAdvice(near, names)),
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
        title: localize('Change to {text}', { text: shorten(word) }),
        edits: [{ start: first, end: last, text: escapeJson(word) }],
        isPreferred: replacements.length === 1,
      })),
  }
}

/** The changes of a file that give a part of a domain another name in its rules. */
export function renameInRules(
  { expressions, names }: WrittenRules,
  part: DomainPart,
  to: string,
  registry: Registry,
): TextChange[] {
  return [
    ...expressions.flatMap(expression =>
      symbolsOf(expression.read, expression.expected)
        .filter(symbol => isSymbolOf(symbol, part, registry))
        .map(symbol => renameIn(expression, symbol, to)),
    ),
    ...names
      .filter(name => isNameOf(name, part, registry))
      .map(({ start, end, text }) => {
        // The path of a domain can stand before a tag.
        const path = part.field === undefined ? text.slice(0, text.lastIndexOf('.') + 1) : ''
        return { start, end, text: escapeJson(path + to) }
      }),
  ]
}

/** The change of a file that gives a symbol of an expression another name. */
export function renameIn({ read, toFile }: WrittenExpression, symbol: ExpressionSymbol, to: string): TextChange {
  const { start, end, text } = renameSymbol(read.source, symbol, to)
  return { start: toFile(start), end: toFile(end), text: escapeJson(text) }
}

function isSymbolOf(symbol: ExpressionSymbol, part: DomainPart, registry: Registry): boolean {
  if (symbol.kind === 'tag') return part.field === undefined && isTagOfPart(symbol.tag, part, registry)
  if (symbol.kind !== 'field' && symbol.kind !== 'value') return false
  const value = symbol.kind === 'value' ? symbol.value : undefined
  return isTagOfPart(symbol.tag, part, registry) && symbol.field.name === part.field && value === part.value
}

const isNameOf = ({ kind, tag, text }: WrittenName, part: DomainPart, registry: Registry): boolean =>
  isTagOfPart(tag, part, registry) &&
  part.value === undefined &&
  (kind === 'tag' ? part.field === undefined : part.field === text)
