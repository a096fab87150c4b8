import { ruleCode } from '../../../shared/check/rule-settings.ts'
import { canonicalField } from '../../../shared/domains/notation.ts'
import type { Registry, Tag } from '../../../shared/domains/registry.ts'
import { fieldTable } from './field-table.ts'
import { type Html, type HtmlPart, html, prose } from './html.ts'
import { fieldLink, tagAnchor, type Viewpoint } from './links.ts'
import { recordsMarkup } from './records-markup.ts'

/** The section of a tag: its description, its use, its fields, and an example record. */
export function tagSection(from: Viewpoint, tag: Tag): Html {
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

const fieldsThatReferTo = ({ domains }: Registry, { fullName }: Tag): { tag: Tag; field: string }[] =>
  [...domains.values()]
    .flatMap(({ tags }) => [...tags.values()])
    .flatMap(tag =>
      [...tag.fields.values()]
        .filter(({ target }) => target?.path === fullName.path)
        .map(({ name }) => ({ tag, field: name })),
    )
