import { type Html, type HtmlPart, html } from '../../shared/basics/html.ts'
import { proseParts } from '../../shared/domains/prose.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { HrefOfName } from '../../shared/reports/table-markup.ts'
import type { Entry, Field, RecordNode } from '../../shared/syntax/nodes.ts'
import { parse } from '../../shared/syntax/tree.ts'

/**
 * A text of a descriptor: words between backticks become code.
 *
 * @param domain where the text names a standard that this domain links, it becomes a link
 */
export const prose = (text: string, domain?: Domain): HtmlPart =>
  proseParts(text, domain).map(part => {
    if (part.kind === 'code') return html`<code>${part.text}</code>`
    return part.address === undefined ? part.text : externalLink(part.address, part.text)
  })

/** A link to another site; only the label if the URL is not HTTPS. */
export function externalLink(url: string, label: string): Html {
  const isSafe = URL.canParse(url) && new URL(url).protocol === 'https:'
  return isSafe ? html`<a href="${new URL(url).href}" rel="external noopener noreferrer">${label}</a>` : html`${label}`
}

/**
 * Records as HTML. Each record is an element, with elements for its tag and its fields' names, types and values.
 *
 * @param hrefOfName where the name of a field leads, if it does
 */
export const recordsMarkup = (text: string, hrefOfName: HrefOfName = () => undefined): Html =>
  html`<pre><code>${parse(text).entries.map(entry => entryMarkup(entry, hrefOfName))}</code></pre>`

const entryMarkup = (entry: Entry, hrefOfName: HrefOfName): Html =>
  html`<span class="entry">${entry.kind === 'record' ? recordMarkup(entry, hrefOfName) : withoutLineEnd(entry.text)}</span>`

function recordMarkup(record: RecordNode, hrefOfName: HrefOfName): HtmlPart[] {
  const marked = [{ start: record.at, end: record.tagEnd, look: 'tag-word' }, ...record.fields.flatMap(fieldMarks)]
  const parts: HtmlPart[] = []
  let behind = 0
  for (const { start, end, look } of marked) {
    const text = record.text.slice(start, end)
    const href = look === 'name' ? hrefOfName(text) : undefined
    const part = html`<span class="${look}">${text}</span>`
    parts.push(record.text.slice(behind, start), href === undefined ? part : html`<a href="${href}">${part}</a>`)
    behind = end
  }
  return [...parts, withoutLineEnd(record.text.slice(behind))]
}

/** The highlighted parts of a field, in order. */
const fieldMarks = (field: Field): { start: number; end: number; look: string }[] => [
  { start: field.nameStart, end: field.nameEnd, look: 'name' },
  ...(field.typeStart < 0 ? [] : [{ start: field.typeStart, end: field.typeEnd, look: 'type' }]),
  ...(field.value ? [{ start: field.value.start, end: field.value.end, look: 'value' }] : []),
]

const withoutLineEnd = (text: string): string => text.replace(/[\r\n]+$/, '')
