import { CompletionItemKind, type CompletionList, type Position, type TextEdit } from 'vscode-languageserver-types'
import type { FolderEntry } from '../../shared/check/linked-files.ts'
import { localize, localTemplate } from '../../shared/domains/localize.ts'
import { practiceDomain } from '../../shared/domains/practice.ts'
import { type FieldDefinition, fieldOf, type Registry, type Tag } from '../../shared/domains/registry.ts'
import { shownDescription, shownField } from '../../shared/domains/texts/part-texts.ts'
import { typeNames, valueTypes } from '../../shared/domains/value-types/index.ts'
import { freeIdIn } from '../../shared/index/free-ids.ts'
import {
  type Field,
  fieldType,
  isHeader,
  type RecordNode,
  type Span,
  tagName,
  type ValueNode,
} from '../../shared/syntax/nodes.ts'
import { suggestFields } from '../completion/fields.ts'
import { suggestPaths } from '../completion/file-paths.ts'
import { type CompletionEntry, toItems } from '../completion/item.ts'
import { suggestReferences } from '../completion/references.ts'
import { siblingValues, usualFields } from '../completion/siblings.ts'
import { suggestTags } from '../completion/tags.ts'
import { suggestId, suggestValues } from '../completion/values.ts'
import { type Cursor, cursorAt, isAtLineStart, quotedSpanAt } from '../snapshot/cursor.ts'
import { markdownProse } from '../snapshot/describe.ts'
import { rangeIn } from '../snapshot/ranges.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The characters behind which an editor asks for a list. */
export const completionTriggers = ['@', '|', ' ', ':', '=', '"', ',', '['] as const

/**
 * The completion list at a position: tags, field names, types or values.
 *
 * @param typed the trigger character that the user typed; undefined if there was none
 * @param now the time for `now` and `today`
 * @param files the names in the folder of `folderToComplete`
 */
export function completion(
  snapshot: Snapshot,
  position: Position,
  typed?: string,
  now = new Date(),
  files: readonly FolderEntry[] = [],
): CompletionList | null {
  const cursor = cursorAt(snapshot.file, position)
  const here = { start: position, end: position }
  if (!cursor) return completionList(typed === ' ' ? [] : toItems(suggestTags(snapshot, 0, true), here, snapshot))
  const { suggestions, span, isCut } = suggestAtCursor(snapshot, cursor, typed, now, files)
  if (suggestions.length === 0) return null
  const replace = rangeIn(snapshot, cursor.entry, span)
  if (isOwnWord(snapshot, cursor, span)) return completionList(toItems(suggestions, replace, snapshot), isCut)
  // A bar keeps the text behind a new field out of its value.
  const gap = cursor.kind === 'name' || cursor.kind === 'field' ? ' | ' : ' '
  const apart = suggestions.map(one => ({ ...one, snippet: one.snippet.replace(/ \|$/, '') + gap }))
  return completionList(toItems(apart, replace, snapshot, { start: replace.start, end: position }), isCut)
}

/**
 * Whether the word at the cursor is what an entry is meant to replace: it is known, or the author has started to type
 * it. Else the text behind the cursor was there before, as in `@` typed before a word of a sentence.
 */
function isOwnWord({ file, registry }: Snapshot, cursor: Cursor, span: Span): boolean {
  const { text } = file.tree.entries[cursor.entry]!
  const [before, behind] = [text.slice(span.start, cursor.offset), text.slice(cursor.offset, span.end)]
  if (behind.trim() === '') return true
  switch (cursor.kind) {
    case 'tag':
      return before === '' || !/[a-z]/.test(behind) || isKnownTag(cursor.record, registry)
    case 'name':
      return (
        before !== '' || cursor.field.equals >= 0 || isKnownField(cursor.field.name, file.entries[cursor.entry]?.tag)
      )
    case 'field':
      return before !== ''
    case 'value':
      return isValueEnded(cursor.value, cursor.record)
    default:
      return true
  }
}

function isKnownTag(record: RecordNode, registry: Registry): boolean {
  const name = tagName(record)
  return name !== undefined && (name === 'DOC' || registry.tagsNamed(name).length > 0)
}

const isKnownField = (name: string, tag: Tag | undefined): boolean =>
  tag !== undefined && fieldOf(tag, name) !== undefined

/** Quotes and brackets say where a value ends. Without them, only a single word is surely all of it. */
const isValueEnded = (value: ValueNode | undefined, { text }: RecordNode): boolean =>
  !value || (value.kind !== 'bare' && value.closed) || !/\s/.test(text.slice(value.start, value.end))

interface FoundSuggestions {
  readonly suggestions: readonly CompletionEntry[]
  readonly span: Span
  /** Whether there are more; the client gets them when the user types more. */
  readonly isCut?: boolean
}

const completionList = (items: CompletionList['items'], isIncomplete = false): CompletionList => ({
  isIncomplete,
  items,
})

const noSuggestions: FoundSuggestions = { suggestions: [], span: { start: 0, end: 0 } }

function suggestAtCursor(
  snapshot: Snapshot,
  cursor: Cursor,
  typed: string | undefined,
  now: Date,
  files: readonly FolderEntry[],
): FoundSuggestions {
  const tag = snapshot.file.entries[cursor.entry]?.tag
  switch (cursor.kind) {
    case 'line':
      return typed === ' ' ? noSuggestions : tagsAt(snapshot, cursor, true)
    case 'tag':
      return tagsAt(snapshot, cursor, cursor.record.fields.length === 0 && cursor.record.strays.length === 0)
    case 'name':
      return {
        suggestions: namesAtCursor(snapshot, cursor, tag, cursor.field, ''),
        span: cursor.span,
        isCut: isUnbegun(cursor, tag),
      }
    case 'field':
      return fieldsAtCursor(snapshot, cursor, tag, typed)
    case 'type':
      return { suggestions: typesAt(cursor, tag), span: cursor.span }
    case 'value':
      return isHeader(cursor.record) ? domainsAt(snapshot, cursor) : valuesAt(snapshot, cursor, tag, typed, now, files)
    case 'nothing':
      return noSuggestions
  }
}

/**
 * Tags. The client filters them by the text at the cursor, including white space after the `@`. A block is only offered
 * at the start of a line, and not in place of a record with continuation lines, as these would be left over.
 */
function tagsAt(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'line' | 'tag' }>,
  isNew: boolean,
): FoundSuggestions {
  const { text } = snapshot.file.tree.entries[cursor.entry]!
  const canBeBlock = isAtLineStart(text, cursor.span.start) && !/[\r\n]/.test(text.trimEnd())
  const typed = text.slice(cursor.span.start, cursor.offset).replace(/^@\s*/, '')
  const suggestions = suggestTags(snapshot, cursor.entry, isNew, canBeBlock, typed)
  const gap = cursor.kind === 'tag' ? text.slice(cursor.record.at + 1, cursor.record.tagStart) : ''
  return {
    suggestions: suggestions.map(suggestion => ({ ...suggestion, filter: `@${gap}${suggestion.label.slice(1)}` })),
    span: cursor.span,
    // The next letter says which words of other languages may be meant.
    isCut: typed === '',
  }
}

/**
 * Field names, with the missing `|` before or after them. A typed blank alone does not open the list where a `|` is
 * missing.
 */
function fieldsAtCursor(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'field' }>,
  tag: Tag | undefined,
  typed: string | undefined,
): FoundSuggestions {
  const { record, span, needsSeparator } = cursor
  if (needsSeparator && typed === ' ') return noSuggestions
  const blank = record.text[span.start - 1] === '|' ? ' ' : ''
  const before = needsSeparator ? '| ' : blank
  const next = span.end + record.text.slice(span.end).search(/\S|$/)
  const behind = record.fields.some(({ nameStart }) => nameStart === next) ? ' |' : ''
  // The client filters by the name, without the separators.
  const suggestions = namesAtCursor(snapshot, cursor, tag, undefined, before)
  return {
    suggestions: suggestions.map(suggestion => ({
      ...suggestion,
      snippet: suggestion.snippet + behind,
      filter: suggestion.label,
    })),
    span,
    isCut: isUnbegun(cursor, tag),
  }
}

/** Whether the next letter can add suggestions: those of an extension that is not in force. */
const isUnbegun = (
  { span, offset }: Pick<Cursor & { kind: 'name' }, 'span' | 'offset'>,
  tag: Tag | undefined,
): boolean => span.start === offset && tag !== undefined && practiceDomain(tag.domain) !== undefined

/** @param written and `before` as for `suggestFields` */
function namesAtCursor(
  { file, client }: Snapshot,
  { entry, record, span, offset }: Extract<Cursor, { kind: 'field' | 'name' }>,
  tag: Tag | undefined,
  written: Field | undefined,
  before: string,
): CompletionEntry[] {
  const last = record.fields.findLast(({ nameStart }) => nameStart < span.start)?.name
  const usual = tag ? usualFields(file, entry, tag, last) : []
  const typed = record.text.slice(span.start, offset)
  return suggestFields(record, tag, usual, written, before, file.context, client, typed)
}

/** All types, the declared one first. */
function typesAt({ field: node }: Extract<Cursor, { kind: 'type' }>, tag: Tag | undefined): CompletionEntry[] {
  const declared = tag && fieldOf(tag, node.name)?.type
  const ordered = declared ? [declared, ...typeNames.filter(type => type !== declared)] : typeNames
  return ordered.map(type => ({
    label: type,
    kind: CompletionItemKind.TypeParameter,
    snippet: node.equals < 0 ? `${type}=` : type,
    detail: type === declared ? localize('the declared type') : '',
    documentation: localTemplate(valueTypes[type].description),
    isPreselected: type === declared,
    suggestsNext: node.equals < 0,
  }))
}

function valuesAt(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'value' }>,
  tag: Tag | undefined,
  typed: string | undefined,
  now: Date,
  files: readonly FolderEntry[],
): FoundSuggestions {
  const { record, field: node, entry } = cursor
  const field = tag && fieldOf(tag, node.name)
  if (!field) return noSuggestions
  const additionalEdits = missingType(snapshot, entry, field, fieldType(record, node), node.nameEnd)
  if (files.length > 0 && field.file && cursor.value?.kind !== 'list') return pathsAt(cursor, files)
  const answer = referencesAt(snapshot, cursor, field) ?? plainValuesAt(snapshot, cursor, tag, field, typed, now)
  return {
    ...answer,
    suggestions: answer.suggestions.map(suggestion => ({ ...suggestion, ...(additionalEdits && { additionalEdits }) })),
  }
}

/** The paths that begin with the folder before the cursor. */
function pathsAt(cursor: Extract<Cursor, { kind: 'value' }>, files: readonly FolderEntry[]): FoundSuggestions {
  const { record, offset } = cursor
  const inside = quotedSpanAt(cursor)
  const span = inside ?? cursor.span
  const typed = record.text.slice(span.start, offset).replace(/^"/, '')
  // Of several paths in one text, the one at the cursor is completed.
  const start = inside ? span.start + typed.lastIndexOf(',') + 1 : span.start
  const folder = typed.slice(typed.lastIndexOf(',') + 1).trimStart()
  const written = record.text.slice(start, span.end)
  const suggestions = suggestPaths(folder.slice(0, folder.lastIndexOf('/') + 1), files, {
    written,
    isInside: inside !== undefined,
  })
  return { suggestions, span: { start, end: span.end } }
}

/** The records that a field can refer to; undefined if there are none. */
function referencesAt(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'value' }>,
  field: FieldDefinition,
): FoundSuggestions | undefined {
  const answer = field.target && suggestReferences(snapshot, cursor, field, field.target)
  return answer && answer.suggestions.length > 0 ? answer : undefined
}

function plainValuesAt(
  snapshot: Snapshot,
  cursor: Extract<Cursor, { kind: 'value' }>,
  tag: Tag,
  field: FieldDefinition,
  typed: string | undefined,
  now: Date,
): FoundSuggestions {
  const { record, value, entry, offset } = cursor
  if (value?.kind === 'list') return noSuggestions
  const isOwnId = field.name === tag.identityField
  const isFreeText = field.type === 'string' && !field.enum && !field.target && !isOwnId
  const inside = field.type === 'string' && !isOwnId ? quotedSpanAt(cursor) : undefined
  const span = inside ?? cursor.span
  // Only on request, at the start of the value: Tab and Enter must not replace a text that the author is typing.
  const before = record.text.slice(span.start, offset).replace(/^\s*"/, '')
  const isRequest = typed === undefined && before === ''
  const used = isFreeText && isRequest ? siblingValues(snapshot.file, entry, tag, field.name) : []
  const written = record.text.slice(span.start, span.end)
  const shown = shownField(snapshot.client.language, tag, field)
  if (!isOwnId)
    return { ...suggestValues(shown, { written, isInside: inside !== undefined, typed: before }, used, now), span }
  const id = freeIdIn(snapshot.file, snapshot.index, tag.nameOfRecords)
  return { suggestions: id === undefined ? [] : [suggestId(shown, { written }, id)], span }
}

/** The edit that adds the type of a number, timestamp or truth value; undefined if no type is missing. */
function missingType(
  snapshot: Snapshot,
  entry: number,
  field: FieldDefinition,
  written: string | undefined,
  nameEnd: number,
): TextEdit[] | undefined {
  if (field.type === 'string' || written !== undefined) return undefined
  return [{ range: rangeIn(snapshot, entry, { start: nameEnd, end: nameEnd }), newText: `:${field.type}` }]
}

/** Domains for the `domain` field of a header: the value, or the item of a list at the cursor. */
function domainsAt(
  snapshot: Snapshot,
  { record, field, offset }: Extract<Cursor, { kind: 'value' }>,
): FoundSuggestions {
  if (field.name !== 'domain') return noSuggestions
  // Before an opening quote or bracket, the name would be outside of it.
  if (field.value && field.value.kind !== 'bare' && offset <= field.value.start) return noSuggestions
  const isNamePart = (character: string | undefined): boolean =>
    character !== undefined && /[^\s,"[\]|=]/.test(character)
  let start = offset
  while (isNamePart(record.text[start - 1])) start--
  let end = offset
  while (isNamePart(record.text[end])) end++
  const suggestions = [...snapshot.registry.domains.values()].map(
    (domain): CompletionEntry => ({
      label: domain.path,
      kind: CompletionItemKind.Module,
      snippet: domain.path,
      documentation: markdownProse(shownDescription(snapshot.client.language, domain)),
    }),
  )
  return { suggestions, span: { start, end } }
}
