import { RE2JS } from 're2js'
import { type FieldDefinition, fieldOf } from '../domains/registry.ts'
import { isMacro, type TypedExpression, textOf } from './check.ts'
import { functionNamed, valueText } from './functions.ts'
import type { BinaryNode, CallNode, Expression } from './nodes.ts'
import { meaningOf, type Scope, tagNamed, withVariable } from './scope.ts'
import { isNumber, type Type, unknown } from './types.ts'
import {
  compareTimestamps,
  durationBetween,
  isEqual,
  moved,
  type ReachableRecords,
  type RecordValues,
  type Timestamp,
  type Value,
} from './values.ts'

/** Evaluates a compiled expression; undefined if it reads an absent value, or has no result for these values. */
export type Evaluate = (frame: Frame) => Value | undefined

/** One evaluation of an expression on a record. */
export class Frame {
  /** The items of functions such as `exists`, by their slots. */
  readonly variables: Value[] = []
  /** The steps that are left. */
  steps = mostSteps

  /**
   * @param record the record that the expression is about
   * @param now what the name `now` stands for
   * @param records the records that it can reach; without them, references lead nowhere
   */
  constructor(
    readonly record: RecordValues,
    readonly now: Timestamp,
    readonly records: ReachableRecords = noRecords,
  ) {}

  /** Prepares for another evaluation. */
  restart(): void {
    this.steps = mostSteps
  }

  /** Whether the evaluation was stopped because it took too many steps. */
  get isExhausted(): boolean {
    return this.steps < 0
  }

  /** Whether some more steps can be taken. */
  take(steps: number): boolean {
    this.steps -= steps
    return this.steps >= 0
  }
}

/** The limit of steps: items of lists that are looked at, and texts of some characters that are searched. */
const mostSteps = 1_000_000

const noRecords: ReachableRecords = { find: () => undefined, referrers: () => [] }

/** The longest text that `+` makes, in UTF-16 code units, and the longest list. */
const longestText = 1_000_000
const longestList = 100_000

/** Compiles an expression without problems to a function. */
export function compile(tree: Expression, typed: TypedExpression, scope: Scope): Evaluate {
  return compileNode(tree, scope)

  function typeOf(node: Expression): Type {
    return typed.types.get(node) ?? unknown
  }

  function compileNode(node: Expression, scope: Scope): Evaluate {
    switch (node.kind) {
      case 'literal': {
        const { value } = node
        return () => value
      }
      case 'name':
        return compileName(node.name, scope)
      case 'member':
        return follow(compileNode(node.object, scope), typeOf(node.object), node.name)
      case 'index':
        return compileIndex(node.object, node.index, scope)
      case 'call':
        return compileCall(node, scope)
      case 'unary': {
        const operand = compileNode(node.operand, scope)
        if (node.operator === '-') return frame => negated(operand(frame))
        return frame => {
          const value = operand(frame)
          return value === undefined ? undefined : !value
        }
      }
      case 'binary':
        return compileBinary(node, scope)
      case 'conditional': {
        const [condition, yes, no] = [node.condition, node.yes, node.no].map(part => compileNode(part, scope)) as [
          Evaluate,
          Evaluate,
          Evaluate,
        ]
        return frame => {
          const value = condition(frame)
          if (value === undefined) return undefined
          return value ? yes(frame) : no(frame)
        }
      }
      case 'list': {
        const items = node.items.map(item => compileNode(item, scope))
        return frame => present(items.map(item => item(frame)))
      }
      case 'missing':
        return () => undefined
    }
  }

  function compileIndex(object: Expression, index: Expression, scope: Scope): Evaluate {
    const type = typeOf(object)
    const value = compileNode(object, scope)
    if (type.kind !== 'list') return follow(value, type, textOf(index) ?? '')
    const number = compileNode(index, scope)
    return frame => {
      const list = value(frame) as readonly Value[] | undefined
      const position = number(frame) as number | undefined
      return list === undefined || position === undefined || position < 0 ? undefined : list[position]
    }
  }

  function compileBinary(node: BinaryNode, scope: Scope): Evaluate {
    const { operator } = node
    const left = compileNode(node.left, scope)
    const right = compileNode(node.right, scope)
    if (operator === '&&')
      return frame => {
        const value = left(frame)
        return value === true ? right(frame) : value
      }
    if (operator === '||')
      return frame => {
        const value = left(frame)
        return value === false ? right(frame) : value
      }
    const calculate = operation(node, typeOf(node.left), typeOf(node.right))
    return frame => {
      const one = left(frame)
      if (one === undefined) return undefined
      const other = right(frame)
      return other === undefined ? undefined : calculate(one, other, frame)
    }
  }

  function compileCall(node: CallNode, scope: Scope): Evaluate {
    const { name, receiver } = node
    const called = functionNamed(name, receiver !== undefined)
    if (!called) return () => undefined
    const isCalledAlone = called.receiver !== undefined && receiver === undefined
    const subject = isCalledAlone ? node.arguments[0] : receiver
    const args = isCalledAlone ? node.arguments.slice(1) : node.arguments
    if (isMacro(name)) return compileMacro(name, subject!, args, scope)
    if (name === 'has') return compilePresence(args[0]!, scope)
    if (name === 'referrers') return compileReferrers(args, scope)
    if (name === 'acyclic') return compileAcyclic(args[0]!, scope)
    const values = (subject ? [subject, ...args] : args).map(arg => compileNode(arg, scope))
    if (name === 'matches') return compileMatches(values[0]!, textOf(args[0]!) ?? '')
    if (name === 'string') {
      const isDuration = typeOf(args[0]!).kind === 'duration'
      return frame => {
        const value = values[0]!(frame)
        return value === undefined ? undefined : valueText(value, isDuration)
      }
    }
    const evaluate = called.evaluate!
    const [first, second] = values
    if (values.length === 1)
      return frame => {
        const value = first!(frame)
        return value === undefined || !frame.take(stepsOf(value)) ? undefined : evaluate(value)
      }
    return frame => {
      const one = first!(frame)
      const other = second!(frame)
      return one === undefined || other === undefined || !frame.take(stepsOf(one)) ? undefined : evaluate(one, other)
    }
  }

  /** A value that is there and not allowed is a problem of its own, so has() has no result for it. */
  function compilePresence(node: Expression, scope: Scope): Evaluate {
    const value = compileNode(node, scope)
    const isWritten = compileIsWritten(node, scope)
    return frame => value(frame) !== undefined || (isWritten(frame) ? undefined : false)
  }

  /** Whether the last field of a path is written, with an allowed value or not. */
  function compileIsWritten(node: Expression, scope: Scope): (frame: Frame) => boolean {
    if (node.kind === 'name') {
      const meaning = meaningOf(node.name, scope)
      return meaning?.kind === 'field' ? frame => frame.record.isWritten(meaning.field) : () => false
    }
    if (node.kind !== 'member' && node.kind !== 'index') return () => false
    const type = typeOf(node.object)
    const name = node.kind === 'member' ? node.name : (textOf(node.index) ?? '')
    const tag = type.kind === 'record' || type.kind === 'reference' ? type.tag : undefined
    const field = tag && fieldOf(tag, name)
    const owner = compileNode(node.object, scope)
    if (!tag || !field) return () => false
    return frame => {
      const value = owner(frame)
      if (value === undefined) return false
      const record = type.kind === 'record' ? (value as RecordValues) : frame.records.find(tag, value as string)
      return record?.isWritten(field) ?? false
    }
  }

  function compileMacro(
    name: string,
    subject: Expression,
    [variable, body]: readonly Expression[],
    scope: Scope,
  ): Evaluate {
    const list = compileNode(subject, scope)
    const type = typeOf(subject)
    const inner = withVariable(
      scope,
      variable?.kind === 'name' ? variable.name : '',
      type.kind === 'list' ? type.item : unknown,
    )
    const { slot } = inner.variables[0]!
    const evaluate = compileNode(body!, inner)
    return frame => {
      const items = list(frame) as readonly Value[] | undefined
      if (items === undefined) return undefined
      const kept: Value[] = []
      for (const item of items) {
        if (!frame.take(1)) return undefined
        frame.variables[slot] = item
        const value = evaluate(frame)
        if (frame.isExhausted) return undefined
        if (value === undefined) continue
        if (name === 'exists' && value === true) return true
        if (name === 'all' && value === false) return false
        if (name === 'map') kept.push(value)
        else if (value === true) kept.push(item)
      }
      if (name === 'exists_one') return kept.length === 1
      if (name === 'exists' || name === 'all') return name === 'all'
      return kept
    }
  }

  function compileReferrers([tagNode, fieldNode]: readonly Expression[], scope: Scope): Evaluate {
    const tag = tagNamed(textOf(tagNode!) ?? '', scope)
    const field = textOf(fieldNode!) ?? ''
    const id = fieldOf(scope.tag, scope.tag.identityField)
    if (!tag || !id) return () => undefined
    return frame => {
      const own = frame.record.get(id)
      return typeof own === 'string' ? frame.records.referrers(tag, field, own) : undefined
    }
  }

  /** Follows a field from record to record, each record once, and looks for the first one. */
  function compileAcyclic(node: Expression, scope: Scope): Evaluate {
    const field = node.kind === 'name' ? fieldOf(scope.tag, node.name) : undefined
    const id = fieldOf(scope.tag, scope.tag.identityField)
    if (!field || !id) return () => undefined
    return frame => {
      const own = frame.record.get(id)
      const value = frame.record.get(field)
      if (value === undefined || own === undefined) return undefined
      const seen = new Set<Value>()
      const open = [value].flat() as Value[]
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (next === own) return false
        if (seen.has(next) || typeof next !== 'string') continue
        if (!frame.take(1)) return undefined
        seen.add(next)
        const further = frame.records.find(scope.tag, next)?.get(field)
        if (further !== undefined) open.push(...([further].flat() as Value[]))
      }
      return true
    }
  }
}

function compileName(name: string, scope: Scope): Evaluate {
  const meaning = meaningOf(name, scope)
  switch (meaning?.kind) {
    case 'variable': {
      const { slot } = meaning.variable
      return frame => frame.variables[slot]
    }
    case 'field': {
      const { field } = meaning
      return frame => frame.record.get(field)
    }
    case 'this':
      return frame => frame.record
    case 'now':
      return frame => frame.now
    default:
      return () => undefined
  }
}

/** The field of a record, or of the record that a reference leads to. */
function follow(object: Evaluate, type: Type, name: string): Evaluate {
  const tag = type.kind === 'record' || type.kind === 'reference' ? type.tag : undefined
  const field: FieldDefinition | undefined = tag && fieldOf(tag, name)
  if (!tag || !field) return () => undefined
  if (type.kind === 'record') return frame => (object(frame) as RecordValues | undefined)?.get(field)
  return frame => {
    const id = object(frame)
    return id === undefined ? undefined : frame.records.find(tag, id as string)?.get(field)
  }
}

function compileMatches(value: Evaluate, pattern: string): Evaluate {
  let compiled: RE2JS | undefined
  return frame => {
    const text = value(frame) as string | undefined
    if (text === undefined || !frame.take(stepsOf(text))) return undefined
    compiled ??= RE2JS.compile(pattern)
    return compiled.matcher(text).find()
  }
}

/** What looking at all of a value costs. */
const stepsOf = (value: Value): number =>
  typeof value === 'string' || Array.isArray(value) ? 1 + (value.length >> 4) : 1

type Operation = (one: Value, other: Value, frame: Frame) => Value | undefined

/** What a binary operator does with two values that are there. */
function operation({ operator }: BinaryNode, left: Type, right: Type): Operation {
  switch (operator) {
    case '==':
      return isEqual
    case '!=':
      return (one, other) => !isEqual(one, other)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return left.kind === 'ts' ? ordered(operator, compareAsTimestamps) : orderedPlainly(operator)
    case 'in':
      return (one, other, frame) =>
        frame.take((other as readonly Value[]).length)
          ? (other as readonly Value[]).some(item => isEqual(item, one))
          : undefined
    default:
      return arithmetic(operator, left, right)
  }
}

type Order = '<' | '<=' | '>' | '>='

const compareAsTimestamps = (one: Value, other: Value): number =>
  compareTimestamps(one as Timestamp, other as Timestamp)

function ordered(operator: Order, compare: (one: Value, other: Value) => number): Operation {
  if (operator === '<') return (one, other) => compare(one, other) < 0
  if (operator === '<=') return (one, other) => compare(one, other) <= 0
  if (operator === '>') return (one, other) => compare(one, other) > 0
  return (one, other) => compare(one, other) >= 0
}

/** Compares two numbers, or two texts by their UTF-16 code units. */
function orderedPlainly(operator: Order): Operation {
  if (operator === '<') return (one, other) => one < other
  if (operator === '<=') return (one, other) => one <= other
  if (operator === '>') return (one, other) => one > other
  return (one, other) => one >= other
}

function arithmetic(operator: string, left: Type, right: Type): Operation {
  if (left.kind === 'ts' && right.kind === 'ts')
    return (one, other) => durationBetween(other as Timestamp, one as Timestamp)
  if (left.kind === 'ts') {
    const sign = operator === '-' ? -1 : 1
    return (one, other) => moved(one as Timestamp, sign * (other as number))
  }
  if (right.kind === 'ts') return (one, other) => moved(other as Timestamp, one as number)
  if (operator === '+' && left.kind === 'list')
    return (one, other, frame) => {
      const sum = (one as readonly Value[]).length + (other as readonly Value[]).length
      if (sum > longestList || !frame.take(sum)) return undefined
      return [...(one as readonly Value[]), ...(other as readonly Value[])]
    }
  if (operator === '+' && !isNumber(left) && left.kind !== 'duration')
    return (one, other, frame) => {
      const sum = (one as string).length + (other as string).length
      return sum > longestText || !frame.take(1 + (sum >> 4)) ? undefined : (one as string) + (other as string)
    }
  const isInt = left.kind === 'int' && right.kind === 'int'
  const calculate = numeric(operator, isInt)
  return (one, other) => checked(calculate(one as number, other as number), isInt)
}

function numeric(operator: string, isInt: boolean): (one: number, other: number) => number {
  switch (operator) {
    case '+':
      return (one, other) => one + other
    case '-':
      return (one, other) => one - other
    case '*':
      return (one, other) => one * other
    case '/':
      return isInt ? (one, other) => Math.trunc(one / other) + 0 : (one, other) => one / other
    default:
      return (one, other) => (one % other) + 0
  }
}

/** A number that is finite and, if it is whole, exact; undefined for any other. */
function checked(number: number, isInt: boolean): number | undefined {
  if (isInt) return Number.isSafeInteger(number) ? number : undefined
  return Number.isFinite(number) ? number : undefined
}

const negated = (value: Value | undefined): Value | undefined =>
  value === undefined ? undefined : 0 - (value as number)

const present = (values: readonly (Value | undefined)[]): readonly Value[] | undefined =>
  values.includes(undefined) ? undefined : (values as readonly Value[])
