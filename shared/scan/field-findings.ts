import { checkFieldAlone } from '../check-record.ts'
import type { FileContext } from '../domains.ts'
import { hasSafeFix } from '../fixes.ts'
import type { Finding } from '../problem.ts'
import type { Domain } from '../registry.ts'
import type { RecordNode } from '../syntax.ts'
import type { DoubtfulFields } from './part.ts'
import type { TagTable } from './tables.ts'

/** A finding in a field, which points at no other place; and in the place of its fixes, whether one of them keeps what the record says. */
export interface FieldFinding extends Omit<Finding, 'fixes' | 'related'> {
  readonly isMendedSafely: boolean
}

/**
 * Makes the check of single fields. It remembers what it found by the text of the field, as people and programs make the
 * same mistake more than once.
 */
export function fieldChecker(): (doubtful: DoubtfulFields, context: FileContext) => FieldFinding[] {
  /** What was found in fields of a tag, its places counted from the field's start. */
  const known = new Map<TagTable, Map<string, readonly FieldFinding[]>>()
  let size = 0
  return ({ record, tag, domains, fields }, context) => {
    const findings: FieldFinding[] = []
    for (let index = 0; index < fields.length; index += 2) {
      const start = fields[index]!
      const text = record.text.slice(start, fields[index + 1])
      const held = known.get(tag)?.get(text)
      for (const finding of held ?? check(record, start, text, tag, domains, context)) findings.push(moved(finding, start))
    }
    return findings
  }

  function check(record: RecordNode, start: number, text: string, tag: TagTable, domains: readonly Domain[], context: FileContext): FieldFinding[] {
    const node = record.fields.find(({ nameStart }) => nameStart === start)!
    const found = checkFieldAlone(record, tag.tag, node, domains, context).map(finding => moved({ ...finding, isMendedSafely: hasSafeFix(finding) }, -start))
    // A part of a text keeps the whole text in memory.
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

/** Written out, as copying by a spread takes many times as long. */
const moved = ({ code, severity, message, start, end, domain, tag, field, isMendedSafely }: FieldFinding, by: number): FieldFinding =>
  ({ code, severity, message, start: start + by, end: end + by, domain, tag, field, isMendedSafely })

const longestKept = 1000
const mostKept = 1000
