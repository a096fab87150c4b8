import { localize } from '../../domains/localize.ts'
import type { FieldDefinition } from '../../domains/registry.ts'
import { fieldSpan, isEmpty, type RecordNode } from '../../syntax/nodes.ts'
import { insertedText, type TextChange } from '../../syntax/text-change.ts'
import { fieldSnippet, insertAtEnd, insertBehindTag } from '../fixes/edits.ts'
import { never, type Rule } from '../rule.ts'

export const missingField: Rule = {
  code: 'missing-field',
  severity: 'error',
  summary: 'A required field is absent or empty.',
  mayObjectToRecord: never,
  record: ({ record, tag, nextIdOf, report }) => {
    if (!tag) return
    const missing = tag.required.filter(({ name }) => !isFieldFilled(record, name) && !hasOtherProblem(record, name))
    if (missing.length === 0) return
    const names = missing.map(({ name }) => name)
    const message =
      names.length === 1
        ? localize('{tag} has no {field}, which is required.', { tag: tag.name, field: names[0]! })
        : localize('{tag} has {fields}, which are required.', {
            tag: tag.name,
            fields: { and: names.map(field => localize('no {field}', { field })) },
          })
    report(message, {
      subject: names.join(', '),
      fixes: () => {
        const id = nextIdOf?.(tag.nameOfRecords)
        const edits = addFields(record, missing, field => (field.name === tag.identityField ? id : undefined))
        return edits.length === 0
          ? []
          : [{ title: localize('Add {fields}', { fields: { and: names } }), edits, isPreferred: true }]
      },
    })
  },
}

const isFieldFilled = (record: RecordNode, name: string): boolean =>
  record.fields.some(field => field.name === name && field.value !== undefined && !isEmpty(record, field.value))

/** Whether another problem already says it: the field is there without a value, or in text that is no field. */
const hasOtherProblem = (record: RecordNode, name: string): boolean =>
  record.fields.some(field => field.name === name && field.value === undefined) ||
  record.strays.some(({ kind, start, end }) => kind === 'text' && wordsIn(record.text.slice(start, end)).includes(name))

const wordsIn = (text: string): string[] => text.match(/[\w.-]+/g) ?? []

/**
 * Inserts the rid directly after the tag and the others at the end of the record, each with a tab stop for its value.
 */
function addFields(
  record: RecordNode,
  missing: readonly FieldDefinition[],
  initialValueOf: (field: FieldDefinition) => string | undefined,
): TextChange[] {
  const edits: TextChange[] = []
  const atEnd: string[] = []
  missing.forEach((definition, index) => {
    const snippet = fieldSnippet(definition, index + 1, initialValueOf(definition))
    const empty = record.fields.find(field => field.name === definition.name)
    if (empty) edits.push(...changed(record, { ...fieldSpan(empty), text: snippet, isSnippet: true }))
    else if (definition.name === 'rid' && record.fields.length > 0)
      edits.push({ ...insertBehindTag(record, snippet), isSnippet: true })
    else atEnd.push(snippet)
  })
  if (atEnd.length > 0) edits.push({ ...insertAtEnd(record, atEnd), isSnippet: true })
  return edits.sort((one, other) => one.start - other.start)
}

/** The edit, unless it changes nothing. */
const changed = ({ text }: RecordNode, edit: TextChange): TextChange[] =>
  text.slice(edit.start, edit.end) === insertedText(edit) ? [] : [edit]
