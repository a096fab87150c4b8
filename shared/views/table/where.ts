import type { Registry, Tag } from '../../domains/registry.ts'
import { compiled, type Reads, readCondition, readsOf } from '../../expression/expression.ts'
import { Frame } from '../../expression/run/frame.ts'
import { ParsedRecord } from '../../expression/run/parsed-record.ts'
import type { ReachableRecords, Timestamp } from '../../expression/run/values.ts'
import type { RecordNode } from '../../syntax/nodes.ts'

/** An expression that filters the records of a tag. */
export interface Where {
  /** The fields of other records that it reads through references and the like, by the paths of their tags. */
  readonly reads: Reads['others']
  /** The fields of the record itself that it reads and that the tag does not define. */
  readonly undefinedFields: readonly string[]
  /** Whether it is true for a record. */
  readonly holds: (record: RecordNode, records: ReachableRecords, now: Timestamp) => boolean
}

/** Reads an expression. One with problems, or for records whose tag is not defined, holds for no record. */
export function readWhere(source: string, tag: Tag | undefined, registry: Registry): Where {
  const read = tag && readCondition(source, tag, registry, 'query')
  const evaluate = read && compiled(read)
  if (!evaluate) return { reads: new Map(), undefinedFields: [], holds: () => false }
  const { own, others } = readsOf(read)
  return {
    reads: others,
    undefinedFields: [...new Set(own.flatMap(({ name, isUndefined }) => (isUndefined ? name : [])))],
    holds: (record, records, now) =>
      evaluate(new Frame(new ParsedRecord(record, undefined, 'query'), now, records)) === true,
  }
}
