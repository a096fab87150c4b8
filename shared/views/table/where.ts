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
  /** Whether it is true for a record. */
  readonly holds: (record: RecordNode, records: ReachableRecords, now: Timestamp) => boolean
}

/** Reads an expression. One with problems, or for records whose tag is not defined, holds for no record. */
export function readWhere(source: string, tag: Tag | undefined, registry: Registry): Where {
  const read = tag && readCondition(source, tag, registry, 'query')
  const evaluate = read && compiled(read)
  if (!evaluate) return { reads: new Map(), holds: () => false }
  return {
    reads: readsOf(read).others,
    holds: (record, records, now) =>
      evaluate(new Frame(new ParsedRecord(record, undefined, 'query'), now, records)) === true,
  }
}
