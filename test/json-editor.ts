import { TextDocument } from 'vscode-languageserver-textdocument'
import { InsertTextFormat, type Position, type Range, type TextEdit } from 'vscode-languageserver-types'
import { expressionCompletion } from '../server/expressions/completion.ts'
import { DescriptorStore } from '../server/session/descriptor-store.ts'
import { type JsonSnapshot, jsonSnapshot } from '../server/snapshot/json-snapshot.ts'
import { withoutTabStops } from '../shared/syntax/text-change.ts'
import { open } from './editor.ts'

/** An open descriptor or configuration as test data. In texts, `▮` is the cursor. */
export interface JsonEditor {
  readonly snapshot: JsonSnapshot
  readonly position: Position
  readonly descriptors: DescriptorStore
}

/** A descriptor with two tags and a rule, whose properties are given as they stand in JSON. */
export const descriptorWith = (rule: string): string => `{
  "domain": "acme.fleet",
  "version": "1.0",
  "description": "Vehicles",
  "records": [
    { "tag": "VEHICLE", "description": "A vehicle", "fields": [
      { "name": "rid", "type": "string", "required": true },
      { "name": "status", "type": "string", "enum": ["active", "sold"], "enumDescriptions": { "sold": "Gone for good." } },
      { "name": "odometer", "type": "int", "unit": "km" }
    ] },
    { "tag": "TRIP", "description": "A trip", "fields": [
      { "name": "rid", "type": "string", "required": true },
      { "name": "vehicle_ref", "type": "string", "ref": "VEHICLE" },
      { "name": "start_km", "type": "int" },
      { "name": "end_km", "type": "int" },
      { "name": "purpose", "type": "string", "enum": ["business", "private"] }
    ], "rules": [
      { "id": "trip-rule", ${rule} }
    ] }
  ]
}
`

/** The rule of `descriptorWith` in a configuration. */
export const configWith = (rule: string): string => `{ "rules": [{ "id": "own-rule", "tag": "TRIP", ${rule} }] }\n`

/** Opens a text beside a descriptor of the fleet; a text that is a descriptor replaces it. */
export function openJson(marked: string): JsonEditor {
  const text = marked.replace('▮', '')
  const isConfig = !marked.includes('"records"')
  const uri = `file:///${isConfig ? 'recline.json' : 'fleet.domain.json'}`
  const descriptors = new DescriptorStore()
  // While a text is no JSON, the version before it counts.
  descriptors.take('file:///fleet.domain.json', descriptorWith('"expression": "true", "message": "x"'))
  if (!isConfig) descriptors.take(uri, text)
  const document = TextDocument.create(uri, 'json', 1, text)
  const { snapshot } = open('')
  return {
    snapshot: jsonSnapshot(document, { ...snapshot, registry: descriptors.registry, isIndexComplete: true }),
    position: document.positionAt(Math.max(0, marked.indexOf('▮'))),
    descriptors,
  }
}

/** The labels of the completions at the cursor. */
export function labelsAt(marked: string): string[] {
  const { snapshot, position } = openJson(marked)
  return (expressionCompletion(snapshot, position) ?? []).map(({ label }) => label)
}

/** The text after the completion with a label is accepted, with the cursor. */
export function acceptedIn(marked: string, label: string): string {
  const { snapshot, position } = openJson(marked)
  const item = expressionCompletion(snapshot, position)?.find(one => one.label === label)
  if (!item) throw new Error(`There is no ${label}, but ${labelsAt(marked).join(', ')}`)
  const { range, newText } = item.textEdit as TextEdit
  expectMatch(textIn(snapshot, { start: range.start, end: position }), item.filterText ?? label)
  const isSnippet = item.insertTextFormat === InsertTextFormat.Snippet
  const text = isSnippet ? withoutTabStops(newText.replace('$0', '▮')) : `${newText}▮`
  return edited(snapshot.document, [{ range, newText: text }])
}

/** Expects that what is typed finds an item: its characters are in the filter, in their order. */
function expectMatch(typed: string, filter: string): void {
  let found = -1
  for (const character of typed) {
    found = filter.indexOf(character, found + 1)
    if (found < 0) throw new Error(`"${typed}" is typed, and the item is found by "${filter}"`)
  }
}

/** The text of a document after edits. */
export const edited = (document: TextDocument, edits: TextEdit[]): string => TextDocument.applyEdits(document, edits)

export const textIn = ({ document }: JsonSnapshot, range: Range): string => document.getText(range)
