import type { FieldDefinition } from '../../domains/registry.ts'
import { fieldSpan, isEmpty, type RecordNode } from '../../syntax/nodes.ts'
import { fieldSnippet, insertAtEnd, insertBehindTag } from '../edits.ts'
import type { Edit, Rule } from '../rule.ts'

export const missingField: Rule = {
  code: 'missing-field',
  severity: 'error',
  summary: 'A required field is absent or empty.',
  record: ({ record, tag, nextIdOf, report }) => {
    if (!tag) return
    const missing = tag.required.filter(({ name }) => !hasValue(record, name))
    if (missing.length === 0) return
    const names = missing.map(({ name }) => name)
    const lacking = inSentence(names.map(name => `no ${name}`))
    report(`${tag.name} has ${lacking}, which ${names.length === 1 ? 'is' : 'are'} required.`, {
      fixes: () => {
        const example = nextIdOf?.(tag.fullName)
        const fields = missing.map(field =>
          field.name === tag.identityField && example !== undefined ? { ...field, example } : field,
        )
        return [{ title: `Add ${inSentence(names)}`, edits: addFields(record, fields), isPreferred: true }]
      },
    })
  },
}

const inSentence = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`

const hasValue = (record: RecordNode, name: string): boolean =>
  record.fields.some(field => field.name === name && field.value !== undefined && !isEmpty(record, field.value))

/** The rid goes directly behind the tag, the others to the end of the record, with a tab stop each. */
function addFields(record: RecordNode, missing: readonly FieldDefinition[]): Edit[] {
  const edits: Edit[] = []
  const atEnd: string[] = []
  missing.forEach((definition, index) => {
    const snippet = fieldSnippet(definition, index + 1)
    const empty = record.fields.find(field => field.name === definition.name)
    if (empty) edits.push({ ...fieldSpan(empty), text: snippet, isSnippet: true })
    else if (definition.name === 'rid' && record.fields.length > 0)
      edits.push({ ...insertBehindTag(record, snippet), isSnippet: true })
    else atEnd.push(snippet)
  })
  if (atEnd.length > 0) edits.push({ ...insertAtEnd(record, atEnd), isSnippet: true })
  return edits.sort((one, other) => one.start - other.start)
}
