import { isTagOfPart } from '../domains/defining-part.ts'
import type { DomainPart } from '../domains/descriptor.ts'
import type { Registry } from '../domains/registry.ts'
import { type Field, insideOf, isBareSafe, quote, type RecordNode, type Span, valueText } from '../syntax/nodes.ts'
import type { TextChange } from '../syntax/text-change.ts'
import type { FileExcerpt } from './excerpt.ts'

/**
 * The changes in one file that give a tag, a field or an allowed value another name, in all records of the tag.
 *
 * @param file the whole file, or all of its records of the tag
 */
export function renamePart(
  { tree, entries }: FileExcerpt,
  part: DomainPart,
  to: string,
  registry: Registry,
): TextChange[] {
  return entries.flatMap(({ tag }, index) => {
    if (!tag || !isTagOfPart(tag, part, registry)) return []
    const start = tree.starts[index]!
    return editsIn(tree.entries[index] as RecordNode, part, to).map(edit => ({
      start: start + edit.start,
      end: start + edit.end,
      text: edit.text,
    }))
  })
}

function editsIn(record: RecordNode, { field, value }: DomainPart, to: string): (Span & { text: string })[] {
  if (field === undefined) return [{ start: record.tagStart, end: record.tagEnd, text: to }]
  const fields = record.fields.filter(({ name }) => name === field)
  if (value === undefined) return fields.map(({ nameStart, nameEnd }) => ({ start: nameStart, end: nameEnd, text: to }))
  return fields.flatMap(node => valueEdit(record, node, value, to))
}

function valueEdit(record: RecordNode, { value }: Field, from: string, to: string): (Span & { text: string })[] {
  if (!value || value.kind === 'list' || valueText(record, value) !== from) return []
  if (value.kind === 'bare') return [{ start: value.start, end: value.end, text: isBareSafe(to) ? to : quote(to) }]
  return [{ ...insideOf(record, value), text: quote(to).slice(1, -1) }]
}
