import { once } from '../../basics/once.ts'
import { type Matches, matchesPart } from '../../domains/pattern.ts'
import { type Aspect, aspectOf, fieldOf } from '../../domains/registry.ts'
import { type Scope, tagNamed, type Use, withVariable } from '../check/scope.ts'
import { type Type, unknown } from '../check/types.ts'
import { functionNamed } from '../functions/functions.ts'
import { isMacro } from '../functions/list-functions.ts'
import { type CallNode, type Expression, literalText } from '../read/nodes.ts'
import { type Evaluate, type FieldPlace, type Frame, stepsOf } from './frame.ts'
import type { Value } from './values.ts'
import { valueAsText } from './values.ts'

/** Compiles the parts of an expression. */
export interface Compiler {
  readonly use: Use
  typeOf(node: Expression): Type
  compileNode(node: Expression, scope: Scope): Evaluate
  /** The last field of a path, and the record that has it; undefined for any other node. */
  compilePlace(node: Expression, scope: Scope): FieldPlace | undefined
}

/** Compiles a call of a function. */
export function compileCall(node: CallNode, scope: Scope, compiler: Compiler): Evaluate {
  const { compileNode, typeOf } = compiler
  const { name, receiver } = node
  const called = functionNamed(name, receiver !== undefined)
  if (!called) return () => undefined
  const isCalledAlone = called.receiver !== undefined && receiver === undefined
  const subject = isCalledAlone ? node.arguments[0] : receiver
  const args = isCalledAlone ? node.arguments.slice(1) : node.arguments
  if (isMacro(name)) return compileMacro(name, subject!, args, scope, compiler)
  if (name === 'has') return compilePresence(args[0]!, scope, compiler)
  if (name === 'valid' || name === 'written') return compileAspect(name, args[0]!, scope, compiler)
  if (name === 'referrers') return compileReferrers(args, scope)
  if (name === 'acyclic') return compileAcyclic(args[0]!, scope)
  const values = (subject ? [subject, ...args] : args).map(arg => compileNode(arg, scope))
  if (name === 'matches') return compileMatches(values[0]!, literalText(args[0]!) ?? '')
  if (name === 'string') {
    const isDuration = typeOf(args[0]!).kind === 'duration'
    return frame => {
      const value = values[0]!(frame)
      return value === undefined ? undefined : valueAsText(value, isDuration)
    }
  }
  const evaluate = called.evaluate!
  const literals = (subject ? [subject, ...args] : args).flatMap(arg => (arg.kind === 'literal' ? [arg.value] : []))
  // `duration("1d")` is the same for all records.
  if (literals.length === values.length) return once(() => evaluate(...literals))
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

/**
 * A value that is there and not allowed is a problem of its own, so has() has no result for it in a rule. A query
 * reports no problems: for it, what is written is there.
 */
function compilePresence(node: Expression, scope: Scope, { compileNode, compilePlace, use }: Compiler): Evaluate {
  const value = compileNode(node, scope)
  const place = compilePlace(node, scope)
  const isWritten = (frame: Frame): boolean => place?.owner(frame)?.isWritten(place.field) ?? false
  if (use === 'query') return frame => isWritten(frame) || value(frame) !== undefined
  return frame => value(frame) !== undefined || (isWritten(frame) ? undefined : false)
}

/** The text of a field as it is written, or whether its value is allowed. */
function compileAspect(kind: Aspect['kind'], node: Expression, scope: Scope, { compilePlace }: Compiler): Evaluate {
  const place = compilePlace(node, scope)
  if (!place) return () => undefined
  const { owner } = place
  const field = aspectOf(place.field, kind)
  if (kind === 'written') return frame => owner(frame)?.get(field)
  return frame => owner(frame)?.get(field) === true
}

function compileMacro(
  name: string,
  subject: Expression,
  [variable, body]: readonly Expression[],
  scope: Scope,
  { compileNode }: Compiler,
): Evaluate {
  const list = compileNode(subject, scope)
  const inner = withVariable(scope, variable?.kind === 'name' ? variable.name : '', unknown)
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
  const tag = tagNamed(literalText(tagNode!) ?? '', scope)
  const field = literalText(fieldNode!) ?? ''
  const id = fieldOf(scope.tag, scope.tag.identityField)
  if (!tag || !id) return () => undefined
  return frame => {
    const { links } = frame.record
    if (links) return links.referrers(tag, field)
    const own = frame.record.get(id)
    return typeof own === 'string' ? frame.records.referrers(tag, field, own) : undefined
  }
}

function compileAcyclic(node: Expression, scope: Scope): Evaluate {
  const field = node.kind === 'name' ? fieldOf(scope.tag, node.name) : undefined
  const id = fieldOf(scope.tag, scope.tag.identityField)
  if (!field || !id) return () => undefined
  return ({ record, records }) => {
    const own = record.get(id)
    if (typeof own !== 'string' || record.get(field) === undefined) return undefined
    const isInCircle = record.links?.isInCircle(field) ?? records.isInCircle(scope.tag, field, own)
    return isInCircle === undefined ? undefined : !isInCircle
  }
}

function compileMatches(value: Evaluate, pattern: string): Evaluate {
  let compiled: Matches | undefined
  return frame => {
    const text = value(frame) as string | undefined
    if (text === undefined || !frame.take(stepsOf(text))) return undefined
    compiled ??= matchesPart(pattern)
    return compiled(text)
  }
}
