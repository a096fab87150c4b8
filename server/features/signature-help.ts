import type { ParameterInformation, Position, SignatureHelp, SignatureInformation } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { tagsInForce } from '../../shared/domains/domains-in-force.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import { isHeader, type RecordNode } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { describeField } from '../snapshot/describe.ts'
import { markup } from '../snapshot/markup.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'

/** The characters that trigger signature help: a field, a type or a value follows them. */
export const signatureTriggers = [' ', '|', ':', '='] as const

/**
 * The fields of the record at a position as parameters, with the current one active and described. There is a signature
 * for each domain in force that has the tag.
 */
export function signatureHelp(snapshot: Snapshot, position: Position): SignatureHelp | null {
  const { file } = snapshot
  const cursor = cursorAt(file, position)
  if (!cursor || cursor.kind === 'line') return null
  const record = file.tree.entries[cursor.entry]
  const tag = file.entries[cursor.entry]!.tag
  if (record?.kind !== 'record' || !tag || isHeader(record) || cursor.offset <= record.tagEnd) return null
  if (record.strays.some(({ kind, start, end }) => kind === 'comment' && cursor.offset > start && cursor.offset <= end))
    return null

  const tags = tagsInForce(tag.name, sectionAt(file, cursor.entry).domains)
  const signatures = tags.map(candidate => {
    const current = currentField(record, candidate, cursor.offset, cursor.kind === 'field')
    return signature(candidate, current, tags.length > 1, snapshot.client)
  })
  const activeSignature = Math.max(0, tags.indexOf(tag))
  // Older clients only have one active parameter for all signatures.
  const activeParameter = signatures[activeSignature]?.activeParameter ?? 0
  return { signatures, activeSignature, activeParameter }
}

/** The most characters of a signature: the box in VS Code is 440 pixels wide, and breaks a longer one. */
const longestSignature = 50

/**
 * `@FINDING … | severity | description | status | …`: the fields around the current one, as many as are on one line.
 *
 * @param current the index of the current field; the number of fields if there is none
 * @param isAmbiguous whether the domain is named too
 */
function signature(tag: Tag, current: number, isAmbiguous: boolean, client: Client): SignatureInformation {
  const definitions = [...tag.fields.values()]
  const fields = definitions.map(({ name, type }) => (type === 'string' ? name : `${name}:${type}`))
  const start = `@${tag.name} `
  const end = isAmbiguous ? ` · ${tag.domain.path}` : ''
  const room = longestSignature - start.length - end.length
  const { first, last } = partAround(fields, current < fields.length ? current : 0, room)
  const shown = fields.slice(first, last + 1)
  let label = start + (first > 0 ? before : '')
  const parameters = shown.map((parameter, index): ParameterInformation => {
    label += index === 0 ? '' : ' | '
    const from = label.length
    label += parameter
    const definition = first + index === current ? definitions[current] : undefined
    return {
      label: client.hasLabelOffsets ? [from, label.length] : parameter,
      ...(definition && { documentation: markup(describeField(definition, tag), client) }),
    }
  })
  label += (last < fields.length - 1 ? behind : '') + end
  return { label, parameters, activeParameter: Math.min(current - first, shown.length) }
}

const before = '… | '
const behind = ' | …'

/** The first and last index of the texts around one of them that fit into so many characters; those behind it first. */
function partAround(texts: readonly string[], current: number, room: number): { first: number; last: number } {
  let first = current
  let last = current
  let length = (texts[current]?.length ?? 0) + before.length + behind.length
  const fits = (text: string | undefined): boolean => {
    if (text === undefined || length + text.length + 3 > room) return false
    length += text.length + 3
    return true
  }
  while (fits(texts[last + 1])) last++
  while (fits(texts[first - 1])) first--
  return { first, last }
}

/**
 * The index of the current field among those of the tag: the field at or before the cursor; for a new field, the first
 * one that the record does not have. The number of fields if there is none.
 */
function currentField(record: RecordNode, tag: Tag, offset: number, isNewField: boolean): number {
  const names = [...tag.fields.keys()]
  const node = isNewField ? undefined : record.fields.findLast(({ nameStart }) => nameStart <= offset)
  const index = node ? names.indexOf(node.name) : firstMissingField(record, names)
  return index < 0 ? names.length : index
}

function firstMissingField(record: RecordNode, names: readonly string[]): number {
  const used = new Set(record.fields.map(({ name }) => name))
  return names.findIndex(name => !used.has(name))
}
