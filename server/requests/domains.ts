import { usedDomains } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/fixes/header.ts'
import { meaningText, quickPickLine, shortMeaning } from '../../shared/domains/field-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import { practiceTags } from '../../shared/domains/practice.ts'
import { plainProse } from '../../shared/domains/prose.ts'
import type { Domain, FieldDefinition, Registry, Tag } from '../../shared/domains/registry.ts'
import type { TextLanguage } from '../../shared/domains/texts/languages.ts'
import {
  aboutDomain,
  domainTitle,
  localTitle,
  shownDescription,
  shownTag,
} from '../../shared/domains/texts/part-texts.ts'
import type {
  DomainNode,
  DomainSummary,
  PracticeTag,
  ProposedHeader,
  SetDomainsParams,
} from '../../shared/protocol/domains.ts'
import type { TextEdit } from '../../shared/protocol/lsp.ts'
import type { InstalledDomain } from '../../shared/registry/installation.ts'
import { indexAt, offsetAt } from '../../shared/syntax/tree.ts'
import { columnKind } from '../../shared/views/table/tables.ts'
import { describeDomain, describeField, describeTag, describeValues, escapeMarkdown } from '../snapshot/describe.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** All domains, to choose from, with their titles in the language of the user. */
export const listDomains = ({ domains }: Registry, language?: TextLanguage): DomainSummary[] =>
  [...domains.values()].map(domain => ({
    path: domain.path,
    description: [domainTitle(language, domain), shortMeaning(shownDescription(language, domain), quickPickLine)]
      .filter(Boolean)
      .join(' · '),
  }))

/** The text edit that makes the header above a line name these domains; it adds a header if there is none. */
export function setDomains(snapshot: Snapshot, { line, domains }: Omit<SetDomainsParams, 'uri'>): TextEdit[] {
  const { file } = snapshot
  const entry = Math.max(0, indexAt(file.tree, offsetAt(file.tree, { line, character: 0 })))
  return [plainEdit(file.tree, setHeaderDomains(file, entry, domains))]
}

/** The header that names the domains of the file's records; null if something chooses the domains already. */
export function proposedHeader(snapshot: Snapshot): ProposedHeader | null {
  const { file } = snapshot
  const domains = usedDomains(file).map(({ path }) => path)
  if (domains.length === 0 || file.sections.some(({ source }) => source !== 'registry')) return null
  const edits = setDomains(snapshot, { line: 0, domains })
  return {
    header: edits
      .map(({ newText }) => newText)
      .join('')
      .trim(),
    edits,
  }
}

/**
 * All domains with their tags and fields, for the Domains view.
 *
 * @param installedOf tells how a domain is pinned that comes from elsewhere
 * @param language the one of the user
 */
export const domainTree = (
  registry: Registry,
  installedOf?: (domain: string) => InstalledDomain | undefined,
  language?: TextLanguage,
): DomainNode[] =>
  [...registry.domains.values()].map(domain => domainNode(domain, registry, installedOf?.(domain.path), language))

/** The tags that only the extensions have which come with Recline and that no configuration names. */
export const practiceTagsMissing = ({ domains }: Registry, language?: TextLanguage): PracticeTag[] =>
  [...domains.values()].flatMap(practiceTags).flatMap(tag => {
    const { path } = tag.domain
    return domains.has(path)
      ? []
      : [{ path: tag.fullName.path, name: tag.name, detail: detailOfTag(tag, language), extension: path }]
  })

const domainNode = (
  domain: Domain,
  registry: Registry,
  installed: InstalledDomain | undefined,
  language: TextLanguage | undefined,
): DomainNode => ({
  path: domain.path,
  name: domain.path,
  kind: 'domain',
  isRequired: false,
  detail: [
    installed && describeInstalled(installed),
    domainTitle(language, domain),
    plainProse(domainDetail(domain, language)),
  ]
    .filter(Boolean)
    .join(' · '),
  documentation: [describeDomain(domain, language), installed && escapeMarkdown(installedSentence(installed))]
    .filter(Boolean)
    .join('\n\n'),
  children: [...domain.tags.values()].map(tag => tagNode(tag, registry, language)),
})

const describeInstalled = ({ version, isAsLocked, newest }: InstalledDomain): string =>
  isAsLocked ? lockedVersion(version, newest) : localize('not as {version} in recline.lock', { version })

const lockedVersion = (version: string, newest: string | undefined): string =>
  newest === undefined
    ? localize('{version} locked', { version })
    : localize('{version} locked, {newest} is there', { version, newest })

function installedSentence({ source, version, isAsLocked, newest }: InstalledDomain): string {
  const locked = isAsLocked
    ? localize('recline.lock pins version {version} from {source}.', { version, source })
    : localize('The file is not version {version} from {source}, which recline.lock pins.', { version, source })
  return newest === undefined ? locked : `${locked} ${localize('Version {newest} is there.', { newest })}`
}

/** The state of the domain, unless it is in use, and what it is about. */
function domainDetail(domain: Domain, language: TextLanguage | undefined): string {
  const about = aboutDomain(language, domain)
  const { state = 'active' } = domain.descriptor
  return state === 'active' ? about : `${state} · ${about}`
}

const tagNode = (tag: Tag, registry: Registry, language: TextLanguage | undefined): DomainNode => ({
  path: tag.fullName.path,
  name: tag.name,
  kind: 'tag',
  isRequired: false,
  detail: detailOfTag(tag, language),
  documentation: describeTag(tag, undefined, language),
  children: [...tag.fields.values()].map(field => fieldNode(field, tag, registry, language)),
})

const detailOfTag = (tag: Tag, language: TextLanguage | undefined): string =>
  [localTitle(language, tag), plainProse(meaningText(shownTag(language, tag)))].filter(Boolean).join(' · ')

const fieldNode = (
  field: FieldDefinition,
  tag: Tag,
  registry: Registry,
  language: TextLanguage | undefined,
): DomainNode => ({
  path: `${tag.fullName.path}.${field.name}`,
  name: field.name,
  kind: columnKind({ name: field.name, field }),
  isRequired: field.required ?? false,
  detail: [localTitle(language, tag, field), field.required ? localize('required') : '', describeValues(field)]
    .filter(Boolean)
    .join(' · '),
  documentation: describeField(field, tag, { inForce: { registry }, language }),
  children: [],
})
