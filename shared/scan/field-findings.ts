import { checkSomeFields } from '../check/check-record.ts'
import { hasAnswer, hasSafeFix } from '../check/fixes/fixes.ts'
import type { Finding } from '../check/problem.ts'
import { deprecated, replacementOf } from '../check/rules/deprecated.ts'
import { fieldButForCase, isOnlySpelling, unknownField } from '../check/rules/unknown-field.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import { fieldNames, type RecordNode } from '../syntax/nodes.ts'
import type { DoubtfulFields } from './doubtful-fields.ts'
import type { TagTable } from './tables.ts'

/**
 * A finding in a field. It points at no other place. Instead of its fixes, it tells whether one of them is safe.
 */
export interface FieldFinding extends Omit<Finding, 'fixes' | 'related'> {
  readonly hasSafeFix: boolean
  /** Whether it has no safe fix, but one that changes what the record says and is the only answer. */
  readonly hasAnswer: boolean
  /** The name that its fix gives the field, if it gives one. Another name in the record can forbid that. */
  readonly newName: string | undefined
}

/** Takes a finding, whose offsets count from the start of its field, and where in the record the field starts. */
export type TakeFieldFinding = (finding: FieldFinding, start: number) => void

/**
 * Creates a function that checks single fields. It caches findings by the text of the field, because the same mistake
 * is often made more than once.
 */
export function fieldChecker(): (doubtful: DoubtfulFields, context: FileContext, take: TakeFieldFinding) => void {
  const known = new Map<TagTable, Map<string, readonly FieldFinding[]>>()
  let size = 0
  return ({ entry, record, tag, domains, fields }, context, take) => {
    for (let index = 0; index < fields.length; index += 2) {
      const start = fields[index]!
      const text = entry.text.slice(start, fields[index + 1])
      for (const finding of known.get(tag)?.get(text) ?? check(record(), start, text, tag, domains, context))
        take(isRefutedBy(finding, record) ? { ...finding, hasAnswer: false } : finding, start)
    }
  }

  function check(
    record: RecordNode,
    start: number,
    text: string,
    tag: TagTable,
    domains: readonly Domain[],
    context: FileContext,
  ): FieldFinding[] {
    const node = record.fields.find(({ nameStart }) => nameStart === start)!
    const found = checkSomeFields(record, tag.tag, [node], domains, context).map((finding): FieldFinding => {
      const { fixes, related, ...own } = finding
      const newName = newNameOf(own.code, node.name, tag.tag)
      const isAnswered = newName !== undefined || hasAnswer(finding)
      const fixability = { hasSafeFix: hasSafeFix(finding), hasAnswer: isAnswered }
      return { ...own, start: own.start - start, end: own.end - start, ...fixability, newName }
    })
    // The engine keeps the whole text of the record in memory as long as a part of it is in use.
    if (record.text.length > longestKept) return found
    if (size++ === mostKept) {
      known.clear()
      size = 1
    }
    const ofTag = known.get(tag) ?? new Map<string, readonly FieldFinding[]>()
    known.set(tag, ofTag.set(text, found))
    return found
  }
}

/** The name that a fix gives a field where no other name in its record forbids that; undefined if none does. */
function newNameOf(code: string, name: string, tag: Tag): string | undefined {
  if (code === unknownField.code) return fieldButForCase(name, tag)
  const field = code === deprecated.code ? fieldOf(tag, name) : undefined
  return field && replacementOf(tag, field)?.name
}

/** Whether a name in the record forbids the new name that a fix would give a field. */
const isRefutedBy = ({ code, field, newName }: FieldFinding, record: () => RecordNode): boolean =>
  newName !== undefined &&
  field !== undefined &&
  (code === unknownField.code ? !isOnlySpelling(record(), field) : fieldNames(record()).has(newName))

const longestKept = 1000
const mostKept = 1000
