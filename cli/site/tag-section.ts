import { type Html, type HtmlPart, html } from '../../shared/basics/html.ts'
import { countedWithCommas } from '../../shared/basics/text.ts'
import { ruleFacts } from '../../shared/check/declared/rule-text.ts'
import type { RuleDescriptor } from '../../shared/domains/descriptor.ts'
import { exampleRecord, requiredFirst } from '../../shared/domains/example-record.ts'
import { meaningText, uniqueText } from '../../shared/domains/field-text.ts'
import { standardAddress } from '../../shared/domains/prose.ts'
import type { Domain, FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { fieldTable, origin } from './field-table.ts'
import { externalLink, prose, recordsMarkup } from './html.ts'
import { lifecyclePicture } from './lifecycle.ts'
import { fieldAnchor, playgroundLink, rootFrom, ruleAnchor, tagAnchor, type Viewpoint } from './links.ts'
import { referencePicture } from './reference-picture.ts'

/** The section of a tag: what it is, a record, its pictures, its fields and its rules. */
export function tagSection(from: Viewpoint, tag: Tag): Html {
  const { descriptor, domain, fields, name } = tag
  const contexts = domain.descriptor.meta?.tag_context
  const context = contexts && Object.hasOwn(contexts, name) ? contexts[name] : undefined
  const standards = context?.related_standards ?? []
  const meaning = meaningText(descriptor)
  const unique = uniqueText(tag)
  return html`<section class="tag" id="${tagAnchor(name)}">
<h3><a href="#${tagAnchor(name)}">${name}</a></h3>
${meaning === '' ? '' : html`<p>${prose(meaning, domain)}</p>`}
${origin(descriptor, domain)}
${linkToRecords(from, tag)}${facts([
  ['Purpose', context?.purpose && prose(context.purpose)],
  ['When to use', context?.when_to_use && prose(context.when_to_use)],
  ['Standards', standards.length > 0 ? standards.map(one => html`${standardLink(one, domain)} `) : undefined],
])}
${exampleForm(from, tag)}
${pictures(from, tag)}
${fields.size === 0 ? '' : fieldTable(from, tag)}
${unique === '' ? '' : html`<p>${unique}</p>`}
${ruleList(from, tag)}
</section>
`
}

/** A link to the records of a tag, on a site that has some. */
function linkToRecords(from: Viewpoint, { fullName }: Tag): HtmlPart {
  const table = from.tables?.get(fullName.path)
  return (
    table &&
    html`<p><a href="${rootFrom(from)}${table.page}">${countedWithCommas(table.count, 'record')}</a></p>
`
  )
}

const standardLink = (name: string, domain: Domain): Html => externalLink(standardAddress(name, domain) ?? '', name)

function facts(all: readonly (readonly [string, HtmlPart])[]): HtmlPart {
  const known = all.filter(([, fact]) => fact !== undefined)
  return known.length === 0
    ? ''
    : html`<dl class="facts">\n${known.map(([term, fact]) => html`<dt>${term}</dt><dd>${fact}</dd>\n`)}</dl>`
}

/** The form of a record: one with all fields that have an example, in which each name leads to its field. */
function exampleForm(from: Viewpoint, tag: Tag): HtmlPart {
  const example = exampleRecord(tag, requiredFirst(tag))
  return example === undefined
    ? ''
    : html`<figure>
<figcaption>Form of a record of ${tag.fullName.path}, with required and usual fields first</figcaption>
${recordsMarkup(example, field => (tag.fields.has(field) ? `#${fieldAnchor(tag.name, field)}` : undefined))}
${playgroundLink(from, tag.domain, example)}</figure>`
}

/** How the states of a record follow each other, and what its references are, as pictures. */
function pictures(from: Viewpoint, tag: Tag): HtmlPart {
  const references = referencePicture(from, tag)
  const all = [...tag.fields.values()].flatMap(field => {
    const picture = lifecyclePicture(field, field.label)
    return picture ? [figure(html`Lifecycle: <code>${field.name}</code>${lifecycleLegend(field)}`, picture)] : []
  })
  if (references) all.push(figure(html`References`, references))
  return all.length === 0 ? '' : html`<div class="pictures">\n${all}</div>`
}

const lifecycleLegend = ({ transitions }: FieldDefinition): string =>
  transitions === undefined
    ? ', as it usually goes'
    : ', solid where only these changes are allowed, dashed where usual'

const figure = (caption: Html, picture: Html): Html => html`<figure>
<figcaption>${caption}</figcaption>
<div class="picture">${picture}</div>
</figure>
`

/** The rules of a tag, as `recline explain` tells them too: so a reader can say by its code which one is wrong. */
function ruleList(from: Viewpoint, tag: Tag): HtmlPart {
  const { rules = [] } = tag.descriptor
  // Of rules with the same id, the first one runs.
  const running = rules.filter(({ id }, index) => rules.findIndex(other => other.id === id) === index)
  return running.length === 0
    ? ''
    : html`<div class="rules">\n<p class="quiet">${running.length === 1 ? 'Rule' : 'Rules'}</p>\n${running.map(rule => ruleItem(from, tag, rule))}</div>`
}

function ruleItem(from: Viewpoint, { name, domain }: Tag, rule: RuleDescriptor): Html {
  const { code, severity, sentences, reported, source, expression, examples } = ruleFacts(
    rule,
    `${rule.origin ?? domain.path}.${name}`,
  )
  const { id } = rule
  const anchor = ruleAnchor(name, id)
  const example = (caption: string, records: string): Html => html`<figure>
<figcaption>${caption}</figcaption>
${recordsMarkup(records)}
${playgroundLink(from, domain, records)}</figure>
`
  return html`<div class="rule" id="${anchor}">
<h4><a href="#${anchor}"><code>${code}</code></a> <span class="severity ${severity}">${severity}</span></h4>
<p>${prose(sentences)}</p>
${reported === undefined ? '' : html`<p class="quiet">Reported: ${prose(reported)}</p>`}
<p class="quiet">Source: ${source}</p>
<p class="quiet">True for a correct record: <code>${expression}</code></p>
${
  examples === undefined
    ? ''
    : html`<div class="examples">
${example('Right', examples.right)}${example('Wrong', examples.wrong)}</div>
`
}</div>
`
}
