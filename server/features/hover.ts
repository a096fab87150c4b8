import type { Hover, Position } from 'vscode-languageserver-types'
import { groupBy } from '../../shared/basics/group.ts'
import { sectionAt } from '../../shared/check/check.ts'
import { namedDomains, standingFor } from '../../shared/domains/domains-in-force.ts'
import { phraseOf } from '../../shared/domains/field-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import { type FieldDefinition, fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { shownField } from '../../shared/domains/texts/part-texts.ts'
import { valueTypes } from '../../shared/domains/value-types/index.ts'
import type { FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import {
  fieldType,
  isHeader,
  type RecordNode,
  type Span,
  tagName,
  tagWord,
  valueText,
} from '../../shared/syntax/nodes.ts'
import { foreignTypes, typeNamed } from '../../shared/syntax/type-words.ts'
import { type Cursor, cursorAt } from '../snapshot/cursor.ts'
import {
  code,
  describeDomain,
  describeField,
  describeSource,
  describeTag,
  describeValueType,
  escapeMarkdown,
  markdownProse,
  paragraphs,
} from '../snapshot/describe.ts'
import { describeRecord } from '../snapshot/describe-record.ts'
import { markup } from '../snapshot/markup.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import { problemsIn, type Snapshot } from '../snapshot/snapshot.ts'

/**
 * The description of the word at a position: a tag, a field, a type, a value, or a domain in a header.
 *
 * @param targets the files of the records that `recordsToShow` names, by their URIs, or parts of them
 */
export function hover(
  snapshot: Snapshot,
  position: Position,
  targets: ReadonlyMap<string, FileExcerpt> = new Map(),
): Hover | null {
  const cursor = cursorAt(snapshot.file, position)
  if (!cursor) return null
  const answer = describe(snapshot, cursor, targets)
  if (!answer?.text) return null
  return {
    contents: markup(answer.text, snapshot.client),
    range: rangeIn(snapshot, cursor.entry, answer.span),
  }
}

interface Description {
  readonly text: string
  readonly span: Span
}

/** The records that the reference at a position leads to, by the URIs of their files. */
export function recordsToShow(snapshot: Snapshot, position: Position): Map<string, IndexedRecord[]> {
  const cursor = cursorAt(snapshot.file, position)
  return groupBy(cursor?.kind === 'value' ? recordsNamedAt(snapshot, cursor) : [], record => record.uri)
}

function describe(
  snapshot: Snapshot,
  cursor: Cursor,
  targets: ReadonlyMap<string, FileExcerpt>,
): Description | undefined {
  const tag = snapshot.file.entries[cursor.entry]?.tag
  switch (cursor.kind) {
    case 'tag':
      return { text: describeTagAt(snapshot, cursor, cursor.record, tag), span: cursor.span }
    case 'name': {
      const field = tag && fieldOf(tag, cursor.field.name)
      const current = cursor.field.value && valueText(cursor.record, cursor.field.value)
      return (
        field && {
          text: describeField(field, tag, {
            current,
            inForce: snapshot.file.context,
            language: snapshot.client.language,
          }),
          span: cursor.span,
        }
      )
    }
    case 'type':
      return describeTypeAt(cursor, tag)
    case 'value':
      return isHeader(cursor.record)
        ? describeDomainAt(snapshot, cursor)
        : describeValueAt(snapshot, cursor, tag, targets)
    default:
      return undefined
  }
}

function describeTagAt(snapshot: Snapshot, { entry }: Cursor, record: RecordNode, tag: Tag | undefined): string {
  if (tag) {
    const { hasMarkdown, showDomainsCommand, language } = snapshot.client
    const showCommand = hasMarkdown ? showDomainsCommand : undefined
    const others = snapshot.registry
      .tagsNamed(tag.name)
      .filter(other => other.nameOfRecords.path !== tag.nameOfRecords.path)
      .map(other => escapeMarkdown(other.domain.path))
    return paragraphs(
      describeTag(tag, showCommand, language),
      others.length > 0 ? localize('Also a tag of {domains}.', { domains: others.join(', ') }) : '',
      showCommand === undefined
        ? localize('All of it: {command}', { command: code(`recline descriptors show ${tag.domain.path} ${tag.name}`) })
        : '',
    )
  }
  const section = sectionAt(snapshot.file, entry)
  const paths = section.domains.map(({ path }) => escapeMarkdown(path)).join(', ')
  if (isHeader(record)) {
    const inForce =
      section.source === 'header'
        ? paths
        : `${section.source === 'registry' ? localize('all') : paths}, ${describeSource(section)}`
    return paragraphs(
      `**DOC** · ${localize('header')}`,
      localize('Names the domains of the records below, to the next @DOC. In force: {domains}.', { domains: inForce }),
    )
  }
  const word = shorten(tagName(record) ?? tagWord(record))
  return (
    word &&
    localize('{tag} is not a tag of {domains}, {source}.', {
      tag: `**${escapeMarkdown(word)}**`,
      domains: section.source === 'registry' ? localize('any domain') : paths,
      source: describeSource(section),
    })
  )
}

function describeTypeAt(
  { record, field, span }: Extract<Cursor, { kind: 'type' }>,
  tag: Tag | undefined,
): Description | undefined {
  const written = fieldType(record, field)
  if (!written || span.start < field.typeStart) return undefined
  const declared = tag && fieldOf(tag, field.name)?.type
  const type = typeNamed(written)
  const meaning = type ? describeValueType(type) : describeOtherType(written)
  const note =
    declared && declared !== type ? localize('The descriptor declares {type}.', { type: code(declared) }) : ''
  return { text: paragraphs(meaning, note), span }
}

const describeOtherType = (written: string): string =>
  foreignTypes.has(written)
    ? paragraphs(`**${written}**`, localize('A type of files from elsewhere: the value is kept and not checked.'))
    : localize('{type} is not a type.', { type: code(shorten(written)) })

function describeDomainAt(
  snapshot: Snapshot,
  { record, offset }: Extract<Cursor, { kind: 'value' }>,
): Description | undefined {
  const named = namedDomains(record, snapshot.registry).find(({ start, end }) => offset >= start && offset <= end)
  if (!named) return undefined
  const { domain } = named
  if (!domain)
    return { text: localize('{domain} is not a known domain.', { domain: code(shorten(named.name)) }), span: named }
  const standing = standingFor(domain, snapshot.file.context)
  const note =
    standing === domain
      ? ''
      : localize('{extension} stands for {base} here, as recline.json says.', {
          extension: escapeMarkdown(standing.path),
          base: escapeMarkdown(domain.path),
        })
  return { text: paragraphs(note, describeDomain(standing, snapshot.client.language)), span: named }
}

/** The problems of a value, the record that it names, its meaning, and its field. */
function describeValueAt(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'value' }>,
  tag: Tag | undefined,
  targets: ReadonlyMap<string, FileExcerpt>,
): Description | undefined {
  const { record, field: node, value, entry, offset } = cursor
  const field = tag && fieldOf(tag, node.name)
  if (!value || !field || offset < value.start || offset > value.end) return undefined
  const text = valueText(record, value)
  const all = snapshot.client.hoversShowProblems ? [] : problemsIn(snapshot)
  const problems = all.filter(
    problem => problem.entry === entry && problem.start >= value.start && problem.end <= value.end,
  )
  const meaning = meaningOfText(shownField(snapshot.client.language, tag, field), text)
  return {
    text: paragraphs(
      ...problems.map(({ message }) => `⚠ ${escapeMarkdown(message)}`),
      meaning,
      countReferencesAt(snapshot, cursor),
      ...recordsNamedAt(snapshot, cursor).map(target => describeRecord(snapshot, target, targets.get(target.uri))),
      describeField(field, tag, {
        current: text,
        isCurrentTold: meaning !== '',
        toldCodes: problems.map(problem => problem.code),
        inForce: snapshot.file.context,
        language: snapshot.client.language,
      }),
    ),
    span: value,
  }
}

/** How many records refer to the record whose id is at the cursor; empty elsewhere. */
function countReferencesAt(snapshot: Snapshot, { entry, offset }: Cursor): string {
  const { definition } = snapshot.file.entries[entry]!.identity ?? {}
  if (!definition || offset < definition.start || offset > definition.end) return ''
  const count = snapshot.index.referencesTo(definition).length
  if (count === 0) return localize('No record refers to it.')
  return count === 1 ? localize('Referenced once.') : localize('Referenced {count} times.', { count })
}

/** How many records of one id a hover shows. */
const mostRecords = 3

/** The records that the reference at the cursor leads to. */
function recordsNamedAt(snapshot: Snapshot, { entry, offset }: Cursor): IndexedRecord[] {
  const { references = [] } = snapshot.file.entries[entry]!.identity ?? {}
  const reference = references.find(({ start, end }) => offset >= start && offset <= end)
  return reference ? [...snapshot.index.recordsNamed(reference)].slice(0, mostRecords) : []
}

function meaningOfText(field: FieldDefinition, text: string): string {
  const phrase = phraseOf(field, text)
  if (phrase !== undefined) return `**${escapeMarkdown(text)}**: ${markdownProse(phrase)}`
  const { accepts, inWords } = valueTypes[field.type]
  return inWords && accepts(text) ? inWords(text) : ''
}
