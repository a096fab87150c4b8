import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { shorten, show } from '../../domains/message-text.ts'
import { hasNoField, nameAdvice } from '../../domains/name-advice.ts'
import { nearest } from '../../domains/nearest.ts'
import { fieldNamed, fieldOf, type Tag } from '../../domains/registry.ts'
import type { Span } from '../../syntax/nodes.ts'
import { functionNamed, functions } from '../functions/functions.ts'
import { type Expression, type ExpressionProblem, literalText, type MemberNode, type NameNode } from '../read/nodes.ts'
import { callHere, callInWords, idAt, nameOfCall, wordHere } from '../read/other-languages.ts'
import { checkCall } from './check-calls.ts'
import { checkOperator } from './check-operators.ts'
import { type Checker, isNoFieldMessage, mustBe, quoted } from './checker.ts'
import { namesPresence, presenceAdvice } from './presence.ts'
import { meaningOf, type Scope, typeOfMeaning } from './scope.ts'
import { describeType, isNumber, isText, joined, type Type, typeOfField, unknown } from './types.ts'

/** What the descriptors say about an expression. */
export interface TypedExpression {
  readonly type: Type
  /** In the order of their offsets. */
  readonly problems: readonly ExpressionProblem[]
  readonly types: ReadonlyMap<Expression, Type>
  /** The scope of each argument that has a name for items. */
  readonly scopes: ReadonlyMap<Expression, Scope>
}

/**
 * Checks the types of an expression. A part with a problem has an unknown type, so that it causes no other problems.
 *
 * @param expected the type that the expression should have; only messages about unknown names need it
 */
export function checkTypes(source: string, tree: Expression, scope: Scope, expected?: Type): TypedExpression {
  const problems: ExpressionProblem[] = []
  const types = new Map<Expression, Type>()
  const scopes = new Map<Expression, Scope>()
  const check = new TypeCheck(source, tree, types, scopes, problem => problems.push(problem))
  const type = check.check(tree, scope, expected)
  problems.sort((one, other) => one.start - other.start)
  return { type, problems, types, scopes }
}

class TypeCheck implements Checker {
  /** The last text in the form of an id that has no quotes. */
  private id: Span = { start: 0, end: 0 }

  constructor(
    private readonly source: string,
    private readonly root: Expression,
    private readonly types: Map<Expression, Type>,
    private readonly scopes: Map<Expression, Scope>,
    private readonly problem: (problem: ExpressionProblem) => void,
  ) {}

  check(node: Expression, scope: Scope, expected?: Type): Type {
    const type = this.typeOf(node, scope, expected)
    this.types.set(node, type)
    this.scopes.set(node, scope)
    return type
  }

  report({ start, end }: Span, message: string, replacements: readonly string[] = []): Type {
    this.problem({ start, end, message, ...(replacements.length > 0 && { replacements }) })
    return unknown
  }

  declare(node: Expression, type: Type): void {
    this.types.set(node, type)
  }

  private typeOf(node: Expression, scope: Scope, expected: Type | undefined): Type {
    switch (node.kind) {
      case 'missing':
        return unknown
      case 'literal':
        return { kind: node.type }
      case 'name': {
        const meaning = meaningOf(node.name, scope)
        if (!meaning) return this.unknownName(node, scope, expected)
        return typeOfMeaning(meaning, scope)
      }
      case 'member':
        return this.member(node, scope)
      case 'index':
        return this.index(node.object, node.index, scope)
      case 'call':
        return checkCall(this, node, scope)
      case 'unary':
        return this.unary(node.operator, node.operand, scope)
      case 'binary':
        return checkOperator(this, node, scope)
      case 'conditional': {
        mustBe(this, 'bool', node.condition, scope, localize('The condition before ?'))
        const [yes, no] = [this.check(node.yes, scope, expected), this.check(node.no, scope, expected)]
        const type = joined(yes, no)
        return (
          type ??
          this.report(
            node.no,
            localize('Both sides of : must be of one type; here they are {yes} and {no}.', {
              yes: describeType(yes),
              no: describeType(no),
            }),
          )
        )
      }
      case 'list':
        return this.list(node.items, scope, expected?.kind === 'list' ? expected.item : undefined)
    }
  }

  private unknownName(at: NameNode, scope: Scope, expected: Type | undefined): Type {
    const { name } = at
    if (functions.some(one => one.name === name && !one.receiver)) return this.report(at, isFunctionMessage(name))
    if (namesPresence(name)) return this.report(at, sentenceOfClauses(hasNoField(scope.tag, name), presenceAdvice()))
    // The id is reported already, where its first word stands.
    if (this.id.start <= at.start && at.start < this.id.end) return unknown
    const known = namesInScope(scope)
    const wantsText = expected !== undefined && isText(expected)
    const near = nearest(name, wantsText ? known.filter(one => isTextIn(scope, one)) : known)
    const id = /^[A-Z]/.test(name) || near.length === 0 ? idAt(this.source, at.start) : undefined
    if (id !== undefined) {
      this.id = { start: at.start, end: at.start + id.length }
      return this.report(this.id, isNoFieldMessage(id), [quoted(id)])
    }
    const word = wordHere(name)
    if (word) {
      const message = sentenceOfClauses(hasNoField(scope.tag, name), localize('write {text}', { text: word }))
      return this.report(at, message, [word])
    }
    const text = localize('for a text, write {text}', { text: show(name) })
    // Nobody needs a text alone, unless it is a new value, or one before a dot.
    const isAlone = (at === this.root && !wantsText) || this.source[at.end] === '.'
    const isField = near.length > 0 || isAlone
    const field = nameAdvice(near, known)
    const fieldOrText = wantsText ? localize('{clause}, or {other}', { clause: field, other: text }) : field
    const advice = isField ? fieldOrText : text
    const isClosed = expected?.kind === 'string' && expected.values?.includes(name) === true
    const other = isClosed
      ? []
      : [localize('for a field that it does not define, write {call}', { call: `this[${quoted(name)}]` })]
    const isAllowed = wantsText && (expected.kind !== 'string' || expected.values?.includes(name) !== false)
    const replacements = isAllowed ? [...near, quoted(name)] : near
    return this.report(at, sentenceOfClauses(hasNoField(scope.tag, name), advice, ...other), replacements)
  }

  private member(node: MemberNode, scope: Scope): Type {
    const { name, nameAt } = node
    const type = this.check(node.object, scope)
    if (type.kind === 'unknown') return unknown
    const call = type.kind === 'record' || type.kind === 'reference' ? undefined : callHere(name)
    if (call) {
      const replacement =
        functionNamed(nameOfCall(call) ?? '', true)?.parameters.length === 0 ? `${nameOfCall(call)}()` : ''
      const message = localize('There is no {name}; write {written}.', {
        name: shorten(name),
        written: callInWords(call),
      })
      return this.report(nameAt, message, replacement ? [replacement] : [])
    }
    const tag = this.tagBehind(type, node.object)
    if (!tag) return unknown
    const field = fieldOf(tag, name)
    if (field) return typeOfField(field, scope.registry)
    const isFunction = functions.some(one => one.name === name && one.receiver)
    if (isFunction) return this.report(nameAt, isFunctionMessage(name))
    const known = [...tag.fields.keys(), 'rid']
    const near = nearest(name, known)
    const other = localize('for a field that it does not define, write {brackets} instead of {member}', {
      brackets: `[${quoted(name)}]`,
      member: `.${shorten(name)}`,
    })
    return this.report(nameAt, sentenceOfClauses(hasNoField(tag, name), nameAdvice(near, known), other), near)
  }

  /** The tag of the records whose fields can stand behind a dot. */
  private tagBehind(type: Type, at: Expression): Tag | undefined {
    if (type.kind === 'record') return type.tag
    if (type.kind === 'reference') {
      const { tag, path } = type
      if (!tag)
        this.report(at, localize('This refers to {path}, which no domain defines; add its descriptor.', { path }))
      return type.tag
    }
    const advice =
      type.kind === 'list'
        ? localize('use exists, all, filter or map to look at its items')
        : localize('only a reference to a record can be followed by the name of a field')
    this.report(at, sentenceOfClauses(localize('This is {type}', { type: describeType(type) }), advice))
    return undefined
  }

  private index(object: Expression, index: Expression, scope: Scope): Type {
    const type = this.check(object, scope)
    if (type.kind === 'list') {
      mustBe(this, 'int', index, scope, localize('The number of an item'))
      return type.item
    }
    if (type.kind === 'unknown') {
      this.check(index, scope)
      return unknown
    }
    if (index.kind === 'literal' && index.type === 'int') {
      const what = localize('This is {type}, and only a list has items with numbers', { type: describeType(type) })
      const call = `.split("")[${index.value}]`
      const advice = type.kind === 'string' ? [localize('write {call} for a character', { call })] : []
      return this.report(object, sentenceOfClauses(what, ...advice))
    }
    const tag = this.tagBehind(type, object)
    this.check(index, scope)
    if (!tag) return unknown
    const name = literalText(index)
    if (name === undefined) return this.report(index, localize('Write the name of a field here, in quotes.'))
    if (!canBeWritten.test(name))
      return this.report(index, localize('No record can have a field {name}.', { name: show(name) }))
    // A field that the tag does not define is read, too.
    return typeOfField(fieldNamed(tag, name), scope.registry)
  }

  private unary(operator: '!' | '-', operand: Expression, scope: Scope): Type {
    if (operator === '!') return mustBe(this, 'bool', operand, scope, localize('What ! negates'))
    const type = this.check(operand, scope)
    if (type.kind === 'unknown' || isNumber(type) || type.kind === 'duration') return type
    const message = localize('A minus can stand before a number or a duration, and this is {type}.', {
      type: describeType(type),
    })
    return this.report(operand, message)
  }

  private list(items: readonly Expression[], scope: Scope, expected: Type | undefined): Type {
    let type = unknown
    for (const item of items) {
      const own = this.check(item, scope, expected)
      // A list of words is one of texts, whatever they are compared with later.
      const common = joined(type, own)
      if (!common) {
        this.report(
          item,
          localize('The items of a list must be of one type; this is {type}, and others are {other}.', {
            type: describeType(own),
            other: describeType(type),
          }),
        )
        return { kind: 'list', item: unknown }
      }
      type = common
    }
    return { kind: 'list', item: type }
  }
}

const isFunctionMessage = (name: string): string =>
  localize('{name} is a function; write {call}.', { name, call: `${name}(…)` })

/** What the parser can read as the name of a field, also if it does not allow the name. */
const canBeWritten = /^[^\s"'=:|[\]{}]+$/

/** The names that can stand alone in a scope. */
const namesInScope = ({ variables, tag }: Scope): string[] => [
  ...variables.map(({ name }) => name),
  ...tag.fields.keys(),
  'rid',
  'now',
]

/** Whether a name means a text. */
function isTextIn(scope: Scope, name: string): boolean {
  const meaning = meaningOf(name, scope)
  return meaning !== undefined && isText(typeOfMeaning(meaning, scope))
}
