import { type Html, html } from '../../shared/basics/html.ts'
import { ruleCode } from '../../shared/check/declared/rule-settings.ts'
import type { Meta, UseCase } from '../../shared/domains/descriptor.ts'
import { domainFacts } from '../../shared/domains/domain-facts.ts'
import { requestText } from '../../shared/domains/practice.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import { externalLink, prose, recordsMarkup } from './html.ts'
import { domainLink, pageAnchor, playgroundLink, tagLink, tagLinks, useCaseAnchor, type Viewpoint } from './links.ts'
import { page } from './page.ts'
import { tagSection } from './tag-section.ts'

/**
 * The page of a domain: its description, its use cases, and all its tags.
 *
 * @param site what all pages of the site have in common
 */
export function domainPage(site: Viewpoint, domain: Domain): string {
  const from: Viewpoint = { ...site, domain: domain.path }
  const { description, meta = {}, version } = domain.descriptor
  const tags = [...domain.tags.values()]
  const { state, notices, publisher } = domainFacts(domain.descriptor)
  const sections = [
    { name: 'use-cases', title: 'Use cases', content: useCases(from, domain, meta) },
    { name: 'standards', title: 'Standards and references', content: linkList(meta) },
    { name: 'related', title: 'Related domains', content: relatedDomains(from, meta) },
    { name: 'tags', title: 'Tags', content: html`${rulesAdvice(domain)}${tags.map(tag => tagSection(from, tag))}` },
  ].filter(({ content }) => content !== undefined)
  return page(from, domain.path, {
    navigation: html`<ul>
${sections.map(({ name, title }) => html`<li><a href="#${pageAnchor(name)}">${title}</a></li>\n`)}</ul>
<ul>
${tags.map(tag => html`<li>${tagLink(from, tag.fullName)}</li>\n`)}</ul>`,
    main: html`<h1>${domain.path} <span class="quiet">version ${version}</span></h1>
${state === undefined ? '' : html`<p><strong>${state}</strong></p>`}
${notices.map(notice => html`<p><strong>${prose(notice)}</strong></p>\n`)}${meta.tagline === undefined ? '' : html`<p class="lead">${prose(meta.tagline)}</p>`}
<p>${prose(description)}</p>
${domain.base ? html`<p>Extends ${domainLink(from, domain.base.path)}. ${requestText(domain) ?? ''}</p>` : ''}
${publisher === undefined ? '' : html`<p class="quiet">${publisher}</p>`}
${sections.map(
  ({ name, title, content }) => html`<section id="${pageAnchor(name)}">
<h2>${title}</h2>
${content}</section>
`,
)}`,
  })
}

/** What a reader does about a rule that is wrong. */
function rulesAdvice({ tags }: Domain): Html | string {
  const rule = [...tags.values()].flatMap(({ descriptor }) => descriptor.rules ?? [])[0]
  return rule
    ? html`<p class="quiet">Below its fields, each tag has its rules: what they want, report and come from, with a right and a wrong record.
If a rule is wrong about a correct record, tell its code and the record. Until it is corrected, <code>${`"severity": { "${ruleCode(rule)}": "off" }`}</code> in a recline.json switches it off.</p>
`
    : ''
}

function useCases(from: Viewpoint, domain: Domain, { use_cases: cases = [] }: Meta): Html | undefined {
  return cases.length === 0 ? undefined : html`${cases.map(useCase => useCaseArticle(from, domain, useCase))}`
}

const useCaseArticle = (
  from: Viewpoint,
  domain: Domain,
  useCase: UseCase,
): Html => html`<article id="${useCaseAnchor(useCase.id)}">
<h3><a href="#${useCaseAnchor(useCase.id)}">${useCase.title}</a></h3>
<p>${prose(useCase.description)}</p>
${tagLinks(from, domain.path, useCase.tags)}
<ol>
${useCase.steps.map(step => html`<li>${prose(step)}</li>\n`)}</ol>
${recordsMarkup(useCase.example)}
${playgroundLink(from, domain, useCase.example)}</article>
`

function linkList({ links = [] }: Meta): Html | undefined {
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
