import { localize } from '../domains/localize.ts'
import {
  type Aspect,
  aspectOf,
  type FieldDefinition,
  fieldNamed,
  fieldOf,
  type Registry,
  type Tag,
} from '../domains/registry.ts'
import { checkTypes, type TypedExpression } from './check/check.ts'
import { mustBeMessage } from './check/checker.ts'
import { meaningOf, type Scope, tagNamed, type Use } from './check/scope.ts'
import type { Type } from './check/types.ts'
import { isMacro } from './functions/list-functions.ts'
import { type Expression, type ExpressionProblem, literalText, partsOf } from './read/nodes.ts'
import { parseExpression } from './read/parse.ts'
import { compile, compilePlaces } from './run/compile.ts'
import type { Evaluate, FieldPlace } from './run/frame.ts'

/** An expression that was read for the records of a tag. */
export interface ReadExpression {
  readonly source: string
  readonly tree: Expression
  readonly typed: TypedExpression
  readonly type: Type
  /** In the order of their offsets. An expression with problems is not evaluated. */
  readonly problems: readonly ExpressionProblem[]
  readonly scope: Scope
}

/**
 * Parses an expression and checks its types.
 *
 * @param use where it stands
 * @param expected the type that it should have; only messages need it
 */
export function readExpression(
  source: string,
  tag: Tag,
  registry: Registry,
  use: Use = 'rule',
  expected?: Type,
): ReadExpression {
  const scope: Scope = { use, tag, registry, variables: [] }
  const { tree, problems } = parseExpression(source)
  const typed = checkTypes(source, tree, scope, expected)
  // A syntax problem can cause wrong types, so only the first kind of problem is reported.
  return { source, tree, typed, type: typed.type, problems: problems.length > 0 ? problems : typed.problems, scope }
}

/** Parses an expression that must be true or false. */
export function readCondition(source: string, tag: Tag, registry: Registry, use: Use = 'rule'): ReadExpression {
  const read = readExpression(source, tag, registry, use)
  const { type, tree, problems } = read
  if (problems.length > 0 || type.kind === 'bool' || type.kind === 'unknown') return read
  const message = mustBeMessage(localize('The expression'), 'bool', tree, type)
  return { ...read, problems: [{ start: tree.start, end: tree.end, message }] }
}

/** Compiles an expression; undefined if it has problems. */
export const compiled = ({ tree, typed, scope, problems }: ReadExpression): Evaluate | undefined =>
  problems.length > 0 ? undefined : compile(tree, typed, scope)

/** The fields that an expression reads, with the records that have them; none if it has problems. */
export const fieldPlaces = ({ tree, typed, scope, problems }: ReadExpression): FieldPlace[] =>
  problems.length > 0 ? [] : compilePlaces(tree, typed, scope)

/** A condition that reads only the record itself. */
export interface OwnCondition {
  readonly evaluate: Evaluate
  /** The fields that it reads. */
  readonly reads: readonly FieldDefinition[]
}

/**
 * The start of a condition, or all of it, that reads only the record itself, such as `status != "done"` in
 * `status != "done" || referrers("TASK", "goal_ref").size() > 0`; undefined without one. Unless it is false, the
 * condition is not false either, whatever other records say.
 */
export function ownStart(read: ReadExpression): OwnCondition | undefined {
  const { typed, scope } = read
  let node = read.tree
  while (canFollow(node)) {
    if (node.kind !== 'binary' || node.operator !== '||') return undefined
    node = node.left
  }
  return { evaluate: compile(node, typed, scope), reads: readsOf({ ...read, tree: node }).own }
}

/** The field of the record, if an expression is only that, such as `title` or `this["due-date"]`. */
export function fieldAlone({ tree, scope }: ReadExpression): FieldDefinition | undefined {
  if (tree.kind === 'name') {
    const meaning = meaningOf(tree.name, scope)
    return meaning?.kind === 'field' ? meaning.field : undefined
  }
  if (tree.kind !== 'member' && tree.kind !== 'index') return undefined
  const { object } = tree
  if (object.kind !== 'name' || meaningOf(object.name, scope)?.kind !== 'this') return undefined
  const name = tree.kind === 'member' ? tree.name : literalText(tree.index)
  return name === undefined ? undefined : fieldNamed(scope.tag, name)
}

/** What an expression reads. */
export interface Reads {
  /** The fields of the record itself, in the order in which they first stand in the expression. */
  readonly own: readonly FieldDefinition[]
  /** Those that it names; `acyclic` and `referrers` read the id of the record without its name. */
  readonly named: ReadonlySet<FieldDefinition>
  /** Whether it reads other records. */
  readonly isAcrossRecords: boolean
  /** The fields whose values it reads, and not only where they lead. */
  readonly values: ReadonlySet<FieldDefinition>
  /** The tags of records that refer to this one, if their order can matter. */
  readonly ordered: ReadonlySet<Tag>
  /** Whether it reads the current time. */
  readonly readsNow: boolean
  /** The fields of other records, by the paths in the names of these records. */
  readonly others: ReadonlyMap<string, ReadonlySet<FieldDefinition>>
  /** The fields that lead from record to record. */
  readonly links: readonly Link[]
  /** How many of them lie between the record and the farthest one that it reads at most; Infinity for a circle. */
  readonly hops: number
}

/** A field that refers, and the tag of its records. With `referrers`, an expression goes from the target to them. */
interface Link {
  readonly tag: Tag
  readonly field: FieldDefinition
  readonly isReverse: boolean
}

/**
 * Whether an expression has what can read other records: the field of something, or a function that finds records. This
 * is known without the type check, which takes much longer.
 */
export const followsReferences = (source: string): boolean =>
  /[.[]|acyclic|referrers/.test(source) && canFollow(parseExpression(source).tree)

const canFollow = (node: Expression): boolean =>
  node.kind === 'member' ||
  node.kind === 'index' ||
  (node.kind === 'call' && (node.name === 'acyclic' || node.name === 'referrers')) ||
  partsOf(node).some(canFollow)

/** What an expression reads, whether it is evaluated or not. */
export function readsOf({ tree, typed, scope }: ReadExpression): Reads {
  const own = new Set<FieldDefinition>()
  const named = new Set<FieldDefinition>()
  const others = new Map<string, Set<FieldDefinition>>()
  const values = new Set<FieldDefinition>()
  const ordered = new Set<Tag>()
  const links: Link[] = []
  let isAcrossRecords = false
  let readsNow = false
  let hops = 0
  const addLink = (tag: Tag, field: FieldDefinition | undefined, isReverse = false): void => {
    if (field?.target) links.push({ tag, field, isReverse })
  }
  const addOther = (tag: Tag, field: FieldDefinition | undefined): void => {
    isAcrossRecords = true
    if (!field) return
    const fields = others.get(tag.nameOfRecords.path) ?? new Set()
    others.set(tag.nameOfRecords.path, fields.add(field))
  }
  const visit = (node: Expression, above?: Expression): void => {
    const inner = typed.scopes.get(node) ?? scope
    if (node.kind === 'name') {
      const meaning = meaningOf(node.name, inner)
      if (meaning?.kind === 'field') {
        own.add(meaning.field)
        named.add(meaning.field)
        if (!isOnlyFollowed(node, above) || meaning.field.list) values.add(meaning.field)
        addLink(scope.tag, meaning.field)
      }
      if (meaning?.kind === 'now') readsNow = true
    }
    if (node.kind === 'member' || node.kind === 'index') {
      const type = typed.types.get(node.object)
      const name = node.kind === 'member' ? node.name : literalText(node.index)
      const isThis = node.object.kind === 'name' && meaningOf(node.object.name, inner)?.kind === 'this'
      if ((type?.kind === 'record' || type?.kind === 'reference') && type.tag && name !== undefined) {
        const field = fieldNamed(type.tag, name)
        if (!isOnlyFollowed(node, above)) values.add(field)
        addLink(type.tag, field)
        if (type.kind === 'reference') hops++
        if (!isThis) addOther(type.tag, field)
        else {
          own.add(field)
          named.add(field)
        }
      }
    }
    const readsId = node.kind === 'call' && (node.name === 'acyclic' || node.name === 'referrers') && !node.receiver
    if (readsId) {
      const [first, second] = node.arguments
      hops += node.name === 'acyclic' ? Infinity : 1
      if (node.name === 'acyclic' && first?.kind === 'name') addOther(scope.tag, fieldOf(scope.tag, first.name))
      const tag = node.name === 'referrers' && first ? tagNamed(literalText(first) ?? '', scope) : undefined
      if (tag) {
        const field = fieldOf(tag, literalText(second!) ?? '')
        addOther(tag, field)
        addLink(tag, field, true)
        if (!isCounted(above)) ordered.add(tag)
      }
    }
    if (node.kind === 'call' && !node.receiver && (node.name === 'valid' || node.name === 'written'))
      addAspect(node.name, node.arguments[0], inner)
    const variable = node.kind === 'call' && isMacro(node.name) ? node.arguments[0] : undefined
    for (const part of partsOf(node)) if (part !== variable) visit(part, node)
    const id = readsId ? fieldOf(scope.tag, scope.tag.identityField) : undefined
    // Behind the fields that the expression names, because the mistake is in those.
    if (id) own.add(id)
  }
  function addAspect(kind: Aspect['kind'], node: Expression | undefined, inner: Scope): void {
    if (node?.kind === 'name') {
      const meaning = meaningOf(node.name, inner)
      if (meaning?.kind === 'field') own.add(aspectOf(meaning.field, kind))
    }
    if (node?.kind !== 'member' && node?.kind !== 'index') return
    const type = typed.types.get(node.object)
    const name = node.kind === 'member' ? node.name : literalText(node.index)
    if ((type?.kind !== 'record' && type?.kind !== 'reference') || !type.tag || name === undefined) return
    const aspect = aspectOf(fieldNamed(type.tag, name), kind)
    if (node.object.kind === 'name' && meaningOf(node.object.name, inner)?.kind === 'this') own.add(aspect)
    else addOther(type.tag, aspect)
  }
  visit(tree)
  return { own: [...own], named, isAcrossRecords, values, ordered, readsNow, others, links, hops }
}

/** The names of the tags whose records expressions find with `referrers`. */
export const referringTags = (expressions: readonly ReadExpression[]): Set<string> =>
  new Set(expressions.flatMap(read => readsOf(read).links.flatMap(({ tag, isReverse }) => (isReverse ? tag.name : []))))

/** The fields of other records that expressions read, by the paths of their tags. */
export function othersRead(expressions: readonly ReadExpression[]): Reads['others'] {
  const all = new Map<string, Set<FieldDefinition>>()
  for (const read of expressions)
    for (const [path, fields] of readsOf(read).others) all.set(path, new Set([...(all.get(path) ?? []), ...fields]))
  return all
}

/** Whether a field is read only to get to the record that it refers to. */
function isOnlyFollowed(node: Expression, above: Expression | undefined): boolean {
  if (above?.kind === 'member') return node.kind === 'name' || node.kind === 'member'
  return above?.kind === 'call' && above.name === 'acyclic' && !above.receiver
}

/** Whether the list of records that is a part of an expression has the same result there in any order. */
const isCounted = (above: Expression | undefined): boolean =>
  above?.kind === 'call' && ['exists', 'exists_one', 'all', 'size'].includes(above.name)
