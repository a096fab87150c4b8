import { type Html, type HtmlPart, html } from '../../shared/basics/html.ts'
import type { DeclaredRule } from '../../shared/check/declared/declared-rules.ts'
import { examplesOf, rulesThatRead } from '../../shared/check/declared/rule-text.ts'
import {
  followersOf,
  kindsOfValues,
  meaningText,
  originText,
  phraseOf,
  rangeAndUnit,
  typeText,
} from '../../shared/domains/field-text.ts'
import { formatTitle } from '../../shared/domains/formats/formats.ts'
import { type Domain, type FieldDefinition, type Tag, targetOf } from '../../shared/domains/registry.ts'
import { prose } from './html.ts'
import { fieldAnchor, hrefOfRule, tagLink, type Viewpoint, valueAnchor } from './links.ts'

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
  const rules = rulesThatRead(field, tag, from)
  const meaning = meaningText(field)
  return html`<tr id="${anchor}" role="row">
<th scope="row" role="rowheader">
<a href="#${anchor}"><code>${field.name}</code></a>${standing(field)}
</th>
<td role="cell"><code>${typeText(field)}</code>${constraints(from, field, tag).map(constraint => html`<p>${constraint}</p>`)}</td>
<td role="cell">${meaning === '' ? '' : html`<p>${prose(meaning, tag.domain)}</p>`}
${allowedValues(tag, field)}
${exampleLine(examplesOf(field, tag, rules))}
${ruleLine(from, rules)}
${origin(field, tag.domain)}</td>
</tr>
`
}

function standing({ required, usual }: FieldDefinition): Html | string {
  if (required) return html` <strong>required</strong>`
  return usual ? html` <em>usual</em>` : ''
}

const exampleLine = (examples: readonly string[]): HtmlPart =>
  examples.length === 0
    ? ''
    : html`<p class="quiet">Example${examples.length === 1 ? '' : 's'}: ${examples.map((one, index) => html`${index === 0 ? '' : ' · '}<code>${one}</code>`)}</p>`

const ruleLine = (from: Viewpoint, rules: readonly DeclaredRule[]): HtmlPart =>
  rules.length === 0
    ? ''
    : html`<p class="quiet">Rule${rules.length === 1 ? '' : 's'}: ${rules.map(({ rule, severity, tag }, index) => html`${index === 0 ? '' : ' · '}<a href="${hrefOfRule(from, tag.fullName, rule.id)}"><code>${rule.id}</code></a> (${severity})`)}</p>`

const constraints = (from: Viewpoint, field: FieldDefinition, tag: Tag): Html[] =>
  [
    field.list ? html`items between commas` : undefined,
    rangeAndUnit(field) === '' ? undefined : html`${rangeAndUnit(field)}`,
    field.format === undefined ? undefined : html`format: ${formatTitle(field.format)}`,
    ...kindsOfValues(field, tag).map(text => html`${text}`),
    field.pattern === undefined ? undefined : html`pattern <code>${field.pattern}</code>`,
    field.target && html`refers to ${tagLink(from, targetOf(from.registry, field)?.fullName ?? field.target)}`,
  ].filter(constraint => constraint !== undefined)

function allowedValues(tag: Tag, field: FieldDefinition): Html | string {
  const values = [...new Set(field.enum)]
  return values.length === 0
    ? ''
    : html`<dl class="values">
${values.map(value => html`<div id="${valueAnchor(tag.name, field.name, value)}"><dt><code>${value}</code></dt><dd>${prose(phraseOf(field, value) ?? '')}${following(field, value)}</dd></div>\n`)}</dl>`
}

function following(field: FieldDefinition, value: string): Html | string {
  const next = followersOf(field, value)
  return next === '' ? '' : html` <em>(${next})</em>`
}

/** Where a tag or field comes from, as a paragraph. */
export function origin(part: FieldDefinition | Tag['descriptor'], domain: Domain): Html | string {
  const text = originText(part, domain)
  return text === '' ? '' : html`<p class="quiet">${text}</p>`
}
