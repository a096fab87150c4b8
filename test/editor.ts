import { expect } from 'vitest'
import {
  type CodeAction,
  type CompletionItem,
  InsertTextFormat,
  type Position,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver-types'
import { codeActions } from '../server/features/code-actions.ts'
import { completion } from '../server/features/completion.ts'
import { hover, recordsToShow } from '../server/features/hover.ts'
import { diagnostics } from '../server/snapshot/diagnostics.ts'
import { defaultSettings, type Settings } from '../server/snapshot/settings.ts'
import type { Client, Snapshot } from '../server/snapshot/snapshot.ts'
import { type CheckedFile, checkFile } from '../shared/check/check.ts'
import { builtinDescriptors } from '../shared/domains/built-in.ts'
import type { Descriptor, RuleSettings } from '../shared/domains/descriptor.ts'
import { createRegistry, type Registry } from '../shared/domains/registry.ts'
import { excerptOf, type FileExcerpt } from '../shared/index/excerpt.ts'
import { checkIntegrity } from '../shared/index/integrity.ts'
import { packFile } from '../shared/index/packed-file.ts'
import { WorkspaceIndex } from '../shared/index/workspace-index.ts'
import { isMarkdownFile, onlyFences, recordFences } from '../shared/markdown/record-fences.ts'
import { withoutTabStops } from '../shared/syntax/text-change.ts'
import { offsetAt, parse, positionAt, textOf } from '../shared/syntax/tree.ts'

/**
 * The state of the editor in a test of language features. In texts, `$0` is the cursor. The optional argument `typed`
 * is the character that was just typed and that triggered completion.
 */
export interface Editor {
  /** Of a Markdown file, the text has its records in fences. */
  readonly fileName?: string
  /** The domains of the file from the settings. */
  readonly domains?: readonly string[]
  /** The domains of the user. */
  readonly descriptors?: readonly Descriptor[]
  /**
   * The texts of the other files in the workspace, by name. Without them, references are not checked, because the
   * server has not read all files yet.
   */
  readonly others?: Readonly<Record<string, string>>
  /** The rules of the configuration, and the severities of all rules. */
  readonly rules?: RuleSettings
  readonly client?: Partial<Client>
  readonly settings?: Partial<Settings>
}

const builtIn = createRegistry(builtinDescriptors)
const registryOf = ({ descriptors }: Editor): Registry =>
  descriptors ? createRegistry([...builtinDescriptors, ...descriptors]) : builtIn

const vscode: Client = {
  codesPage: 'file:///docs/codes.md',
  suggestCommand: 'editor.action.triggerSuggest',
  showReferencesCommand: 'recline.showReferences',
  showHistoryCommand: 'recline.historyOfRecord',
  showDomainsCommand: 'recline.showDomains',
  chooseValueCommand: 'recline.chooseValue',
  editRecordsCommand: 'recline.editRecords',
  migrateRecordsCommand: 'recline.migrateRecords',
  updateDomainsCommand: 'recline.updateDomains',
  tellsEarlierDescriptors: false,
  changesDependencies: true,
  language: undefined,
  textsAddress: undefined,
  foldingLimit: undefined,
  hasMarkdown: true,
  hasLabelDetails: true,
  hasInsertReplace: true,
  hasLabelOffsets: true,
  hasDefinitionLinks: true,
  hasOutlineTree: true,
  hasSnippets: true,
  hasSnippetEdits: true,
  hasVersionedEdits: true,
  createsFiles: true,
  hasRelatedInformation: true,
  hasDeprecatedTags: true,
  hasDeprecatedItems: true,
  pullsDiagnostics: false,
  showsDomains: true,
  hoversShowProblems: false,
  removesEmptyFields: false,
  opensDescriptors: true,
  resolvesActions: false,
  hasCodeActions: true,
}

/** A snapshot of a text, and the position of its cursor. */
export function open(text: string, editor: Editor = {}): { snapshot: Snapshot; position: Position } {
  const clean = withoutFirstBreak(text)
  const snapshot = snapshotOf(clean.replace('$0', ''), editor)
  return { snapshot, position: positionAt(snapshot.file.tree, Math.max(0, clean.indexOf('$0'))) }
}

/** A snapshot of a text without a cursor; a test can change the other files in its index. */
export function snapshotOf(text: string, editor: Editor = {}): Snapshot & { readonly index: WorkspaceIndex } {
  const { fileName = 'test.rec', domains = [], others, rules, client, settings } = editor
  const registry = registryOf(editor)
  const checked = (name: string, content: string): CheckedFile =>
    checkFile(parse(isMarkdownFile(name) ? onlyFences(content, recordFences(content)) : content), {
      registry,
      fileName: name,
      settingDomains: domains,
      ...(rules && { ruleSettings: rules }),
    })
  const uri = `file:///${fileName}`
  const file = checked(fileName, text)
  const index = new WorkspaceIndex()
  index.update(uri, file)
  for (const [name, content] of Object.entries(others ?? {}))
    index.update(`file:///${name}`, packFile(checked(name, content)), { registry })
  return {
    uri,
    version: 1,
    file,
    registry,
    index,
    isIndexComplete: others !== undefined,
    across: () => (others ? checkIntegrity(uri, file, index).problems : 'unknown'),
    settings: { ...defaultSettings, ...settings },
    client: { ...vscode, ...client },
  }
}

/** The completions at the cursor, in the order the editor shows them. */
export function completions(text: string, typed?: string, editor?: Editor): CompletionItem[] {
  const { snapshot, position } = open(text, editor)
  return completionsAt(snapshot, position, typed)
}

/**
 * The completions at a position, in the order the editor shows them. The time is fixed, so that completed times are
 * always the same.
 */
export function completionsAt(snapshot: Snapshot, position: Position, typed?: string): CompletionItem[] {
  const items = completion(snapshot, position, typed, new Date('2026-06-30T14:05:09.123Z'))?.items ?? []
  return [...items].sort((one, other) => (one.sortText! < other.sortText! ? -1 : 1))
}

/** Accepts the completion with this label and compares the text. `$0` is the cursor in both texts. */
export function expectAccepted(before: string, label: string, after: string, editor?: Editor): void {
  const { snapshot, position } = open(before, editor)
  const items = completionsAt(snapshot, position)
  const item = items.find(candidate => candidate.label === label)
  if (!item)
    throw new Error(
      `No completion is called "${label}"; there are: ${items.map(candidate => candidate.label).join(', ') || 'none'}`,
    )
  expectUsable(snapshot, position, item)
  const edit = item.textEdit!
  const marked = { ...item, textEdit: { ...edit, newText: markFirstStop(edit.newText) } }
  expect(accept(snapshot, marked).replace(cursorMark, '$0')).toBe(withoutFirstBreak(after))
}

/** What VS Code replaces where its user has not set `editor.suggest.insertMode`. */
export const insertRange = (edit: NonNullable<CompletionItem['textEdit']>): Range =>
  'insert' in edit ? edit.insert : edit.range

/** The text after a completion was accepted. Tab stops of a snippet become their placeholder text. */
export function accept(
  snapshot: Snapshot,
  { textEdit, insertTextFormat, additionalTextEdits = [] }: CompletionItem,
): string {
  const { newText } = textEdit!
  const range = insertRange(textEdit!)
  const text = insertTextFormat === InsertTextFormat.Snippet ? withoutTabStops(newText) : newText
  return apply(snapshot, [{ range, newText: text }, ...additionalTextEdits])
}

/**
 * Expects what VS Code needs to show a completion: its range is on one line and contains the cursor, and its filter
 * matches the typed text.
 */
function expectUsable(snapshot: Snapshot, position: Position, item: CompletionItem): void {
  const range = insertRange(item.textEdit!)
  expectAround(range, position)
  // VS Code ignores white space at the start of the typed text.
  const typed = textIn(snapshot, { start: range.start, end: position }).trimStart().toLowerCase()
  const filter = (item.filterText ?? item.label).toLowerCase()
  let found = -1
  for (const character of typed) {
    found = filter.indexOf(character, found + 1)
    if (found < 0) throw new Error(`"${typed}" is typed, but ${item.label} is matched by "${filter}"`)
  }
}

/** Expects that a range is on one line and contains the position, or touches it. */
export function expectAround({ start, end }: Range, { line, character }: Position): void {
  expect([start.line, end.line]).toEqual([line, line])
  expect(start.character).toBeLessThanOrEqual(character)
  expect(end.character).toBeGreaterThanOrEqual(character)
}

/** The text of the hover at the cursor, and the text in its range. */
export function hoverAt(text: string, editor?: Editor): { text: string; marks: string } | null {
  const { snapshot, position } = open(text, editor)
  const targets = new Map<string, FileExcerpt>()
  for (const [uri, records] of recordsToShow(snapshot, position)) {
    const other = editor?.others?.[uri.replace('file:///', '')]
    targets.set(uri, other === undefined ? snapshot.file : excerptOf(other, records, snapshot.registry)!)
  }
  const answer = hover(snapshot, position, targets)
  if (!answer) return null
  const contents = answer.contents as { value: string }
  return { text: contents.value, marks: textIn(snapshot, answer.range!) }
}

/** The code actions at the cursor. */
export function actions(text: string, only?: string[], editor?: Editor): CodeAction[] {
  const { snapshot, position } = open(text, editor)
  return codeActions(snapshot, { start: position, end: position }, { diagnostics: [], ...(only && { only }) })
}

/** The titles of the code actions at the cursor. */
export const actionTitles = (text: string, only?: string[], editor?: Editor): string[] =>
  actions(text, only, editor).map(({ title }) => title)

/** The code action with this title at the cursor. */
export function actionTitled(text: string, title: string, only?: string[], editor?: Editor): CodeAction {
  const all = actions(text, only, editor)
  const action = all.find(candidate => candidate.title === title)
  if (!action)
    throw new Error(
      `No action is called "${title}"; there are: ${all.map(candidate => candidate.title).join(' / ') || 'none'}`,
    )
  return action
}

/** Applies the code action with this title at the cursor and compares the text. */
export function expectAction(before: string, title: string, after: string, only?: string[], editor?: Editor): void {
  const action = actionTitled(before, title, only, editor)
  if (!action.edit) throw new Error(`The action "${title}" has no edit.`)
  expect(applyEdit(open(before, editor).snapshot, action.edit)).toBe(withoutFirstBreak(after))
}

/** The text after a workspace edit. Tab stops of a snippet become their placeholder text. */
export function applyEdit(snapshot: Snapshot, { changes, documentChanges }: WorkspaceEdit): string {
  const edits = changes
    ? Object.values(changes).flat()
    : (documentChanges ?? []).flatMap(change => ('edits' in change ? change.edits : []))
  return apply(
    snapshot,
    edits.map(edit => ('snippet' in edit ? { range: edit.range, newText: withoutTabStops(edit.snippet.value) } : edit)),
  )
}

/** The text after edits, applied as an editor does: all ranges refer to the original text. Throws if they overlap. */
function apply({ file: { tree } }: Snapshot, edits: readonly TextEdit[]): string {
  const text = textOf(tree)
  const changes = edits
    .map(({ range, newText }) => ({ start: offsetAt(tree, range.start), end: offsetAt(tree, range.end), newText }))
    .sort((one, other) => one.start - other.start)
  let result = ''
  let end = 0
  for (const change of changes) {
    if (change.start < end || change.end < change.start) throw new Error(`The edits overlap: ${JSON.stringify(edits)}`)
    result += text.slice(end, change.start) + change.newText
    end = change.end
  }
  return result + text.slice(end)
}

const cursorMark = '\u0001'

/** The snippet with a mark before its first tab stop. */
const markFirstStop = (snippet: string): string => snippet.replace(/(?<!\\)\$(\{?)\d/, stop => cursorMark + stop)

const textIn = ({ file: { tree } }: Snapshot, { start, end }: Range): string =>
  textOf(tree).slice(offsetAt(tree, start), offsetAt(tree, end))

const withoutFirstBreak = (text: string): string => text.replace(/^\n/, '')

/** The diagnostics of a text as `line:character code: message`, from 1. Related places follow an arrow. */
export function diagnosticsOf(text: string, editor?: Editor): string[] {
  const place = ({ start }: Range): string => `${start.line + 1}:${start.character + 1}`
  return diagnostics(snapshotOf(text, editor)).map(({ range, code, message, relatedInformation = [] }) =>
    [
      `${place(range)} ${String(code)}: ${message}`,
      ...relatedInformation.map(({ location }) => `→ ${location.uri.replace('file:///', '')} ${place(location.range)}`),
    ].join(' '),
  )
}
