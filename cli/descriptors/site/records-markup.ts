import type { Entry, Field, RecordNode } from '../../../shared/syntax/nodes.ts'
import { parse } from '../../../shared/syntax/tree.ts'
import { type Html, type HtmlPart, html } from './html.ts'

/** Records as HTML. Each record is an element, with elements for its tag and its fields' names, types and values. */
export const recordsMarkup = (text: string): Html =>
  html`<pre><code>${parse(text).entries.map(entryMarkup)}</code></pre>`

const entryMarkup = (entry: Entry): Html =>
  html`<span class="entry">${entry.kind === 'record' ? recordMarkup(entry) : withoutLineEnd(entry.text)}</span>`

function recordMarkup(record: RecordNode): HtmlPart[] {
  const marked = [{ start: record.at, end: record.tagEnd, look: 'tag-word' }, ...record.fields.flatMap(marksOf)]
  const parts: HtmlPart[] = []
  let behind = 0
  for (const { start, end, look } of marked) {
    parts.push(record.text.slice(behind, start), html`<span class="${look}">${record.text.slice(start, end)}</span>`)
    behind = end
  }
  return [...parts, withoutLineEnd(record.text.slice(behind))]
}

/** The highlighted parts of a field, in order. */
const marksOf = (field: Field): { start: number; end: number; look: string }[] => [
  { start: field.nameStart, end: field.nameEnd, look: 'name' },
  ...(field.typeStart < 0 ? [] : [{ start: field.typeStart, end: field.typeEnd, look: 'type' }]),
  ...(field.value ? [{ start: field.value.start, end: field.value.end, look: 'value' }] : []),
]

const withoutLineEnd = (text: string): string => text.replace(/[\r\n]+$/, '')
