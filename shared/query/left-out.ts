import { placeName } from '../basics/place-name.ts'
import type { MissingRecords } from '../check/missing-records.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { FieldDefinition } from '../domains/registry.ts'
import { valueTypes } from '../domains/value-types/index.ts'
import type { RecordValues, Value } from '../expression/run/values.ts'
import type { FoundPlace, FoundRecord } from './found-record.ts'
import type { Total } from './query-plan.ts'

/** The values that are written and that no total has, because they cannot be used as what the total needs. */
export class LeftOut {
  private readonly byField = new Map<FieldDefinition, ValuesOfField>()
  private readonly byTotal = new Map<string, RecordsOfTotal>()
  /** The records whose references lead to none, by the total that they have no value of. */
  private readonly byReference = new Map<string, RecordsOfTotal>()
  private readonly more: (() => readonly string[])[] = []

  /** @param missing notes the references that lead to no record while a total is evaluated */
  constructor(private readonly missing: Pick<MissingRecords<FoundPlace>, 'misses'> = { misses: 0 }) {}

  /** Adds what else to say at the end. */
  add(sentences: () => readonly string[]): void {
    this.more.push(sentences)
  }

  /** What a record adds to a total. Notes why there is nothing. */
  valueOf(total: Total, found: FoundRecord): Value | undefined {
    const { misses } = this.missing
    const value = total.evaluate(found.frame)
    if (value !== undefined) return value
    const isLedNowhere = this.missing.misses > misses
    if (isLedNowhere) noteRecord(this.byReference, total, found)
    this.note(total, found, isLedNowhere)
    return undefined
  }

  /** Notes why a total has no value of a record; each field once for the record that has it. */
  private note(total: Total, found: FoundRecord, isLedNowhere: boolean): void {
    const { reads, type } = total
    const kind = type.kind === 'ts' || type.kind === 'int' ? type.kind : 'float'
    let isExplained = isLedNowhere
    for (const { field, owner } of reads) {
      const record = owner(found.frame)
      const isWritten = record?.isWritten(field) === true
      // What is absent has no value, and is no reason to say something.
      if (!isWritten) isExplained = true
      if (!isWritten || isUsableAs(record!.get(field), field, kind)) continue
      isExplained = true
      this.noteField(
        field,
        record!,
        field.type === 'string' && record!.get(field) !== undefined ? kind : field.type,
        found,
      )
    }
    if (!isExplained) noteRecord(this.byTotal, total, found)
  }

  private noteField(
    field: FieldDefinition,
    record: RecordValues,
    kind: TypeOfField,
    { frame, place }: FoundRecord,
  ): void {
    const isOther = record !== frame.record
    const known = this.byField.get(field) ?? { count: 0, first: place, isOther, kind, records: new WeakSet() }
    this.byField.set(field, known)
    // Several totals can read the same field, and several records can lead to the same one.
    if (known.records.has(record)) return
    known.records.add(record)
    known.count++
  }

  /** A sentence for each field, and for each total that has no result for values that can be used. */
  sentences(): string[] {
    const ofFields = [...this.byField].map(([{ name, label }, { count, first, isOther, kind }]) => {
      const field = isOther ? label : shorten(name)
      const place = placeName(first)
      if (count === 1) {
        const kindWord = kindWordOf[kind]()
        return isOther
          ? localize('1 value of {field} is no {kind}, so the totals leave it out; it is read from {place}.', {
              field,
              kind: kindWord,
              place,
            })
          : localize('1 value of {field} is no {kind}, so the totals leave it out; it is at {place}.', {
              field,
              kind: kindWord,
              place,
            })
      }
      const places = { count, field, kinds: kindWordsOf[kind](), place }
      return isOther
        ? localize(
            '{count} values of {field} are no {kinds}, so the totals leave them out; the first one is read from {place}.',
            places,
          )
        : localize(
            '{count} values of {field} are no {kinds}, so the totals leave them out; the first one is at {place}.',
            places,
          )
    })
    const ofTotals = [...this.byTotal].map(([name, { count, first }]) => {
      const places = { total: shorten(name), place: placeName(first) }
      return count === 1
        ? localize('1 record has no result of {total}, so this total leaves it out; it is at {place}.', places)
        : localize(
            '{count} records have no result of {total}, so this total leaves them out; the first one is at {place}.',
            { ...places, count },
          )
    })
    const ofReferences = [...this.byReference].map(([name, { count, first }]) => {
      const places = { total: shorten(name), place: placeName(first) }
      return count === 1
        ? localize(
            '1 record has a reference that leads to no record, so {total} leaves it out; it is at {place}.',
            places,
          )
        : localize(
            '{count} records have references that lead to no record, so {total} leaves them out; the first one is at {place}.',
            { ...places, count },
          )
    })
    return [...ofFields, ...ofTotals, ...ofReferences, ...this.more.flatMap(sentences => sentences())]
  }
}

function noteRecord(records: Map<string, RecordsOfTotal>, { name }: Total, { place }: FoundRecord): void {
  const known = records.get(name) ?? { count: 0, first: place }
  known.count++
  records.set(name, known)
}

type TypeOfField = FieldDefinition['type']

/**
 * Whether a value is no reason that a total has none: a text must have the form of what the total needs, unless it
 * leads to another record.
 */
const isUsableAs = (
  value: Value | undefined,
  { type, target }: FieldDefinition,
  kind: 'int' | 'float' | 'ts',
): boolean =>
  value !== undefined &&
  (type !== 'string' || target !== undefined || typeof value !== 'string' || valueTypes[kind].accepts(value))

interface RecordsOfTotal {
  count: number
  readonly first: FoundPlace
}

interface ValuesOfField {
  count: number
  /** The record that reads the first one. */
  readonly first: FoundPlace
  /** Whether it is a field of other records. */
  readonly isOther: boolean
  /** What the values are not. */
  readonly kind: TypeOfField
  /** The records that were counted. */
  readonly records: WeakSet<RecordValues>
}

const kindWordOf: Readonly<Record<FieldDefinition['type'], () => string>> = {
  int: () => localize('whole number'),
  float: () => localize('number'),
  ts: () => localize('timestamp'),
  bool: () => localize('truth value'),
  string: () => localize('single text'),
}

const kindWordsOf: Readonly<Record<FieldDefinition['type'], () => string>> = {
  int: () => localize('whole numbers'),
  float: () => localize('numbers'),
  ts: () => localize('timestamps'),
  bool: () => localize('truth values'),
  string: () => localize('single texts'),
}
