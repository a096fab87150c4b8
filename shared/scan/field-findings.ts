import { checkSomeFields } from '../check/check-record.ts'
import { hasAnswer, hasSafeFix } from '../check/fixes/fixes.ts'
import type { Finding } from '../check/problem.ts'
import { fieldButForCase, isOnlySpelling, unknownField } from '../check/rules/unknown-field.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import type { Domain } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import type { DoubtfulFields } from './doubtful-fields.ts'
import type { TagTable } from './tables.ts'

/**
 * A finding in a field. It points at no other place. Instead of its fixes, it tells whether one of them is safe.
 */
export interface FieldFinding extends Omit<Finding, 'fixes' | 'related'> {
  readonly hasSafeFix: boolean
  /** Whether it has no safe fix, but one that changes what the record says and is the only answer. */
  readonly hasAnswer: boolean
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
      // Whether a name has an answer depends on the other names in its record.
      const isAnswered =
        own.code === unknownField.code ? fieldButForCase(node.name, tag.tag) !== undefined : hasAnswer(finding)
      const fixability = { hasSafeFix: hasSafeFix(finding), hasAnswer: isAnswered }
      return { ...own, start: own.start - start, end: own.end - start, ...fixability }
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

const isRefutedBy = ({ code, field, hasAnswer }: FieldFinding, record: () => RecordNode): boolean =>
  hasAnswer && code === unknownField.code && field !== undefined && !isOnlySpelling(record(), field)

const longestKept = 1000
const mostKept = 1000
