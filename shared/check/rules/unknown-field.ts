import { localize } from '../../domains/localize.ts'
import { shorten } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { Tag } from '../../domains/registry.ts'
import { type Field, fieldNames, isFieldName, nameSpan, type RecordNode } from '../../syntax/nodes.ts'
import { isInOpenValue } from '../../syntax/open-ends.ts'
import { removeField } from '../fixes/edits.ts'
import { type Fix, never, type Rule } from '../rule.ts'

export const unknownField: Rule = {
  code: 'unknown-field',
  severity: 'warning',
  summary: 'The tag does not define the field.',
  mayHaveAnswer: true,
  mayObjectToField: never,
  field: ({ record, tag, node, field, fieldName, report }) => {
    // Without a value, missing-value says it too.
    if (
      !tag ||
      field ||
      tag.fields.has(fieldName) ||
      !node.value ||
      !isFieldName(fieldName) ||
      isInOpenValue(record, node)
    )
      return
    report(unknownFieldMessage(fieldName, tag), {
      at: nameSpan(node),
      fixes: () => [
        ...nearestNames(record, tag, node),
        { title: localize('Remove {text}', { text: shorten(fieldName) }), edits: [removeField(record, node)] },
      ],
    })
  },
}

/** The command line reuses the message for the same field of other records, so it does not depend on the record. */
function unknownFieldMessage(fieldName: string, tag: Tag): string {
  const { meant, all } = fieldsMeant(tag, fieldName)
  const places = { field: shorten(fieldName), tag: tag.name, fields: { list: all }, names: { or: meant } }
  return meant.length > 0
    ? localize('{field} is not a field of {tag}; did you mean {names}?', places)
    : localize('{field} is not a field of {tag}, which has {fields}.', places)
}

/** The fields of a tag that an unknown name may mean, and all its fields. */
export function fieldsMeant(tag: Tag, unknown: string): { readonly meant: string[]; readonly all: string[] } {
  const all = [...tag.fields.keys()]
  return { meant: meantFields(tag, unknown, all).map(shorten), all }
}

/** Of some fields, the one that had a name in an earlier version, or else those with the most similar names. */
function meantFields({ fields }: Tag, unknown: string, names: readonly string[]): string[] {
  const renamed = names.filter(name => fields.get(name)?.renamedFrom === unknown)
  return renamed.length > 0 ? renamed : nearest(unknown, names)
}

/** The only field of a tag whose name is another one but for case. */
export function fieldButForCase(name: string, { fields }: Tag): string | undefined {
  const wanted = name.toLowerCase()
  const [only, ...others] = [...fields.keys()].filter(field => field.toLowerCase() === wanted)
  return others.length === 0 ? only : undefined
}

/** Whether a record has a field, and no other one whose name is the same but for case. */
export function isOnlySpelling(record: RecordNode, name: string): boolean {
  let counts = spellings.get(record)
  if (!counts) {
    counts = new Map()
    for (const field of record.fields) {
      const word = field.name.toLowerCase()
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    spellings.set(record, counts)
  }
  return counts.get(name.toLowerCase()) === 1
}

/** How many fields of a record have each name, apart from its case. */
const spellings = new WeakMap<RecordNode, Map<string, number>>()

/** Changes the name of an unknown field to a similar field that the record does not have. */
export function nearestNames(record: RecordNode, tag: Tag, node: Field): Fix[] {
  const used = fieldNames(record)
  const free = [...tag.fields.keys()].filter(name => !used.has(name))
  const meant = meantFields(tag, node.name, free)
  const known = fieldButForCase(node.name, tag)
  const answer = known !== undefined && isOnlySpelling(record, node.name) ? known : undefined
  return meant.map(candidate => ({
    title: localize('Change to {text}', { text: candidate }),
    edits: [{ ...nameSpan(node), text: candidate }],
    ...(candidate === answer && { answer: { field: node.name, name: candidate } }),
    isPreferred: meant.length === 1,
  }))
}
