import { tagOfName } from '../check/tag-of-name.ts'
import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import { hasNoField, nameAdvice } from '../domains/name-advice.ts'
import { nearest } from '../domains/nearest.ts'
import { type FieldDefinition, fieldNamed, fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import {
  compiled,
  fieldAlone,
  othersRead,
  type ReadExpression,
  type Reads,
  readCondition,
  readsOf,
  referringTags,
} from '../expression/expression.ts'
import { splitExpressions } from '../expression/read/write.ts'
import type { Evaluate } from '../expression/run/frame.ts'
import { readNewValue } from '../expression/run/new-value.ts'
import { isFieldName } from '../syntax/nodes.ts'
import {
  type EditMistake,
  type MappedField,
  type RenamedField,
  readMappedField,
  readRenamedField,
} from './written-changes.ts'

/** A bulk edit as a user writes it. */
export interface WrittenEdit {
  /** The tag of the records, such as `FINDING` or `core.compliance.POLICY`. */
  readonly tag: string
  /** Only records for which this expression is true are edited. */
  readonly where?: string | undefined
  /** New values such as `status="closed"`: a field, `=` and an expression. Each text can have several, with commas. */
  readonly set: readonly string[]
  /** The names of fields to remove. Each text can have several, with commas. */
  readonly unset: readonly string[]
  /** Texts to replace, such as `severity:High=high,Moderate=medium`: a field, and old and new values. */
  readonly mapValue?: readonly string[] | undefined
  /** Fields to rename, such as `last_online=valid_until`. Each text can have several, with commas. */
  readonly renameField?: readonly string[] | undefined
  /** Whether the records are deleted. */
  readonly delete: boolean
}

/** A bulk edit that can run. */
export interface RecordEdit {
  readonly tag: Tag
  readonly where: Evaluate | undefined
  /** The fields of the record that the condition reads; undefined without one, or if it reads other records too. */
  readonly whereReads: readonly FieldDefinition[] | undefined
  readonly set: readonly NewValueOf[]
  readonly unset: readonly FieldDefinition[]
  readonly mapped: readonly MappedField[]
  readonly renamed: readonly RenamedField[]
  readonly isDelete: boolean
  /** The fields that the edit names and the tag does not define. */
  readonly undefinedFields: readonly string[]
  /** The fields of other records that the expressions read, by the paths of their tags; empty if they read none. */
  readonly others: Reads['others']
  /** The names of those that they find with `referrers`. */
  readonly referringTags: ReadonlySet<string>
}

/** A field and the expression of its new value. */
interface NewValueOf {
  readonly field: FieldDefinition
  readonly evaluate: Evaluate
  /** The field of the record that it is, if the expression is only that. */
  readonly source: FieldDefinition | undefined
  /** Whether it is a calculation, such as `cost * 100`. */
  readonly isCalculation: boolean
  /** The fields of the record that it reads. */
  readonly reads: readonly FieldDefinition[]
}

/** Reads a bulk edit, and checks the types of its expressions. */
export function readEdit(
  written: WrittenEdit,
  registry: Registry,
  domains: readonly string[] = [],
): RecordEdit | { readonly mistake: EditMistake } {
  const tag = tagOfName(written.tag, registry, domains)
  if ('problem' in tag) return { mistake: withoutPlace(tag.problem) }
  const reads: ReadExpression[] = []
  const mistakes: EditMistake[] = []
  const where = written.where === undefined ? undefined : readCondition(written.where, tag, registry, 'query')
  if (where) {
    reads.push(where)
    mistakes.push(...where.problems.map(problem => ({ ...problem, source: where.source })))
  }
  const set = written.set.flatMap(splitExpressions).map(source => {
    const assignment = readAssignment(source, tag, registry)
    if ('mistake' in assignment) mistakes.push(assignment.mistake)
    else reads.push(assignment.value)
    return assignment
  })
  const unset = written.unset.flatMap(splitExpressions).flatMap(name => {
    if (isFieldName(name)) return fieldNamed(tag, name)
    mistakes.push(unknownFieldMistake(name, name, tag))
    return []
  })
  const mapped = (written.mapValue ?? []).flatMap(source => {
    const mapped = readMappedField(source, tag)
    if (!('mistake' in mapped)) return mapped
    mistakes.push(mapped.mistake)
    return []
  })
  const renamed = (written.renameField ?? []).flatMap(splitExpressions).flatMap(source => {
    const renamed = readRenamedField(source, tag)
    if (!('mistake' in renamed)) return renamed
    mistakes.push(renamed.mistake)
    return []
  })
  const fields = [
    ...set.flatMap(one => ('field' in one ? one.field : [])),
    ...unset,
    ...mapped.map(({ field }) => field),
    ...renamed.flatMap(({ from, to }) => [from, to]),
  ]
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    mistakes.push(
      withoutPlace(localize('{field} is changed or removed twice; write each field once.', { field: shorten(twice) })),
    )
  if (names.length === 0 && !written.delete)
    mistakes.push(withoutPlace(localize('There is nothing to do; set or remove fields, or delete the records.')))
  if (names.length > 0 && written.delete)
    mistakes.push(
      withoutPlace(
        localize('Records that are deleted cannot get other values; either delete them or set their fields.'),
      ),
    )
  const [mistake] = mistakes
  if (mistake) return { mistake }
  return {
    tag,
    where: where && compiled(where),
    whereReads: where && ownReads(where),
    set: set.flatMap(one => ('value' in one ? newValueOf(one.field, one.value) : [])),
    unset,
    mapped,
    renamed,
    isDelete: written.delete,
    undefinedFields: undefinedAmong([
      ...unset,
      ...mapped.map(({ field }) => field),
      ...renamed.map(({ from }) => from),
      ...reads.flatMap(read => readsOf(read).own),
    ]),
    others: othersRead(reads),
    referringTags: referringTags(reads),
  }
}

function ownReads(where: ReadExpression): readonly FieldDefinition[] | undefined {
  const { own, isAcrossRecords } = readsOf(where)
  return isAcrossRecords ? undefined : own
}

const undefinedAmong = (fields: readonly FieldDefinition[]): string[] => [
  ...new Set(
    fields.flatMap(field => ((field.aspect?.of ?? field).isUndefined ? (field.aspect?.of ?? field).name : [])),
  ),
]

/** A field and the expression of its new value, which has no mistake. */
export const newValueOf = (field: FieldDefinition, value: ReadExpression): NewValueOf => ({
  field,
  evaluate: compiled(value)!,
  source: fieldAlone(value),
  isCalculation: value.tree.kind === 'binary',
  reads: readsOf(value).own,
})

const withoutPlace = (message: string): EditMistake => ({ source: '', start: 0, end: 0, message })

function readAssignment(
  source: string,
  tag: Tag,
  registry: Registry,
): { readonly field: FieldDefinition; readonly value: ReadExpression } | { readonly mistake: EditMistake } {
  const [all, written = ''] = /^([^\s=]+)\s*=(?!=)\s*/.exec(source) ?? ['']
  if (all === '') {
    const message = localize('A new value is written as a field, = and an expression, such as {example}.', {
      example: 'status="closed"',
    })
    return { mistake: { source, start: 0, end: source.length, message } }
  }
  const field = fieldOf(tag, written)
  if (!field) return { mistake: unknownFieldMistake(source, written, tag) }
  const value = readNewValue(source.slice(all.length), field, tag, registry)
  const [problem] = value.problems
  if (!problem) return { field, value }
  return { mistake: { ...problem, source, start: all.length + problem.start, end: all.length + problem.end } }
}

function unknownFieldMistake(source: string, name: string, tag: Tag): EditMistake {
  const names = [...tag.fields.keys(), 'rid']
  const near = nearest(name, names)
  const message = sentenceOfClauses(hasNoField(tag, name), nameAdvice(near, names))
  return { source, start: 0, end: name.length, message, replacements: near }
}
