import { counted } from '../../shared/basics/text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import type { FieldPlace } from '../../shared/expression/run/frame.ts'
import type { RecordValues } from '../../shared/expression/run/values.ts'
import { oneLine } from '../output/one-line.ts'
import type { FoundRecord } from './find-records.ts'
import type { FoundPlace } from './read-notes.ts'

/** The values that are written and that no total has, because they are not of the type of their field. */
export class LeftOut {
  private readonly byField = new Map<FieldDefinition, ValuesOfField>()

  /** Notes the fields that have no value of their type; each of them once for the record that has it. */
  note(places: readonly FieldPlace[], { frame, place }: FoundRecord): void {
    for (const { field, owner } of places) {
      const record = owner(frame)
      if (!record?.isWritten(field) || record.get(field) !== undefined) continue
      const isOther = record !== frame.record
      const known = this.byField.get(field) ?? { count: 0, first: place, isOther, records: new WeakSet() }
      this.byField.set(field, known)
      // Several totals can read the same field, and several records can lead to the same one.
      if (known.records.has(record)) continue
      known.records.add(record)
      known.count++
    }
  }

  /** A sentence for each field. */
  sentences(): string[] {
    return [...this.byField].map(([{ name, label, type }, { count, first, isOther }]) => {
      const place = `${isOther ? 'read from ' : 'at '}${oneLine(first.file)}:${first.line}`
      const values = `${counted(count, 'value')} of ${isOther ? label : shorten(name)}`
      return count === 1
        ? `${values} is no ${kindWordOf[type]}, so the totals leave it out; it is ${place}.`
        : `${values} are no ${kindWordOf[type]}s, so the totals leave them out; the first one is ${place}.`
    })
  }
}

interface ValuesOfField {
  count: number
  /** The record that reads the first one. */
  readonly first: FoundPlace
  /** Whether it is a field of other records. */
  readonly isOther: boolean
  /** The records that were counted. */
  readonly records: WeakSet<RecordValues>
}

const kindWordOf: Readonly<Record<FieldDefinition['type'], string>> = {
  int: 'whole number',
  float: 'number',
  ts: 'timestamp',
  bool: 'truth value',
  string: 'single text',
}
