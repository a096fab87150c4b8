import type { DescriptorDraft } from '../config/descriptors/descriptor-rule.ts'
import { arrayItems, propertyOf, propertyValue, spanOf } from '../config/json.ts'
import { recordsInWords } from '../domains/counts-in-words.ts'
import { localize, sentenceOfClauses } from '../domains/localize.ts'
import { withoutPeriod } from '../domains/message-text.ts'
import type { Span } from '../syntax/nodes.ts'
import type { BrokenCount } from './broken-counts.ts'
import { type DomainChange, withoutAllowed } from './change.ts'
import type { ChangeEffect } from './kinds.ts'

/** Whom changes may not break. */
export type Affected = 'records' | 'readers' | 'both'

/** A change that breaks something, or may, at its place in the new descriptor. */
interface PlacedChange extends Span {
  /** The kind of the change, or `unused-exception` for an exception that allows nothing. */
  readonly code: string
  readonly severity: 'error' | 'warning'
  /** A sentence that says what changed, and what this breaks. */
  readonly message: string
  readonly tag?: string | undefined
  readonly field?: string | undefined
}

/** Changes of a domain, and its new descriptor. */
interface NewDescriptor {
  readonly changes: readonly DomainChange[]
  /** The changes that it allows. */
  readonly allowed: Readonly<Record<string, string>> | undefined
  /** Undefined if it could not be read. */
  readonly parts: DescriptorDraft | undefined
}

/**
 * The changes that break something, or may, in the order of their places, and the exceptions that allow nothing.
 *
 * @param wanted whom they may not break
 * @param countOf how many records a change breaks; undefined where no records tell
 */
export function placedChanges(
  { changes, allowed, parts }: NewDescriptor,
  wanted: Affected,
  countOf: (change: DomainChange) => BrokenCount | undefined,
): PlacedChange[] {
  const rest = withoutAllowed(changes, allowed)
  const exceptions = parts && propertyValue(parts.root.node, 'allowedChanges')
  const unused = rest.unused.map(
    (id): PlacedChange => ({
      code: 'unused-exception',
      severity: 'warning',
      message: localize('allowedChanges allows {id}, and there is no such change; remove it.', { id }),
      ...spanOf(propertyOf(exceptions!, id)!),
    }),
  )
  const found = rest.changes.flatMap(change => placedChange(change, wanted, countOf(change), parts) ?? [])
  return [...found, ...unused].sort((one, other) => one.start - other.start)
}

/** A change at its place; undefined if it breaks nothing. */
function placedChange(
  change: DomainChange,
  wanted: Affected,
  count: BrokenCount | undefined,
  parts: DescriptorDraft | undefined,
): PlacedChange | undefined {
  // What records show goes before what could happen to some.
  const shown = count && count.broken > 0 ? 'breaking' : 'compatible'
  const ofRecords = count ? shown : change.records
  const records = wanted === 'readers' ? 'compatible' : ofRecords
  const readers = wanted === 'records' ? 'compatible' : change.readers
  const effects: readonly ChangeEffect[] = [records, readers]
  if (effects.every(effect => effect === 'compatible')) return undefined
  const says = [
    records === 'breaking' &&
      (count ? localize('it breaks {records}', { records: count.text }) : localize('it breaks records')),
    records === 'possibly' && localize('it may break records'),
    count &&
      count.broken === 0 &&
      wanted !== 'readers' &&
      localize('it breaks none of {records}', { records: recordsInWords(count.records) }),
    readers === 'breaking' && localize('it breaks readers'),
    readers === 'possibly' && localize('it may break readers'),
  ].filter(part => typeof part === 'string')
  const { kind: code, message, tag, field } = change
  return {
    code,
    severity: effects.includes('breaking') ? 'error' : 'warning',
    message: sentenceOfClauses(
      withoutPeriod(message),
      says.reduce((before, clause) => localize('{before}, and {clause}', { before, clause })),
    ),
    tag,
    field,
    ...placeOfChange(parts, change),
  }
}

/** Where a change is in the new descriptor: its field, rule or tag, or what is left of the place where it was. */
function placeOfChange(parts: DescriptorDraft | undefined, { tag, field, rule }: DomainChange): Span {
  if (!parts) return { start: 0, end: 0 }
  const record = parts.records.find(one => one.tag === tag)
  const ofField = record?.fields.find(one => one.field === field)
  const rules = arrayItems(record && propertyValue(record.node, 'rules'))
  const ofRule = rules.find(one => rule !== undefined && propertyValue(one, 'id')?.value === rule)
  const name =
    (ofField && propertyValue(ofField.node, 'name')) ??
    (ofRule && propertyValue(ofRule, 'id')) ??
    (record && propertyValue(record.node, 'tag')) ??
    propertyValue(parts.root.node, 'domain')
  return spanOf(name ?? parts.root.node)
}
