import { localize } from '../domains/localize.ts'
import type { Registry, Tag } from '../domains/registry.ts'
import { type NewValue, writeValues } from '../edit/write-values.ts'
import { defaultValues, fieldsWithDefault } from '../expression/default-values.ts'
import { type RecordNode, valueText } from '../syntax/nodes.ts'

/** Writes defaults into records that an import makes, and counts them. */
export class NewRecordDefaults {
  /** How many values were written. */
  values = 0
  private records = 0
  private readonly fields = new Set<string>()

  /** @param now what `now` means in the expressions, in milliseconds since 1970 */
  constructor(
    private readonly registry: Registry,
    private readonly now: number,
  ) {}

  /**
   * A new record with the defaults of the fields that no column gives. A record that cannot be changed with certainty
   * stays as it is.
   *
   * @param columns the names of the fields that come from columns; they stay empty where their cell is empty
   */
  writeInto(record: RecordNode, tag: Tag, columns: ReadonlySet<string>): RecordNode {
    // Most tags have no defaults, and then the record need not be read.
    if (fieldsWithDefault(tag).every(({ name }) => columns.has(name))) return record
    const given = new Map<string, string | null>(Array.from(columns, name => [name, null]))
    for (const { name, value } of record.fields) given.set(name, value ? valueText(record, value) : null)
    const values = [...defaultValues(tag, this.registry, given, this.now)].map(
      ([name, value]): NewValue => ({ name, field: tag.fields.get(name), value }),
    )
    const written = values.length > 0 ? writeValues(record, values) : undefined
    if (!written) return record
    this.records++
    this.values += values.length
    for (const { name } of values) this.fields.add(name)
    return written
  }

  /** A sentence with the number of values and records, if there are any. */
  notes(): string[] {
    if (this.values === 0) return []
    const [count, fields] = [this.values, { and: [...this.fields] }]
    const records =
      this.records === 1 ? localize('1 new record') : localize('{count} new records', { count: this.records })
    if (count === 1)
      return [
        localize('1 default value of {fields} is written into {records}, because no column is for it.', {
          fields,
          records,
        }),
      ]
    return [
      this.fields.size === 1
        ? localize('{count} default values of {fields} are written into {records}, because no column is for it.', {
            count,
            fields,
            records,
          })
        : localize('{count} default values of {fields} are written into {records}, because no columns are for them.', {
            count,
            fields,
            records,
          }),
    ]
  }
}
