import { itemsOf, signOfLists } from '../../domains/list-items.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import type { FieldDefinition, Registry, Tag } from '../../domains/registry.ts'
import { noValueOf } from '../check/check-operators.ts'
import { isNoFieldMessage } from '../check/checker.ts'
import { describeType, isNumber, isText, type Type, typeOfField } from '../check/types.ts'
import { type ReadExpression, readExpression } from '../expression.ts'
import { type Expression, type ExpressionProblem, literalText } from '../read/nodes.ts'

/**
 * Parses the expression for a new value of a field, and checks that the field can hold what it results in. A text that
 * is calculated is not compared with the enum or the pattern of the field.
 */
export function readNewValue(source: string, field: FieldDefinition, tag: Tag, registry: Registry): ReadExpression {
  const wanted = typeOfField(field, registry)
  const read = readExpression(source, tag, registry, 'query', wanted)
  const word = wordMeant(read, wanted)
  if (word !== undefined) return { ...read, problems: [word] }
  if (read.problems.length > 0) return read
  const problems = misfits(read, field.name, wanted)
  return { ...read, problems: problems.length === 0 && wanted.kind === 'list' ? severalItems(read.tree) : problems }
}

/** The items that a list in a record cannot hold: there, they would be several items, or other ones. */
function severalItems(node: Expression): ExpressionProblem[] {
  if (node.kind === 'conditional') return [node.yes, node.no].flatMap(severalItems)
  if (node.kind === 'binary') return [node.left, node.right].flatMap(severalItems)
  if (node.kind !== 'list') return []
  return node.items.flatMap(item => {
    const text = literalText(item)
    const [sign] = (text !== undefined && signOfLists.exec(text)) || []
    if (text === undefined || sign === undefined) return []
    const { start, end } = item
    const single = itemsOf(text)
    const items = single.map(one => JSON.stringify(one)).join(', ')
    const advice =
      single.length > 1
        ? localize('write several items as {items}', { items: shorten(items) })
        : localize('leave it out')
    const what =
      sign === '"'
        ? localize('No item of a list can have a quote in it')
        : localize('No item of a list can have {sign} in it', { sign: show(sign) })
    const message = sentenceOfClauses(what, advice)
    return [{ start, end, message, ...(single.length > 0 && { replacements: [items] }) }]
  })
}

/** A name that is a value of the enum: quotes are missing, often because a shell has removed them. */
function wordMeant({ tree, problems }: ReadExpression, wanted: Type): ExpressionProblem | undefined {
  if (tree.kind !== 'name' || problems.length === 0) return undefined
  if (wanted.kind !== 'string' || !wanted.values?.includes(tree.name)) return undefined
  const { start, end, name } = tree
  return { start, end, message: isNoFieldMessage(name), replacements: [JSON.stringify(name)] }
}

function misfits({ tree, typed }: ReadExpression, name: string, wanted: Type): ExpressionProblem[] {
  const problems: ExpressionProblem[] = []
  visit(tree, wanted)
  return problems

  function visit(node: Expression, wanted: Type): void {
    if (node.kind === 'conditional') {
      visit(node.yes, wanted)
      visit(node.no, wanted)
    } else if (node.kind === 'list' && wanted.kind === 'list') {
      for (const item of node.items) visit(item, wanted.item)
    } else {
      const { start, end } = node
      const problem = misfit(node, typed.types.get(node) ?? typed.type, wanted)
      if (problem) problems.push({ start, end, ...problem })
    }
  }

  function misfit(node: Expression, type: Type, wanted: Type): Omit<ExpressionProblem, 'start' | 'end'> | undefined {
    if (!typeCanHold(type, wanted))
      return {
        message: sentenceOfClauses(
          localize('{name} is {wanted}, and this is {type}', {
            name: shorten(name),
            wanted: describeType(wanted),
            type: describeType(type),
          }),
          ...hint(type, wanted),
        ),
      }
    const values = wanted.kind === 'string' ? wanted.values : undefined
    if (!values) return undefined
    const word = literalText(node)
    if (word !== undefined) return values.includes(word) ? undefined : noValueOf(name, values, word)
    const others = type.kind === 'string' ? type.values : undefined
    return others && !others.some(other => values.includes(other))
      ? {
          message: localize('This is never a value of {name}: the two enums have no value in common.', {
            name: shorten(name),
          }),
        }
      : undefined
  }
}

/** Whether a field of a type can hold values of another type. */
function typeCanHold(type: Type, wanted: Type): boolean {
  if (type.kind === 'unknown' || wanted.kind === 'unknown') return true
  if (type.kind === 'list' && wanted.kind === 'list') return typeCanHold(type.item, wanted.item)
  if (type.kind === 'reference' && wanted.kind === 'reference') return type.path === wanted.path
  if (isText(wanted)) return isText(type)
  return wanted.kind === 'float' ? isNumber(type) : type.kind === wanted.kind
}

/** How to write a value of the wanted type: no clause, or one. */
function hint(type: Type, wanted: Type): readonly string[] {
  if (wanted.kind === 'list' && isText(type)) return [localize('write a list such as {list}', { list: '["a", "b"]' })]
  if (wanted.kind === 'int' && type.kind === 'float')
    return [localize('write {text}', { text: { or: ['int(…)', 'round(…)'] } })]
  if (wanted.kind === 'ts' && isText(type))
    return [localize('write a date as {call}', { call: 'timestamp("2026-06-30")' })]
  const hasText = wanted.kind === 'string' && type.kind !== 'list' && type.kind !== 'record'
  return hasText ? [localize('write {text}', { text: 'string(…)' })] : []
}
