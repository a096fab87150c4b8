import type { CheckedRecord } from '../check/check-record.ts'
import type { FollowedValues } from '../check/declared/followed-records.ts'
import type { Finding } from '../check/problem.ts'
import { type Definition, type Identity, identityOf, type Reference, titleText } from '../domains/identity.ts'
import type { Tag } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import type { FieldTable } from './tables.ts'

/** Where the value of a field stands, without its quotes. */
type ValueSpan = Pick<FieldTable, 'valueStart' | 'valueEnd'>

/**
 * The result for a record that the scanner is certain of, and its identity, as one object: a large file has many. The
 * title stays in the text of the record until someone asks for it.
 */
export class CertainRecord implements CheckedRecord, Identity {
  private readonly titleStart: number
  private readonly titleEnd: number
  private knownTitle: string | undefined

  /**
   * @param idStart where the id of the record starts, if it has one
   * @param title where the title stands; undefined if that is not known
   */
  constructor(
    private readonly record: RecordNode,
    readonly tag: Tag,
    readonly findings: readonly Finding[],
    readonly followed: FollowedValues | undefined,
    readonly references: readonly Reference[],
    private readonly id: string | undefined,
    private readonly idStart: number,
    title: ValueSpan | undefined,
    readonly isLeftOut: boolean,
  ) {
    this.titleStart = title ? title.valueStart : -1
    this.titleEnd = title ? title.valueEnd : -1
  }

  get identity(): Identity {
    return this
  }

  get title(): string {
    this.knownTitle ??= this.readTitle()
    return this.knownTitle
  }

  get definition(): Definition | undefined {
    const { id, idStart: start, tag } = this
    if (id === undefined) return undefined
    const { path, domain, tag: name } = tag.nameOfRecords
    return { path, domain, tag: name, id, start, end: start + id.length }
  }

  /** A title that is empty, or not known, is that of the parsed record. */
  private readTitle(): string {
    const { record, tag, titleStart, titleEnd } = this
    const title = titleStart < 0 ? '' : titleText(record.text.slice(titleStart, titleEnd))
    return title || identityOf(record, tag).title
  }
}
