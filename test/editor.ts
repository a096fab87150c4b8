import { expect } from 'vitest'
import type { CompletionItem, Position, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { builtinDescriptors } from '../shared/builtin.ts'
import { checkFile } from '../shared/check.ts'
import { plainText } from '../shared/fixes.ts'
import { createRegistry } from '../shared/registry.ts'
import { offsetAt, parse, positionAt } from '../shared/tree.ts'
import { codeActions } from '../server/features/code-actions.ts'
import { completion } from '../server/features/completion.ts'
import { hover } from '../server/features/hover.ts'
import { defaultSettings, type Settings } from '../server/settings.ts'
import type { Client, Snapshot } from '../server/snapshot.ts'

/**
 * The language features as an author meets them. In a text, `$0` is the cursor; the character typed last before it, if
 * it is given, is what asked for completion.
 */
export interface Editor {
  readonly fileName?: string
  readonly client?: Partial<Client>
  readonly settings?: Partial<Settings>
}

const registry = createRegistry(builtinDescriptors)
const vscode: Client = {
  codesPage: 'file:///docs/codes.md',
  suggestCommand: 'editor.action.triggerSuggest',
  hasSnippets: true,
  hasSnippetEdits: true,
  hasVersionedEdits: true,
  hasRelatedInformation: true,
  resolvesActions: false,
}

/** A snapshot of a text, and where its cursor stands. */
export function open(text: string, { fileName = 'test.rec', client, settings }: Editor = {}): { snapshot: Snapshot; position: Position } {
  const clean = text.replace(/^\n/, '')
  const cursor = clean.indexOf('$0')
  const tree = parse(clean.replace('$0', ''))
  const file = checkFile(tree, { registry, fileName, settingDomains: [] })
  const snapshot = { uri: `file:///${fileName}`, version: 1, file, registry, settings: { ...defaultSettings, ...settings }, client: { ...vscode, ...client } }
  return { snapshot, position: positionAt(tree, Math.max(0, cursor)) }
}

/** The completions at the cursor, in the order the editor shows them. */
export function completions(text: string, typed?: string, editor?: Editor): CompletionItem[] {
  const { snapshot, position } = open(text, editor)
  const items = completion(snapshot, position, typed, new Date('2026-06-30T14:05:09.123Z'))?.items ?? []
  return [...items].sort((one, other) => (one.sortText! < other.sortText! ? -1 : 1))
}

/** Accepts the completion with this label and compares the text; in it, `$0` is the cursor afterwards. */
export function expectAccepted(before: string, label: string, after: string, editor?: Editor): void {
  const { snapshot, position } = open(before, editor)
  const items = completions(before, undefined, editor)
  const item = items.find(candidate => candidate.label === label)
  if (!item) throw new Error(`No completion is called "${label}"; there are: ${items.map(candidate => candidate.label).join(', ') || 'none'}`)
  const edit = item.textEdit as TextEdit
  expectUsable(snapshot, edit.range, position, item)
  const cursor = '\u0001'
  const marked = { ...edit, newText: plainText(edit.newText.replace(/\$(\d)|\$\{(\d)/, (_, bare?: string) => `${cursor}${bare === undefined ? '${' : '$'}${bare ?? /\$\{(\d)/.exec(edit.newText)![1]}`)) }
  const result = apply(snapshot, [marked, ...(item.additionalTextEdits ?? [])])
  expect(result.includes(cursor) ? result.replace(cursor, '$0') : result).toBe(after.replace(/^\n/, ''))
}

/** What the hover at the cursor says, and the text it marks. */
export function hoverAt(text: string, editor?: Editor): { text: string; marks: string } | null {
  const { snapshot, position } = open(text, editor)
  const answer = hover(snapshot, position)
  if (!answer) return null
  const contents = answer.contents as { value: string }
  return { text: contents.value, marks: textIn(snapshot, answer.range!) }
}

/** The titles of the code actions at the cursor. */
export function actionTitles(text: string, only?: string[], editor?: Editor): string[] {
  const { snapshot, position } = open(text, editor)
  return codeActions(snapshot, { start: position, end: position }, { diagnostics: [], ...(only && { only }) }).map(({ title }) => title)
}

/** Applies the code action with this title at the cursor and compares the text. */
export function expectAction(before: string, title: string, after: string, only?: string[], editor?: Editor): void {
  const { snapshot, position } = open(before, editor)
  const actions = codeActions(snapshot, { start: position, end: position }, { diagnostics: [], ...(only && { only }) })
  const action = actions.find(candidate => candidate.title === title)
  if (!action?.edit) throw new Error(`No action is called "${title}"; there are: ${actions.map(candidate => candidate.title).join(' / ') || 'none'}`)
  expect(apply(snapshot, editsIn(action.edit))).toBe(after.replace(/^\n/, ''))
}

function editsIn({ changes, documentChanges }: WorkspaceEdit): TextEdit[] {
  const all = changes ? Object.values(changes).flat() : (documentChanges ?? []).flatMap(change => ('edits' in change ? change.edits : []))
  return all.map(edit => ('snippet' in edit ? { range: edit.range, newText: plainText(edit.snippet.value) } : edit))
}

function apply({ file: { tree } }: Snapshot, edits: readonly TextEdit[]): string {
  const changes = edits.map(({ range, newText }) => ({ start: offsetAt(tree, range.start), end: offsetAt(tree, range.end), newText }))
  const text = tree.entries.map(entry => entry.text).join('')
  return changes
    .sort((one, other) => other.start - one.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text)
}

const textIn = ({ file: { tree } }: Snapshot, { start, end }: Range): string =>
  tree.entries.map(entry => entry.text).join('').slice(offsetAt(tree, start), offsetAt(tree, end))

/** What VS Code asks of a completion: one line, the cursor in its range, and a filter that what is typed can match. */
function expectUsable(snapshot: Snapshot, range: Range, position: Position, item: CompletionItem): void {
  expect(range.start.line).toBe(range.end.line)
  expect(range.start.line).toBe(position.line)
  expect(range.start.character).toBeLessThanOrEqual(position.character)
  expect(range.end.character).toBeGreaterThanOrEqual(position.character)
  const typed = textIn(snapshot, { start: range.start, end: position }).toLowerCase()
  const filter = (item.filterText ?? item.label).toLowerCase()
  let found = -1
  for (const character of typed) {
    found = filter.indexOf(character, found + 1)
    if (found < 0) throw new Error(`"${typed}" is typed, but ${item.label} is matched by "${filter}"`)
  }
}
