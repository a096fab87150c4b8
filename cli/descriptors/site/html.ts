import type { Entry, Field, RecordNode } from '../../../shared/syntax/nodes.ts'
import { parse } from '../../../shared/syntax/tree.ts'

/** HTML that is safe to use as it is. Its key is a symbol, so no object from a file can pretend to be HTML. */
export interface Html {
  readonly [markup]: string
}

/** A value in a template: HTML, text, which is escaped, or a list of both. Undefined is empty. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[]

const markup = Symbol('markup')

/** A template tag that returns HTML. Text values are escaped for elements and for double-quoted attributes. */
export const html = (template: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => ({
  [markup]: String.raw({ raw: template }, ...parts.map(render)),
})

/** The HTML as a string. */
export const printHtml = (page: Html): string => page[markup]

/** Text in which words between backticks become code. */
export const prose = (text: string): HtmlPart =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))

function render(part: HtmlPart): string {
  if (part === undefined) return ''
  if (isList(part)) return part.map(render).join('')
  return typeof part === 'object' && markup in part ? part[markup] : escapeHtml(String(part))
}

const isList = (part: HtmlPart): part is readonly HtmlPart[] => Array.isArray(part)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

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
