import { type CheckedFile, sectionAt } from '../../shared/check/check.ts'
import { localize } from '../../shared/domains/localize.ts'
import { canonicalField } from '../../shared/domains/notation.ts'
import { fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { insertRecords } from '../../shared/edit/insert-records.ts'
import { defaultValues } from '../../shared/expression/default-values.ts'
import { freeIds } from '../../shared/index/free-ids.ts'
import type { Refusal } from '../../shared/protocol/request.ts'
import { lineStartOf, quote, tagName } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { edit as editTree, indexAt, lineBreakOf, parse } from '../../shared/syntax/tree.ts'
import type { Table } from '../../shared/views/table/tables.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** What an edit of a table changes in its file. */
export interface TableChanges {
  /** In order, not overlapping. */
  readonly changes: readonly TextChange[]
  /** The line of the record to go to, after the changes. */
  readonly line?: number
  readonly note?: string
}

/** A record about to be written: its fields in their order, empty ones left out. */
export type NewFields = readonly (readonly [name: string, value: string | null])[]

/**
 * Writes new records below the last one of their table, or else at the end of the file, and goes to the first of them.
 * Records without a field for the id get the next free ids.
 *
 * @param table undefined if no record of the file has the tag
 * @param place the entry that they go below instead; -1 for above all
 */
export function insertRows(
  { file, index, registry }: Snapshot,
  table: Table | undefined,
  tag: Tag | undefined,
  records: readonly NewFields[],
  place?: number,
): TableChanges | Refusal {
  const name = table?.name ?? tag?.name
  if (name === undefined) return { refusal: tagIsGone() }
  const { tree } = file
  const below = place ?? table?.records.at(-1)
  if (
    tag &&
    !sectionAt(file, below === undefined ? tree.entries.length - 1 : Math.max(0, below)).domains.includes(tag.domain)
  ) {
    const { path } = tag.domain
    return {
      refusal: localize(
        '{domain} is not in force at the end of this file, so {tag} would be an unknown tag there; choose the domain first.',
        { domain: path, tag: name },
      ),
    }
  }
  const texts = withIds({ file, index }, tag, records).map(fields =>
    newRecordText(name, tag, tag ? withDefaults(tag, registry, fields) : fields),
  )
  const isReadable = texts.every(text => {
    const [record, ...others] = parse(text).entries
    return record?.kind === 'record' && others.length === 0 && tagName(record) === name
  })
  if (name === 'DOC')
    return {
      refusal: localize('A header sets the domains of the records below it, so it can only be added in the text.'),
    }
  if (!isReadable)
    return { refusal: localize('"@{tag}" does not start a record; fix the tag in the text first.', { tag: name }) }
  return changeWithLine(file.tree, below === -1 ? insertAboveAll(file, texts) : insertRecords(file, below, texts))
}

/** What the user reads if the table that an edit is for is not there any more. */
export const tagIsGone = (): string => localize('The file no longer has this tag; choose another table.')

/**
 * A record in canonical notation, as one line without its end.
 *
 * @param name the tag as it is written
 * @param tag its definition, if a domain in force has one
 */
function newRecordText(name: string, tag: Tag | undefined, fields: NewFields): string {
  const texts = fields.flatMap(([field, value]) => {
    if (value === null) return []
    const definition = tag && fieldOf(tag, field)
    return definition ? canonicalField(definition, value) : `${field}=${quote(value)}`
  })
  return texts.length === 0 ? `@${name}` : `@${name} ${texts.join(' | ')}`
}

function withIds(
  { file, index }: Pick<Snapshot, 'file' | 'index'>,
  tag: Tag | undefined,
  records: readonly NewFields[],
): readonly NewFields[] {
  const own = tag?.fields.get(tag.identityField)
  if (!tag || !own) return records
  const isWithout = (fields: NewFields): boolean => fields.every(([name]) => name !== own.name)
  const ids = freeIds(
    file,
    index,
    tag.nameOfRecords,
    own.example ?? `${tag.name}-1`,
    records.filter(isWithout).length,
  ).values()
  return records.map(fields => (isWithout(fields) ? [[own.name, ids.next().value!], ...fields] : fields))
}

/** The fields with the defaults of those that are not there. A field that is there without a value stays empty. */
function withDefaults(tag: Tag, registry: Registry, fields: NewFields): NewFields {
  const hasValues = fields.some(([name, value]) => value !== null && name !== tag.identityField)
  const given = hasValues ? fields : fields.filter(([, value]) => value !== null)
  return [...given, ...defaultValues(tag, registry, new Map(given), Date.now())]
}

/** The change that writes records above all others, a line each. */
function insertAboveAll({ tree }: CheckedFile, records: readonly string[]): TextChange {
  const start = lineStartOf(tree.entries[0]?.text ?? '')
  const lineBreak = lineBreakOf(tree)
  return { start, end: start, text: records.map(record => record + lineBreak).join('') }
}

/** A change that writes records, with the line of the first of them. */
export function changeWithLine(tree: Snapshot['file']['tree'], change: TextChange): TableChanges {
  const after = editTree(tree, change.start, change.end, change.text)
  let record = indexAt(after, change.start + change.text.search(/[^\r\n]/))
  while (after.entries[record]?.kind === 'comment') record++
  return { changes: [change], line: after.lineOf(record) }
}
