import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CodeAction, TextDocumentContentChangeEvent, TextEdit } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { onlyFences, recordFences } from '../../shared/markdown/record-fences.ts'
import { parse, positionAt, textOf } from '../../shared/syntax/tree.ts'
import { completions, diagnosticsOf, hoverAt } from '../../test/editor.ts'
import { markdownTexts } from '../../test/markdown-texts.ts'
import { runs } from '../../test/property-values.ts'
import { openDocuments } from './document.ts'
import { actionsInFence, fenceAt, type MarkdownDocument } from './markdown-document.ts'
import { MemoryBudget } from './memory-budget.ts'

const uri = 'file:///a.md'
const create = (text: string, budget?: MemoryBudget): MarkdownDocument =>
  openDocuments(parse, budget).create(uri, 'markdown', 1, text) as MarkdownDocument
const update = (document: MarkdownDocument, ...changes: TextDocumentContentChangeEvent[]): MarkdownDocument =>
  openDocuments().update(document, changes, document.version + 1) as MarkdownDocument

test('a file without a fence of records is not read', () => {
  expect(create('# a\n```json\n@A\n```\n').records).toBeUndefined()
  const document = create('```rec\n@A\n```\n')
  expect(textOf(document.records!.tree)).toBe('      \n@A\n   \n')
  expect(update(document, { text: '@A\n' }).records).toBeUndefined()
})

test('a fence is read as a file of its own, at its place', () => {
  const editor = { fileName: 'a.md', domains: ['core.compliance'] }
  const page = (line: string): string => `# é\n\n@CONTROL maturity=9\n\n- a\n  ~~~rec\n  ${line}\n  ~~~\n`
  expect(diagnosticsOf(page('@CONTROL rid=C-1 | maturity:int=9'), editor)).toEqual([
    '7:35 out-of-range: CONTROL.maturity is 9; it must be from 1 to 5.',
  ])
  expect(hoverAt(page('@CONTROL rid=C-1 | matu$0rity:int=3'), editor)?.marks).toBe('maturity')
  expect(completions(page('@CONTROL status="$0"'), '"', editor).map(({ label }) => label)).toContain('tested')
})

test('changes give the same records as opening the new text', () =>
  fc.assert(
    fc.property(
      markdownTexts,
      fc.array(fc.record({ at: fc.nat(), length: fc.nat(30), insert: markdownTexts }), { minLength: 1, maxLength: 4 }),
      (text, edits) => {
        let document = create(text)
        for (const { at, length, insert } of edits) {
          const before = TextDocument.create(uri, 'markdown', 1, text)
          const start = at % (text.length + 1)
          const range = { start: before.positionAt(start), end: before.positionAt(start + length) }
          document = update(document, { range, text: insert })
          text = TextDocument.applyEdits(before, [{ range, newText: insert }])
          const fences = recordFences(text)
          expect(document.records?.fences ?? []).toEqual(fences)
          if (document.records)
            expect({ ...document.records.tree, change: undefined }).toEqual(parse(onlyFences(text, fences)))
        }
      },
    ),
    { numRuns: runs(300) },
  ))

test('records that need too much memory are not read', () => {
  const small = new MemoryBudget(32e6)
  expect(create('```rec\n@A\n```\n', small)).toMatchObject({ records: undefined, isTooLarge: true })
  expect(create('# a\n', small)).toMatchObject({ records: undefined, isTooLarge: false })
})

/** The fence at a place of a text, as its text. */
function fenceOf(marked: string): string | undefined {
  const offset = marked.indexOf('$0')
  const text = marked.replace('$0', '')
  const document = create(text)
  const position = positionAt(parse(text), offset)
  const fence = fenceAt(document, { start: position, end: position })
  return fence && text.slice(fence.start, fence.end)
}

test.each([
  ['$0```rec\n@A\n```\n', undefined],
  ['```rec$0\n@A\n```\n', undefined],
  ['```rec\n$0@A\n```\n', '@A\n'],
  ['```rec\n@A$0\n```\n', '@A\n'],
  ['```rec\n@A\n$0```\n', undefined],
  ['```rec\n$0```\n', undefined],
  ['```rec\n$0\n```\n', '\n'],
  ['```rec\n$0', ''],
  ['```rec\n@A\n$0', '@A\n'],
  ['```rec\n@A\n```\n$0', undefined],
])('a place is in a fence, or is not: %j', (marked, fence) => expect(fenceOf(marked)).toBe(fence))

/** A text with `[` to `]` changed by an action into another text; undefined if the action is not allowed. */
function changedByAction(marked: string, newText: string): string | undefined {
  const [start, end] = [marked.indexOf('['), marked.indexOf(']') - 1]
  const text = marked.replace(/[[\]]/g, '')
  const tree = parse(text)
  const document = create(text)
  const edit: TextEdit = { range: { start: positionAt(tree, start), end: positionAt(tree, end) }, newText }
  const action: CodeAction = { title: '', kind: 'quickfix', edit: { changes: { [uri]: [edit] } } }
  const [allowed] = actionsInFence(document, document.records!.fences[0]!, [action])
  return allowed && TextDocument.applyEdits(document.text, allowed.edit!.changes![uri]!)
}

test.each([
  ['```rec\n@A [x]\n```\n', 'y', '```rec\n@A y\n```\n'],
  ['```rec\n[]@A x\n```\n', '# c\n', '```rec\n# c\n@A x\n```\n'],
  ['```rec\n@A x\n[]```\n', '@END\n', '```rec\n@A x\n@END\n```\n'],
  ['```rec\n@A x\n[]```\n', '@END', undefined],
  ['```rec\n@B\n[@A x\n]```\n', '', '```rec\n@B\n```\n'],
  ['```rec\n@B[\n@A x\n]```\n', '', undefined],
  ['```rec\n@A x\n```\n[]', '@END\n', undefined],
  ['[]```rec\n@A x\n```\n', '# c\n', undefined],
  ['```rec\n[]@A x\n```\n', '```\n', undefined],
  ['```rec\n@A x[]', '\n@END', '```rec\n@A x\n@END'],
  ['- a\n  ```rec\n  @A [x]\n  ```\n', 'y', '- a\n  ```rec\n  @A y\n  ```\n'],
  ['- a\n  ```rec\n[]  @A x\n  ```\n', '# c\n', '- a\n  ```rec\n  # c\n  @A x\n  ```\n'],
  ['- a\n  ```rec\n  @A x[]\n  ```\n', '\n@B', '- a\n  ```rec\n  @A x\n  @B\n  ```\n'],
  ['- a\n  ```rec\n  @A x\n[]  ```\n', '@B\n', '- a\n  ```rec\n  @A x\n  @B\n  ```\n'],
  ['- a\n  ```rec\n  @A x\n[]  ```\n', 'x\n', undefined],
])('a change stays in its fence, or is not made: %j to %j', (marked, newText, changed) =>
  expect(changedByAction(marked, newText)).toBe(changed),
)

test('a snippet in the fence of a list is plain text with its placeholders, as its new line is indented', () => {
  const document = create('- a\n  ```rec\n  @A x\n  ```\n')
  const at = (line: number, character: number, value: string): CodeAction => {
    const position = { line, character }
    const edits = [{ range: { start: position, end: position }, snippet: { kind: 'snippet' as const, value } }]
    return { title: '', kind: 'quickfix', edit: { documentChanges: [{ textDocument: { uri, version: 1 }, edits }] } }
  }
  const editsOf = (action: CodeAction): unknown =>
    actionsInFence(document, document.records!.fences[0]!, [action])[0]?.edit?.documentChanges
  const inLine = at(2, 6, ' | b=${1:c}')
  expect(editsOf(inLine)).toEqual(inLine.edit!.documentChanges)
  expect(editsOf(at(2, 6, '\n@B c=${1:d}'))).toEqual([
    {
      textDocument: { uri, version: 1 },
      edits: [{ range: { start: { line: 3, character: 2 }, end: { line: 3, character: 2 } }, newText: '@B c=d\n  ' }],
    },
  ])
})

test('only quick fixes with an edit of the file are offered', () => {
  const document = create('```rec\n@A x\n```\n')
  const position = { line: 1, character: 1 }
  const edits: TextEdit[] = [{ range: { start: position, end: position }, newText: 'y' }]
  const edit = { changes: { [uri]: edits } }
  const titles = actionsInFence(document, document.records!.fences[0]!, [
    { title: 'fix', kind: 'quickfix', edit },
    { title: 'versioned', kind: 'quickfix', edit: { documentChanges: [{ textDocument: { uri, version: 1 }, edits }] } },
    { title: 'refactoring', kind: 'refactor.rewrite', edit },
    { title: 'fix all', kind: 'source.fixAll.recline', edit },
    { title: 'later', kind: 'quickfix', data: {} },
    { title: 'command', kind: 'quickfix', edit, command: { title: '', command: 'a' } },
    { title: 'other file', kind: 'quickfix', edit: { changes: { [uri]: edits, 'file:///recline.json': edits } } },
    { title: 'new file', kind: 'quickfix', edit: { documentChanges: [{ kind: 'create', uri: 'file:///b' }] } },
  ]).map(({ title }) => title)
  expect(titles).toEqual(['fix', 'versioned'])
})
