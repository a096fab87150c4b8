import { type Entry, fieldType, type RecordNode, rawValue, tagWord } from '../shared/syntax/nodes.ts'
import { parse } from '../shared/syntax/tree.ts'

/** The syntax tree of a text as text: one line for each part. Tests compare it. */
export const outline = (text: string): string => parse(text).entries.map(outlineEntry).join('\n')

function outlineEntry(entry: Entry): string {
  if (entry.kind !== 'record')
    return `${entry.kind}${entry.kind === 'block' && !entry.closed ? ' (open)' : ''} ${JSON.stringify(entry.text)}`
  const parts = [
    ...entry.fields.map(field => ({ at: field.nameStart, text: outlineField(entry, field) })),
    ...entry.strays.map(({ kind, start, end }) => ({ at: start, text: `${kind} ⟨${entry.text.slice(start, end)}⟩` })),
    ...entry.emptyFields.map(at => ({ at, text: 'empty' })),
  ].sort((one, other) => one.at - other.at)
  return [`record ${tagWord(entry)}`, ...parts.map(part => `  ${part.text}`)].join('\n')
}

function outlineField(record: RecordNode, field: RecordNode['fields'][number]): string {
  const written = field.separator < 0 ? '' : record.text[field.separator]!
  const separator = written && (written === '|' ? '| ' : ', ')
  const type = fieldType(record, field)
  const name = field.name + (type === undefined ? '' : `:${type}`)
  if (!field.value) return `${separator}${name}${field.equals < 0 ? '' : '='}`
  const { kind, closed } = field.value
  return `${separator}${name} = ${kind}${closed ? '' : ' (open)'} ⟨${rawValue(record, field.value)}⟩`
}
