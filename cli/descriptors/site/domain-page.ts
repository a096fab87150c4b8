import { ruleCode } from '../../../shared/check/declared/rule-settings.ts'
import type { Meta, UseCase } from '../../../shared/domains/descriptor.ts'
import { followersOf, originText, phraseOf, rangeText } from '../../../shared/domains/field-text.ts'
import { canonicalField } from '../../../shared/domains/notation.ts'
import {
  type Domain,
  type FieldDefinition,
  type Registry,
  type Tag,
  targetOf,
} from '../../../shared/domains/registry.ts'
import { type Html, type HtmlPart, html, prose, recordsMarkup } from './html.ts'
import {
  domainLink,
  externalLink,
  fieldAnchor,
  fieldLink,
  pageAnchor,
  tagAnchor,
  tagLink,
  tagLinks,
  type Viewpoint,
} from './links.ts'
import { page } from './page.ts'

/** The page of a domain: its description, its use cases, and all its tags. */
export function domainPage(registry: Registry, domain: Domain): string {
  const from: Viewpoint = { registry, domain: domain.path }
  const { description, meta = {}, version } = domain.descriptor
  const tags = [...domain.tags.values()]
  const sections = [
    { name: 'use-cases', title: 'Use cases', content: useCases(from, domain.path, meta) },
    { name: 'standards', title: 'Standards and references', content: references(meta) },
    { name: 'related', title: 'Related domains', content: relatedDomains(from, meta) },
    { name: 'tags', title: 'Tags', content: tags.map(tag => tagSection(from, tag)) },
  ].filter(({ content }) => content !== undefined)
  return page(from, domain.path, {
    navigation: html`<ul>
${sections.map(({ name, title }) => html`<li><a href="#${pageAnchor(name)}">${title}</a></li>\n`)}</ul>
<ul>
${tags.map(tag => html`<li>${tagLink(from, tag.fullName)}</li>\n`)}</ul>`,
    main: html`<h1>${domain.path} <span class="quiet">version ${version}</span></h1>
${meta.tagline === undefined ? '' : html`<p class="lead">${prose(meta.tagline)}</p>`}
<p>${prose(description)}</p>
${domain.base ? html`<p>Extends ${domainLink(from, domain.base.path)}.</p>` : ''}
${sections.map(
  ({ name, title, content }) => html`<section id="${pageAnchor(name)}">
<h2>${title}</h2>
${content}</section>
`,
)}`,
  })
}

function useCases(from: Viewpoint, domain: string, { use_cases: cases = [] }: Meta): Html | undefined {
  return cases.length === 0 ? undefined : html`${cases.map(useCase => useCaseArticle(from, domain, useCase))}`
}

const useCaseArticle = (from: Viewpoint, domain: string, useCase: UseCase): Html => html`<article>
<h3>${useCase.title}</h3>
<p>${prose(useCase.description)}</p>
${tagLinks(from, domain, useCase.tags)}
<ol>
${useCase.steps.map(step => html`<li>${prose(step)}</li>\n`)}</ol>
${recordsMarkup(useCase.example)}
</article>
`

function references({ links = [] }: Meta): Html | undefined {
  return links.length === 0
    ? undefined
    : html`<ul class="links">
${links.map(({ url, label, type }) => html`<li>${externalLink(url, label)} <span class="quiet">${type}</span></li>\n`)}</ul>
`
}

function relatedDomains(from: Viewpoint, { related = [] }: Meta): Html | undefined {
  return related.length === 0
    ? undefined
    : html`<dl class="facts">
${related.map(
  ({ domain, reason, relationship }) =>
    html`<dt>${domainLink(from, domain)} <span class="quiet">${relationship}</span></dt><dd>${prose(reason)}</dd>\n`,
)}</dl>
`
}

/** The section of a tag: its description, its use, its fields, and an example record. */
function tagSection(from: Viewpoint, tag: Tag): Html {
  const { descriptor, domain, fields, fullName, name } = tag
  const contexts = domain.descriptor.meta?.tag_context
  const context = contexts && Object.hasOwn(contexts, name) ? contexts[name] : undefined
  const standards = context?.related_standards ?? []
  const referrers = fieldsThatReferTo(from.registry, tag).map(({ tag: { fullName }, field }) =>
    fieldLink(from, fullName, field),
  )
  const example = exampleRecord(tag)
  return html`<section class="tag" id="${tagAnchor(name)}">
<h3><a href="#${tagAnchor(name)}">${name}</a></h3>
${descriptor.description === undefined ? '' : html`<p>${prose(descriptor.description)}</p>`}
${origin(descriptor, domain)}
${facts([
  ['Purpose', context?.purpose && prose(context.purpose)],
  ['When to use', context?.when_to_use && prose(context.when_to_use)],
  ['Standards', standards.length > 0 ? standards.join(' · ') : undefined],
  ['Referred to by', referrers.length > 0 ? referrers.map(link => html`${link} `) : undefined],
])}
${fields.size === 0 ? '' : fieldTable(from, tag)}
${ruleList(tag)}
${
  example === undefined
    ? ''
    : html`<figure>
<figcaption>Example of ${fullName.path}</figcaption>
${recordsMarkup(example)}
</figure>`
}
</section>
`
}

/** A record with the examples of the fields; undefined if no field has one. */
export function exampleRecord({ name, fields }: Tag): string | undefined {
  const written = [...fields.values()].flatMap(field =>
    field.example === undefined ? [] : [canonicalField(field, field.example)],
  )
  return written.length === 0 ? undefined : `@${name} ${written.join(' | ')}`
}

/** The rules of a tag: what is true for a correct record, and why. */
const ruleList = ({ descriptor: { rules = [] } }: Tag): HtmlPart =>
  rules.length === 0
    ? ''
    : html`<dl class="facts">\n${rules.map(
        ({ id, expression, description = '' }) =>
          html`<dt>${ruleCode({ id })}</dt><dd>${prose(description)} <code>${expression}</code></dd>\n`,
      )}</dl>`

function facts(all: readonly (readonly [string, HtmlPart])[]): HtmlPart {
  const known = all.filter(([, fact]) => fact !== undefined)
  return known.length === 0
    ? ''
    : html`<dl class="facts">\n${known.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>\n`)}</dl>`
}

const fieldsThatReferTo = ({ domains }: Registry, { nameOfRecords }: Tag): { tag: Tag; field: string }[] =>
  [...domains.values()]
    .flatMap(({ tags }) => [...tags.values()])
    .flatMap(tag =>
      [...tag.fields.values()]
        .filter(({ target }) => target?.path === nameOfRecords.path)
        .map(({ name }) => ({ tag, field: name })),
    )

/**
 * The fields of a tag as a table. The explicit roles are necessary: on narrow screens the style sheet changes how cells
 * are displayed, and some browsers then no longer tell screen readers that it is a table.
 */
const fieldTable = (from: Viewpoint, tag: Tag): Html => html`<table role="table">
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
${field.example === undefined ? '' : html`<p class="quiet">Example: <code>${field.example}</code></p>`}
${origin(field, tag.domain)}</td>
</tr>
`
}

function origin(part: FieldDefinition | Tag['descriptor'], domain: Domain): Html | string {
  const text = originText(part, domain)
  return text === '' ? '' : html`<p class="quiet">${text}</p>`
}

const constraints = (from: Viewpoint, field: FieldDefinition): Html[] =>
  [
    field.range && html`${rangeText(field)}`,
    field.unit === undefined ? undefined : html`in ${field.unit}`,
    field.pattern === undefined ? undefined : html`pattern <code>${field.pattern}</code>`,
    field.target && html`refers to ${tagLink(from, targetOf(from.registry, field)?.fullName ?? field.target)}`,
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
