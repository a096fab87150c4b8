import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { meaningOf } from './check/scope.ts'
import { readExpression } from './expression.ts'
import { isWord } from './read/write.ts'

/**
 * An expression as it is, or one that reads a field if it is only the name of a field, also of one that the tag does
 * not define. What can be read as a path, such as `control_ref.title`, is one.
 */
export function plainName(source: string, tag: Tag, registry: Registry): string {
  if (!/^[A-Za-z_][\w.-]*$/.test(source)) return source
  const inBrackets = `this[${JSON.stringify(source)}]`
  if (fieldOf(tag, source)) return isWord(source) ? source : inBrackets
  const { tree, problems, scope } = readExpression(source, tag, registry, 'query')
  if (problems.length === 0 || (isWord(source) && tree.kind !== 'name')) return source
  const dot = source.indexOf('.')
  return dot > 0 && meaningOf(source.slice(0, dot), scope) ? source : inBrackets
}
