/** What a change of a domain does to records that were right before, or to programs that read the records. */
export type ChangeEffect = 'breaking' | 'possibly' | 'compatible'

/** A kind of change of a domain, as it is when nothing more is known of it. */
interface DomainChangeKind {
  /** What it does to records: `breaking` if a record with this part, or a record without it, becomes wrong. */
  readonly records: ChangeEffect
  /** What it does to programs and expressions that read the records. */
  readonly readers: ChangeEffect
  /** One sentence for the documentation. */
  readonly summary: string
}

const kind = (records: ChangeEffect, readers: ChangeEffect, summary: string): DomainChangeKind => ({
  records,
  readers,
  summary,
})

/** The kinds of changes by their ids. An id never changes, because users write it into exceptions. */
export const changeKinds = {
  'domain-removed': kind('breaking', 'breaking', 'The domain does not exist any more.'),
  'domain-added': kind('compatible', 'compatible', 'The domain is new.'),
  'domain-deprecated': kind('compatible', 'compatible', 'The domain is deprecated now.'),
  'base-changed': kind('possibly', 'possibly', 'The domain extends another domain, or none any more.'),
  'tag-removed': kind('breaking', 'breaking', 'A tag does not exist any more.'),
  'tag-added': kind('compatible', 'compatible', 'A tag is new.'),
  'tag-renamed': kind('breaking', 'breaking', 'A tag has another name, and `renamedFrom` says so.'),
  'tag-deprecated': kind('compatible', 'compatible', 'A tag is deprecated now.'),
  'id-field-changed': kind('breaking', 'breaking', 'Another field has the id of the records.'),
  'field-removed': kind('breaking', 'breaking', 'A field does not exist any more.'),
  'field-added': kind('compatible', 'compatible', 'A field is new, and not required.'),
  'field-renamed': kind('breaking', 'breaking', 'A field has another name, and `renamedFrom` says so.'),
  'field-deprecated': kind('compatible', 'compatible', 'A field is deprecated now.'),
  'required-added': kind('breaking', 'compatible', 'A field is required now, or a new field is required.'),
  'required-removed': kind('compatible', 'possibly', 'A field is not required any more, so a reader may not find it.'),
  'type-changed': kind('breaking', 'breaking', 'A field has another type.'),
  'list-added': kind('possibly', 'breaking', 'The values of a field are lists now.'),
  'list-removed': kind('possibly', 'breaking', 'The values of a field are no lists any more.'),
  'enum-added': kind('breaking', 'compatible', 'A field allows only the values of an enum now.'),
  'enum-removed': kind('compatible', 'possibly', 'A field has no enum any more.'),
  'enum-narrowed': kind('breaking', 'compatible', 'An enum lacks values that it had.'),
  'enum-widened': kind('compatible', 'possibly', 'An enum has new values, which a reader may not know.'),
  'enum-reordered': kind(
    'possibly',
    'possibly',
    'The values of an enum are in another order, which expressions and sorting follow.',
  ),
  'value-renamed': kind('breaking', 'breaking', 'A value of an enum has another name, and `renamedValues` says so.'),
  'value-deprecated': kind('compatible', 'compatible', 'A value of an enum is deprecated now.'),
  'range-narrowed': kind('breaking', 'compatible', 'A range allows fewer numbers, or is new.'),
  'range-widened': kind('compatible', 'possibly', 'A range allows more numbers, or does not exist any more.'),
  'pattern-changed': kind('possibly', 'possibly', 'A pattern is another one, or is new.'),
  'pattern-removed': kind('compatible', 'possibly', 'A field has no pattern any more.'),
  'format-changed': kind('possibly', 'possibly', 'A field has another format, or a new one.'),
  'format-removed': kind('compatible', 'possibly', 'A field has no format any more.'),
  'unit-changed': kind('possibly', 'breaking', 'The numbers of a field have another unit.'),
  'ref-changed': kind('breaking', 'breaking', 'A field refers to other records.'),
  'ref-added': kind('possibly', 'compatible', 'A field refers to records now.'),
  'ref-removed': kind('compatible', 'possibly', 'A field refers to no records any more.'),
  'transition-removed': kind('possibly', 'compatible', 'A value cannot follow another one any more.'),
  'transition-added': kind('compatible', 'possibly', 'A value can follow another one now.'),
  'unique-added': kind('possibly', 'compatible', 'Records may not have the same values in some fields any more.'),
  'unique-removed': kind('compatible', 'possibly', 'Records may have the same values in some fields now.'),
  'rule-added': kind('possibly', 'compatible', 'A rule is new.'),
  'rule-changed': kind('possibly', 'compatible', 'A rule has another expression.'),
  'rule-stricter': kind('possibly', 'compatible', 'A rule has a higher severity.'),
  'rule-milder': kind('compatible', 'compatible', 'A rule has a lower severity.'),
  'rule-removed': kind('compatible', 'possibly', 'A rule does not exist any more.'),
  'texts-changed': kind('compatible', 'compatible', 'Only descriptions, examples or other words changed.'),
} as const satisfies Readonly<Record<string, DomainChangeKind>>

export type ChangeKindId = keyof typeof changeKinds
