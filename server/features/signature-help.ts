import type { ParameterInformation, Position, SignatureHelp, SignatureInformation } from 'vscode-languageserver-types'
import { sectionAt } from '../../shared/check/check.ts'
import { isHeader, tagsInForce } from '../../shared/domains/domains-in-force.ts'
import type { Tag } from '../../shared/domains/registry.ts'
import type { RecordNode } from '../../shared/syntax/nodes.ts'
import { cursorAt } from '../snapshot/cursor.ts'
import { describeField, escapeMarkdown } from '../snapshot/describe.ts'
import { markup } from '../snapshot/markup.ts'
import type { Client, Snapshot } from '../snapshot/snapshot.ts'

/** The characters that trigger signature help: a field, a type or a value follows them. */
export const signatureTriggers = [' ', '|', ':', '='] as const

/**
 * The fields of the record at a position as parameters, with the current one active. There is a signature for each
 * domain in force that has the tag.
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
  const currentOf = (candidate: Tag): number => currentField(record, candidate, cursor.offset, cursor.kind === 'field')
  return {
    signatures: tags.map(candidate => signature(candidate, currentOf(candidate), snapshot.client)),
    activeSignature: Math.max(0, tags.indexOf(tag)),
    // Older clients only have one active parameter for all signatures.
    activeParameter: currentOf(tag),
  }
}

/** `@CONTROL rid | title | maturity:int`. The documentation has the required fields in bold. */
function signature(tag: Tag, activeParameter: number, client: Client): SignatureInformation {
  const fields = [...tag.fields.values()]
  let label = `@${tag.name}`
  const parameters = fields.map((field, index): ParameterInformation => {
    label += index === 0 ? ' ' : ' | '
    const start = label.length
    const parameter = field.type === 'string' ? field.name : `${field.name}:${field.type}`
    label += parameter
    return {
      label: client.hasLabelOffsets ? [start, label.length] : parameter,
      documentation: markup(describeField(field, tag), client),
    }
  })
  const names = fields.map(({ name, required }) => (required ? `**${escapeMarkdown(name)}**` : escapeMarkdown(name)))
  return {
    label,
    documentation: markup(`${escapeMarkdown(tag.domain.path)}: ${names.join(' · ')}`, client),
    parameters,
    activeParameter,
  }
}

/**
 * The index of the current field among those of the tag: the field at or before the cursor; for a new field, the first
 * one that the record does not have. The number of fields if there is none.
 */
function currentField(record: RecordNode, tag: Tag, offset: number, isNewField: boolean): number {
  const names = [...tag.fields.keys()]
  const node = isNewField ? undefined : record.fields.findLast(({ nameStart }) => nameStart <= offset)
  const index = node ? names.indexOf(node.name) : firstMissing(record, names)
  return index < 0 ? names.length : index
}

function firstMissing(record: RecordNode, names: readonly string[]): number {
  const used = new Set(record.fields.map(({ name }) => name))
  return names.findIndex(name => !used.has(name))
}
