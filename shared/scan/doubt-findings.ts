import { checkSomeFields } from '../check/check-record.ts'
import { ownRuleFindings } from '../check/declared/rule-evaluation.ts'
import { hasAnswer, hasSafeFix } from '../check/fixes/fixes.ts'
import type { Finding } from '../check/problem.ts'
import { deprecated, replacementOf } from '../check/rules/deprecated.ts'
import { fieldButForCase, isOnlySpelling, unknownField } from '../check/rules/unknown-field.ts'
import type { FileContext } from '../domains/domains-in-force.ts'
import { type Domain, fieldOf, type Tag } from '../domains/registry.ts'
import { fieldNames, type RecordNode } from '../syntax/nodes.ts'
import type { DoubtfulEntry } from './doubtful-entry.ts'
import type { TagTable } from './tables.ts'

/**
 * A finding in a field, which points at no other place, or of a rule. Instead of its fixes, it tells whether one of
 * them is safe.
 */
export interface DoubtFinding extends Omit<Finding, 'fixes'> {
  readonly hasSafeFix: boolean
  /** Whether it has no safe fix, but one that changes what the record says and is the only answer. */
  readonly hasAnswer: boolean
  /** The name that its fix gives the field, if it gives one. Another name in the record can forbid that. */
  readonly newName: string | undefined
}

/**
 * Takes a finding, and where in the record its offsets count from: for one in a field, this is where the field starts.
 */
export type TakeDoubtFinding = (finding: DoubtFinding, start: number) => void

/**
 * Creates a function that checks single fields of a record, and the rules that it breaks. It caches findings by the
 * text of the field, because the same mistake is often made more than once.
 */
export function doubtChecker(): (doubtful: DoubtfulEntry, context: FileContext, take: TakeDoubtFinding) => void {
  const known = new Map<TagTable, Map<string, readonly DoubtFinding[]>>()
  let size = 0
  return ({ entry, record, tag, domains, fields, breaksRules }, context, take) => {
    for (let index = 0; index < fields.length; index += 2) {
      const start = fields[index]!
      const text = entry.text.slice(start, fields[index + 1])
      for (const finding of known.get(tag)?.get(text) ?? check(record(), start, text, tag, domains, context))
        take(isRefutedBy(finding, record) ? { ...finding, hasAnswer: false } : finding, start)
    }
    if (breaksRules)
      for (const finding of ownRuleFindings(record(), tag.tag, context)) take(withoutFixes(finding, 0), 0)
  }

  function check(
    record: RecordNode,
    start: number,
    text: string,
    tag: TagTable,
    domains: readonly Domain[],
    context: FileContext,
  ): DoubtFinding[] {
    const node = record.fields.find(({ nameStart }) => nameStart === start)!
    const found = checkSomeFields(record, tag.tag, [node], domains, context).map(finding =>
      withoutFixes(finding, start, newNameOf(finding.code, node.name, tag.tag)),
    )
    // The engine keeps the whole text of the record in memory as long as a part of it is in use.
    if (record.text.length > longestKept) return found
    if (size++ === mostKept) {
      known.clear()
      size = 1
    }
    const ofTag = known.get(tag) ?? new Map<string, readonly DoubtFinding[]>()
    known.set(tag, ofTag.set(text, found))
    return found
  }
}

/** @param from the offset in the record that the offsets of the result count from */
function withoutFixes(finding: Finding, from: number, newName?: string): DoubtFinding {
  // Lists all properties, because object spread is many times slower.
  const { code, severity, message, start, end, domain, tag, field, subject, isStopped, related } = finding
  return {
    code,
    severity,
    message,
    start: start - from,
    end: end - from,
    domain,
    tag,
    field,
    subject,
    isStopped,
    related,
    hasSafeFix: hasSafeFix(finding),
    hasAnswer: newName !== undefined || hasAnswer(finding),
    newName,
  }
}

/** The name that a fix gives a field where no other name in its record forbids that; undefined if none does. */
function newNameOf(code: string, name: string, tag: Tag): string | undefined {
  if (code === unknownField.code) return fieldButForCase(name, tag)
  const field = code === deprecated.code ? fieldOf(tag, name) : undefined
  return field && replacementOf(tag, field)?.name
}

/** Whether a name in the record forbids the new name that a fix would give a field. */
const isRefutedBy = ({ code, field, newName }: DoubtFinding, record: () => RecordNode): boolean =>
  newName !== undefined &&
  field !== undefined &&
  (code === unknownField.code ? !isOnlySpelling(record(), field) : fieldNames(record()).has(newName))

const longestKept = 1000
const mostKept = 1000
