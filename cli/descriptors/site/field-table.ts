import { followersOf, phraseOf, rangeText } from '../../../shared/domains/field-text.ts'
import type { FieldDefinition, Tag } from '../../../shared/domains/registry.ts'
import { type Html, html, prose } from './html.ts'
import { fieldAnchor, tagLink, type Viewpoint } from './links.ts'

/**
 * The fields of a tag as a table. The explicit roles are necessary: on narrow screens the style sheet changes how cells
 * are displayed, and some browsers then no longer tell screen readers that it is a table.
 */
export const fieldTable = (from: Viewpoint, tag: Tag): Html => html`<table role="table">
<caption class="unseen">Fields of ${tag.name}</caption>
<thead role="rowgroup">
<tr role="row">${['Field', 'Type', 'Meaning'].map(title => html`<th scope="col" role="columnheader">${title}</th>`)}</tr>
</thead>
<tbody role="rowgroup">
${[...tag.fields.values()].map(field => row(from, tag, field))}</tbody>
</table>`

function row(from: Viewpoint, tag: Tag, field: FieldDefinition): Html {
  const anchor = fieldAnchor(tag.name, field.name)
  return html`<tr id="${anchor}" role="row">
<th scope="row" role="rowheader">
<a href="#${anchor}"><code>${field.name}</code></a>${field.required ? html` <strong>required</strong>` : ''}
</th>
<td role="cell"><code>${field.type}</code>${constraints(from, field).map(constraint => html`<p>${constraint}</p>`)}</td>
<td role="cell">${field.description === undefined ? '' : html`<p>${prose(field.description)}</p>`}
${allowedValues(field)}
${field.example === undefined ? '' : html`<p class="quiet">Example: <code>${field.example}</code></p>`}</td>
</tr>
`
}

const constraints = (from: Viewpoint, field: FieldDefinition): Html[] =>
  [
    field.range && html`${rangeText(field)}`,
    field.unit === undefined ? undefined : html`in ${field.unit}`,
    field.pattern === undefined ? undefined : html`pattern <code>${field.pattern}</code>`,
    field.target && html`refers to ${tagLink(from, field.target)}`,
  ].filter(constraint => constraint !== undefined)

const allowedValues = (field: FieldDefinition): Html | string =>
  (field.enum ?? []).length === 0
    ? ''
    : html`<dl class="values">
${field.enum?.map(value => html`<div><dt><code>${value}</code></dt><dd>${prose(phraseOf(field, value) ?? '')}${following(field, value)}</dd></div>\n`)}</dl>`

function following(field: FieldDefinition, value: string): Html | string {
  const next = followersOf(field, value)
  return next === '' ? '' : html` <em>(${next})</em>`
}
