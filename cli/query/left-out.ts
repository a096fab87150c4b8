import { counted } from '../../shared/basics/text.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { FieldDefinition } from '../../shared/domains/registry.ts'
import { oneLine } from '../output/one-line.ts'
import type { FoundPlace, FoundRecord } from './find-records.ts'

/** The values that are written and that no total has, because they are not of the type of their field. */
export class LeftOut {
  private readonly byField = new Map<FieldDefinition, { count: number; readonly first: FoundPlace }>()

  /** Notes the fields of a record that have no value of their type; each of them once. */
  note(fields: Iterable<FieldDefinition>, { frame: { record }, place }: FoundRecord): void {
    for (const field of fields) {
      if (!record.isWritten(field) || record.get(field) !== undefined) continue
      const known = this.byField.get(field)
      if (known) known.count++
      else this.byField.set(field, { count: 1, first: place })
    }
  }

  /** A sentence for each field. */
  sentences(): string[] {
    return [...this.byField].map(([{ name, type }, { count, first }]) => {
      const place = `${oneLine(first.file)}:${first.line}`
      const values = `${counted(count, 'value')} of ${shorten(name)}`
      return count === 1
        ? `${values} is no ${kinds[type]}, so the totals leave it out; it is at ${place}.`
        : `${values} are no ${kinds[type]}s, so the totals leave them out; the first one is at ${place}.`
    })
  }
}

const kinds: Readonly<Record<FieldDefinition['type'], string>> = {
  int: 'whole number',
  float: 'number',
  ts: 'timestamp',
  bool: 'truth value',
  string: 'single text',
}
