import { expect } from 'vitest'
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-types'
import { expressionCompletion } from '../../server/expressions/completion.ts'
import { expressionDefinition } from '../../server/expressions/definition.ts'
import { expressionHover } from '../../server/expressions/hover.ts'
import { planExpressionRename, prepareExpressionRename } from '../../server/expressions/rename.ts'
import { expressionTokens } from '../../server/expressions/semantic-tokens.ts'
import { expressionSignatureHelp } from '../../server/expressions/signature-help.ts'
import { codeActions } from '../../server/features/code-actions.ts'
import { refactorings } from '../../server/features/refactorings.ts'
import type { Snapshot } from '../../server/snapshot/snapshot.ts'
import { type CheckedFile, checkFile, problemsOf } from '../../shared/check/check.ts'
import { changesOfFix, fixAll } from '../../shared/check/fixes/fixes.ts'
import { formatChanges } from '../../shared/check/fixes/format.ts'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { configRuleProblems, domainProblems } from '../../shared/config/config-problems.ts'
import { readDescriptorFile } from '../../shared/config/descriptors/descriptor-file.ts'
import { followHeaders } from '../../shared/convert/declared-types.ts'
import { recordsFromJson } from '../../shared/convert/json.ts'
import { jsonOf } from '../../shared/convert/json-lines.ts'
import { plainEntry } from '../../shared/convert/plain-record.ts'
import { checkIntegrity, type Integrity } from '../../shared/index/integrity.ts'
import { WorkspaceIndex } from '../../shared/index/workspace-index.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { applyChanges } from '../../shared/syntax/text-change.ts'
import { edit, lengthOf, parse, positionAt, textOf } from '../../shared/syntax/tree.ts'
import { context, meanings } from '../convert.ts'
import { applyEdit, snapshotOf } from '../editor.ts'
import { openJson } from '../json-editor.ts'
import { builtinRegistry, check, problemsWithFixes } from '../records.ts'
import { requestsAt, requestsOf } from '../requests.ts'
import { expectAgreement } from '../scanner-agreement.ts'
import { randomFor, slipIn } from './random.ts'

/** What is true of any text. A law throws for a text that breaks it. */
type Laws = Readonly<Record<string, (text: string, effort: Effort) => void>>

/** How much is tried on one text. */
export interface Effort {
  readonly edits: number
  readonly positions: number
}

/** How much was tried in all. */
export const tried = { edits: 0, calls: 0 }

export const lawsOf = (name: string): Laws => (name.endsWith('.rec') ? lawsOfRecords : lawsOfJson)

const lawsOfRecords: Laws = {
  'parse keeps every character': text => expect(textOf(parse(text))).toBe(text),
  'an edit gives what a full check gives': expectSameAfterEdits,
  'the scanner is certain of no problem': text => void expectAgreement(Buffer.from(text).toString(), builtinRegistry),
  'requests of the file answer': text => {
    const snapshot = snapshotIn(text)
    for (const [name, request] of Object.entries(requestsOf)) called(name, () => request(snapshot))
  },
  'requests at positions answer': (text, { positions }) => {
    const snapshot = snapshotIn(text)
    for (const offset of offsetsIn(text, positions)) {
      const position = positionAt(snapshot.file.tree, offset)
      for (const [name, request] of Object.entries(requestsAt))
        called(`${name} at ${offset}`, () => request(snapshot, position))
    }
  },
  'the edits of actions fit together': text => {
    const snapshot = snapshotIn(text)
    const range = { start: { line: 0, character: 0 }, end: positionAt(snapshot.file.tree, text.length) }
    const actions = [
      ...codeActions(snapshot, range, { diagnostics: [] }),
      ...refactorings(snapshot, range, { diagnostics: [], triggerKind: 1 }),
    ]
    for (const { title, edit } of actions)
      if (edit) called(title, () => expect(applyEdit(snapshot, edit)).not.toBe(text))
  },
  'a table edit writes what the parser reads': text => {
    const snapshot = snapshotIn(text)
    for (const answer of (requestsOf['edits of tables']!(snapshot) as unknown[]).flat())
      for (const { edits } of (answer as { files?: { edits: TextEdit[] }[] }).files ?? [])
        called('table edit', () => parse(applied(snapshot, { changes: { [snapshot.uri]: edits } })))
  },
  'all fixes leave what full checks find': text => {
    const file = check(text)
    for (const problem of problemsOf(file))
      for (const fix of problem.fixes?.() ?? [])
        called(fix.title, () => applyChanges(file.tree, changesOfFix(file, problem, fix)))
    const fixed = fixAll(file)
    expect(problemsWithFixes(fixed)).toEqual(problemsWithFixes(check(textOf(fixed.tree))))
  },
  'formatting keeps the values, and once is enough': text => {
    for (const wrapColumn of [0, 20]) {
      const options = { wrapColumn, alignColumns: wrapColumn > 0 }
      const file = check(text)
      const after = check(applyChanges(file.tree, formatChanges(file, options)))
      expect(after.tree.entries.length).toBe(file.tree.entries.length)
      expect(applyChanges(after.tree, formatChanges(after, options))).toBe(textOf(after.tree))
    }
  },
  'records are the same as JSON and back': text => {
    const domainsAt = followHeaders(context)
    const json = parseEntries(text).flatMap(entry => plainEntry(entry, domainsAt(entry)) ?? [])
    const read = recordsFromJson(`[${json.map(jsonOf).join(',')}]`, { context })
    expect(meanings(check('text' in read ? read.text : ''))).toEqual(meanings(check(text)))
  },
}

const lawsOfJson: Laws = {
  'a descriptor has problems at its characters': text => {
    const { problems } = readDescriptorFile(text)
    for (const { start, end, fixes } of problems) {
      expect(0 <= start && start <= end && end <= text.length).toBe(true)
      fixes?.()
    }
  },
  'a configuration has problems at its characters': text => {
    const file = readConfigFile(text)
    const problems = [
      file.problems,
      domainProblems(file, builtinRegistry),
      configRuleProblems(file, builtinRegistry),
    ].flat()
    for (const { start, end, fixes } of problems) {
      expect(0 <= start && start <= end && end <= text.length).toBe(true)
      fixes?.()
    }
  },
  'requests in expressions answer': (text, { positions }) => {
    const { snapshot } = openJson(text)
    called('tokens', () => expressionTokens(snapshot))
    for (const offset of offsetsIn(text, positions)) {
      const position = snapshot.document.positionAt(offset)
      for (const request of [expressionCompletion, expressionHover, expressionSignatureHelp, prepareExpressionRename])
        called(`${request.name} at ${offset}`, () => request(snapshot, position))
      called(`definition at ${offset}`, () => expressionDefinition(snapshot, position, () => undefined))
      called(`rename at ${offset}`, () => planExpressionRename(snapshot, position, 'new_name'))
    }
  },
}

/** Another file refers to records of this one, and has some of the same ids. */
const others = { 'other.rec': '@CONTROL rid=CTL-1\n@FINDING rid=FND-1 | control_ref="C-1"\n@SERVICE rid=S-1\n' }

const snapshotIn = (text: string): Snapshot => snapshotOf(text, { others })

const applied = (snapshot: Snapshot, edit: WorkspaceEdit): string => applyEdit(snapshot, edit)

/** Counts a call, and names it in the error. */
function called(name: string, call: () => unknown): void {
  tried.calls++
  try {
    call()
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}

/** Some offsets of a text, or all. */
function offsetsIn(text: string, most: number): number[] {
  const step = Math.max(1, text.length / most)
  return Array.from({ length: Math.floor(text.length / step) + 1 }, (_, index) => Math.floor(index * step))
}

/** From which length on a text loses its second half: slips can copy parts of it, so that it doubles and doubles. */
const longest = 1500

/** Edits a text again and again: its tree, its problems and those of its references are those of the new text. */
function expectSameAfterEdits(text: string, { edits }: Effort): void {
  const random = randomFor(text)
  const index = new WorkspaceIndex()
  const uri = 'file:///test.rec'
  let file = check(text)
  let integrity: Integrity | undefined
  index.update(uri, file)
  const others = [text, '@CONTROL rid=C-1 | title="x"\n@FINDING control_ref="C-1"\n']
  for (let count = 0; count < edits; count++) {
    const length = lengthOf(file.tree)
    const half = { start: length >>> 1, end: length, insert: '' }
    const { start, end, insert } = length > longest ? half : slipIn(textOf(file.tree), others, random)
    file = checkFile(edit(file.tree, start, end, insert), file.context, file)
    index.update(uri, file)
    integrity = checkIntegrity(uri, file, index, integrity)
    tried.edits++
    const fresh = check(textOf(file.tree))
    const freshIndex = new WorkspaceIndex()
    freshIndex.update(uri, fresh)
    expect(shown(file, integrity)).toBe(shown(fresh, checkIntegrity(uri, fresh, freshIndex)))
  }
  expect(problemsWithFixes(file)).toEqual(problemsWithFixes(check(textOf(file.tree))))
}

/** The tree of a file and its problems, without their fixes, which take long. */
const shown = (file: CheckedFile, { problems }: Integrity): string =>
  JSON.stringify([
    file.tree.entries.map(({ kind, text }) => [kind, text]),
    lengthOf(file.tree),
    problemsOf(file, problems),
  ])
