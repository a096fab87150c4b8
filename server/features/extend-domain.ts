import type { CodeAction, CodeActionContext, Range, WorkspaceEdit } from 'vscode-languageserver-types'
import { CodeActionKind } from 'vscode-languageserver-types'
import { sectionAt, usedDomains } from '../../shared/check/check.ts'
import { setHeaderDomains } from '../../shared/check/fixes/header.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { notInEnum } from '../../shared/check/rules/not-in-enum.ts'
import { unknownDomain } from '../../shared/check/rules/unknown-domain.ts'
import { unknownField } from '../../shared/check/rules/unknown-field.ts'
import { unknownTag } from '../../shared/check/rules/unknown-tag.ts'
import {
  addToDescriptor,
  type NewField,
  newExtension,
  standForBase,
} from '../../shared/config/descriptors/descriptor-edits.ts'
import type { DomainPart } from '../../shared/domains/descriptor.ts'
import { namedDomains } from '../../shared/domains/domains-in-force.ts'
import { guessedType } from '../../shared/domains/guessed-type.ts'
import { placedItems } from '../../shared/domains/list-items.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten, show } from '../../shared/domains/message-text.ts'
import { comesWithRecline, practiceNamed, practiceOf } from '../../shared/domains/practice.ts'
import { type Domain, fieldOf, isOrExtends, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { type Field, fieldType, isFieldName, type RecordNode, tagName, valueText } from '../../shared/syntax/nodes.ts'
import { offsetAt } from '../../shared/syntax/tree.ts'
import { typeNamed } from '../../shared/syntax/type-words.ts'
import { type ConfigFiles, type Practice, practiceEdit } from '../refactorings/practice-edit.ts'
import { toDiagnostic } from '../snapshot/diagnostics.ts'
import { type DescriptorText, descriptorEdits } from '../snapshot/json-snapshot.ts'
import { plainEdit } from '../snapshot/ranges.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'
import { editOf, editWithFile, type TextDocumentEdits } from '../snapshot/workspace-edit.ts'

/** What quick fixes need to know of the descriptors and configurations of the workspace. */
export interface DomainFiles extends ConfigFiles {
  /** The descriptor of a domain; undefined for a built-in domain. */
  descriptorOf(domain: string): DescriptorText | undefined
  /** Where a descriptor with a name can be created for the records of a file; undefined if it would not count. */
  newDescriptor(uri: string, name: string): string | undefined
}

/**
 * Quick fixes of an unknown tag, field or value: that put the extension in force which comes with Recline and has it,
 * and that add it to the user's own domain, or to a new one.
 */
export function domainFixes(
  snapshot: Snapshot,
  range: Range,
  { only }: CodeActionContext,
  own: DomainFiles,
): CodeAction[] {
  if (only && !only.some(kind => kind === '' || kind === CodeActionKind.QuickFix)) return []
  const { tree } = snapshot.file
  const [start, end] = [offsetAt(tree, range.start), offsetAt(tree, range.end)]
  return problemsIn(snapshot)
    .filter(({ entry, ...span }) => tree.starts[entry]! + span.start <= end && tree.starts[entry]! + span.end >= start)
    .flatMap(problem => {
      const action = (title: string, edit: WorkspaceEdit | undefined): CodeAction[] =>
        edit ? [{ title, kind: CodeActionKind.QuickFix, diagnostics: [toDiagnostic(snapshot, problem)], edit }] : []
      const part = unknownPart(snapshot, problem)
      return [
        ...(part ? practiceWith(part) : []).flatMap(practice =>
          action(titleOfUse(part!.what, practice.extension), practiceEdit(snapshot, practice, own)),
        ),
        ...practiceInHeader(snapshot, problem).flatMap(practice =>
          action(
            localize('Put {domain} in force', { domain: practice.extension }),
            practiceEdit(snapshot, practice, own),
          ),
        ),
        ...additionsFor(snapshot, problem).flatMap(addition =>
          action(addition.title, editFor(snapshot, addition, problem.entry, own)),
        ),
      ]
    })
}

function titleOfUse(what: UnknownPart['what'], domain: string): string {
  switch (what) {
    case 'tag':
      return localize('Use {domain}, which has this tag', { domain })
    case 'field':
      return localize('Use {domain}, which has this field', { domain })
    case 'value':
      return localize('Use {domain}, which has this value', { domain })
  }
}

/** A tag, field or value that the domains in force do not have. */
interface UnknownPart {
  readonly what: 'tag' | 'field' | 'value'
  /** The domains that may lack it: that of the tag, or all in force for a tag. */
  readonly domains: readonly Domain[]
  readonly tag: string
  readonly field?: string
  readonly value?: string
}

function unknownPart({ file }: Snapshot, problem: Problem): UnknownPart | undefined {
  const record = file.tree.entries[problem.entry]!
  if (record.kind !== 'record') return undefined
  if (problem.code === unknownTag.code) {
    const tag = tagName(record)
    return tag === undefined ? undefined : { what: 'tag', domains: sectionAt(file, problem.entry).domains, tag }
  }
  const { tag } = file.entries[problem.entry]!
  const field = tag && fieldOfProblem(record, problem)
  if (!field) return undefined
  const part = { domains: [tag.domain], tag: tag.name, field: field.name }
  if (problem.code === unknownField.code) return { what: 'field', ...part }
  const value = problem.code === notInEnum.code ? wrongValue(record, field, tag, problem) : undefined
  return value === undefined ? undefined : { what: 'value', ...part, value }
}

/** The extensions that come with Recline and have a part that their bases lack. */
function practiceWith({ domains, tag, field, value }: UnknownPart): Practice[] {
  return domains.flatMap(({ path }) => {
    const practice = practiceOf(path)
    const record = practice?.records.find(one => one.tag === tag)
    const found = field === undefined ? record : record?.fields.find(({ name }) => name === field)
    const has = value === undefined ? found : found && 'enum' in found && found.enum?.includes(value)
    return practice && has ? [{ base: path, extension: practice.domain }] : []
  })
}

/** The extension that comes with Recline and that a header names. */
function practiceInHeader({ file, registry }: Snapshot, { code, entry, start }: Problem): Practice[] {
  const record = file.tree.entries[entry]!
  if (code !== unknownDomain.code || record.kind !== 'record') return []
  const named = namedDomains(record, registry).find(one => one.start === start)
  return [practiceNamed(named?.name ?? '') ?? []].flat()
}

function fieldOfProblem(record: RecordNode, problem: Problem): Field | undefined {
  return record.fields.find(({ nameStart, value, nameEnd }) => {
    const last = value?.end ?? nameEnd
    return nameStart <= problem.start && problem.start <= last
  })
}

/** The value of a field, or the item of its list, that a problem is about. */
function wrongValue(record: RecordNode, field: Field, tag: Tag, problem: Problem): string | undefined {
  if (!field.value) return undefined
  return fieldOf(tag, field.name)?.list
    ? placedItems(record, field.value).find(({ at }) => at.start === problem.start)?.item
    : valueText(record, field.value)
}

/** Something to add to a descriptor. */
interface DomainAddition {
  readonly title: string
  readonly part: DomainPart
  readonly fields: readonly NewField[]
  /** The built-in domain that the domain of the part extends, or will extend. */
  readonly base?: Domain
}

function editFor(
  snapshot: Snapshot,
  { part, fields, base }: DomainAddition,
  entry: number,
  own: DomainFiles,
): WorkspaceEdit | undefined {
  const { client, registry, uri } = snapshot
  const others = base ? putInForce(snapshot, part.domain, base, entry, own) : []
  if (base && !registry.domains.has(part.domain)) {
    const place = client.createsFiles
      ? own.newDescriptor(uri, part.domain.slice(part.domain.indexOf('.') + 1))
      : undefined
    return place === undefined
      ? undefined
      : editWithFile(client, { uri: place, text: newExtension(part, base.path, fields) }, others)
  }
  const descriptor = own.descriptorOf(part.domain)
  const changes = descriptor && addToDescriptor(descriptor.text, part, fields)
  return changes && editOf(client, [descriptorEdits(descriptor, changes), ...others])
}

/** The edits that let an extension count for a record: in the `recline.json` if there is one, else in the header. */
function putInForce(
  snapshot: Snapshot,
  extension: string,
  base: Domain,
  entry: number,
  { configOf }: DomainFiles,
): TextDocumentEdits[] {
  const { file, uri, version } = snapshot
  const { domains, source } = sectionAt(file, entry)
  // Where nothing names a domain, an extension counts instead of its base.
  if (source === 'registry') return []
  const config = configOf(uri)
  const changes = config && standForBase(config.text, base.path, extension)
  if (changes) return [descriptorEdits(config, changes)]
  const paths = domains.map(domain => (domain === base ? extension : domain.path))
  return [{ uri, version, edits: [plainEdit(file.tree, setHeaderDomains(file, entry, paths))] }]
}

function additionsFor({ file, registry }: Snapshot, problem: Problem): DomainAddition[] {
  const record = file.tree.entries[problem.entry]!
  if (record.kind !== 'record') return []
  const { tag } = file.entries[problem.entry]!
  const field = fieldOfProblem(record, problem)
  if (problem.code === unknownTag.code) return newTags(file, problem.entry, record, registry)
  if (!tag || !field) return []
  const part = { domain: tag.domain.path, tag: tag.name, field: field.name }
  if (problem.code === unknownField.code) {
    const fields = [newFieldOf(file, field.name, node => node.tag === tag)]
    return isBuiltIn(tag.domain)
      ? ownDomainsFor(tag.domain, registry).map(({ path, title }) => ({
          title: localize('Add {name} to {place}', { name: shorten(field.name), place: title }),
          part: { ...part, domain: path },
          fields,
          base: tag.domain,
        }))
      : [
          {
            title: localize('Add the field {field} to {tag}', { field: shorten(field.name), tag: tag.name }),
            part,
            fields,
          },
        ]
  }
  const value = problem.code === notInEnum.code ? wrongValue(record, field, tag, problem) : undefined
  if (value === undefined) return []
  const fields = [{ name: field.name, allowed: fieldOf(tag, field.name)?.enum ?? [] }]
  return isBuiltIn(tag.domain)
    ? ownDomainsFor(tag.domain, registry).map(({ path, title }) => ({
        title: localize('Allow {value} in {place}', { value: show(value), place: title }),
        part: { ...part, domain: path, value },
        fields,
        base: tag.domain,
      }))
    : [
        {
          title: localize('Allow {value} in {place}', { value: show(value), place: `${tag.name}.${field.name}` }),
          part: { ...part, value },
          fields,
        },
      ]
}

const isBuiltIn = ({ written }: Domain): boolean => comesWithRecline(written)

/** The user's own domains that extend a built-in one, or else the name of a new one. */
function ownDomainsFor(base: Domain, { domains }: Registry): { readonly path: string; readonly title: string }[] {
  const all = [...domains.values()].filter(domain => !isBuiltIn(domain))
  const extensions = all.filter(domain => isOrExtends(domain, base))
  if (extensions.length > 0) return extensions.map(({ path }) => ({ path, title: ownTitle(path) }))
  const name = base.path.slice(base.path.indexOf('.') + 1)
  const namespace = all[0]?.path.split('.')[0] ?? 'own'
  const path = `${namespace}.${name}`
  // A domain with this name that extends something else cannot be used.
  return domains.has(path) ? [] : [{ path, title: ownTitle(path) }]
}

const ownTitle = (domain: string): string => localize('your own domain {domain}', { domain })

/** A new tag can be in each of the user's own domains in force, or extend the built-in ones that the file uses. */
function newTags(file: Snapshot['file'], entry: number, record: RecordNode, registry: Registry): DomainAddition[] {
  const tag = tagName(record)
  if (tag === undefined) return []
  const names = new Set(record.fields.map(({ name }) => name).filter(isFieldName))
  const fields = [...names].map(name => ({
    ...newFieldOf(file, name, ({ record: other }) => tagName(other) === tag),
    isRequired: name === 'rid',
  }))
  const { domains, source } = sectionAt(file, entry)
  const own = domains.filter(domain => !isBuiltIn(domain))
  if (own.length > 0 && source !== 'registry')
    return own.map(({ path }) => ({
      title: localize('Add the tag {tag} to {place}', { tag, place: path }),
      part: { domain: path, tag },
      fields,
    }))
  const used = source === 'registry' ? usedDomains(file).slice(0, 1) : domains.slice(0, 3)
  return [
    ...own.map(({ path }) => ({
      title: localize('Add the tag {tag} to {place}', { tag, place: path }),
      part: { domain: path, tag },
      fields,
    })),
    ...used.filter(isBuiltIn).flatMap(base =>
      ownDomainsFor(base, registry).map(({ path, title }) => ({
        title: localize('Add the tag {tag} to {place}', { tag, place: title }),
        part: { domain: path, tag },
        fields,
        base,
      })),
    ),
  ]
}

/** A field as the records of a file have it: with the type that one of them writes, or that fits all their values. */
function newFieldOf(
  { tree, entries }: Snapshot['file'],
  name: string,
  isWanted: (entry: {
    readonly record: RecordNode
    readonly tag: Snapshot['file']['entries'][number]['tag']
  }) => boolean,
): Extract<NewField, { type: unknown }> {
  const values: string[] = []
  for (const [index, record] of tree.entries.entries()) {
    if (record.kind !== 'record' || !isWanted({ record, tag: entries[index]!.tag })) continue
    const field = record.fields.find(one => one.name === name)
    if (!field?.value) continue
    const type = typeForField(record, field)
    if (type) return { name, type }
    values.push(valueText(record, field.value))
  }
  return { name, type: guessedType(values) }
}

function typeForField(record: RecordNode, field: Field): Extract<NewField, { type: unknown }>['type'] | undefined {
  const written = fieldType(record, field)
  return written === undefined ? undefined : typeNamed(written)
}
