import { expect, test } from 'vitest'
import type { TextDocumentEdit } from 'vscode-languageserver-types'
import { actions, actionTitled, actionTitles, applyEdit, expectAction, open } from '../../test/editor.ts'
import { codeActions, fixAllKind, resolveCodeAction } from './code-actions.ts'

/** The edits of the action with this title, which are of one file and its version. */
function documentEdit(text: string, title: string, client = {}): TextDocumentEdit {
  const { documentChanges } = actionTitled(text, title, undefined, { client }).edit!
  expect(documentChanges).toHaveLength(1)
  return documentChanges![0] as TextDocumentEdit
}

test('a fix is an edit of the version of the snapshot', () => {
  expect(documentEdit('@CONTROL rid="C$0-1"', 'Change to rid=C-1')).toEqual({
    textDocument: { uri: 'file:///test.rec', version: 1 },
    edits: [{ range: { start: { line: 0, character: 9 }, end: { line: 0, character: 18 } }, newText: 'rid=C-1' }],
  })
  expectAction('@CONTROL rid="C$0-1"', 'Change to rid=C-1', '@CONTROL rid=C-1')
  expectAction(
    '# 🙂\r\n@CONTROL title="🙂" | rid="C$0-1"\r\n',
    'Change to rid=C-1',
    '# 🙂\r\n@CONTROL title="🙂" | rid=C-1\r\n',
  )
  expectAction(
    '@CONTROL rid=C-1\r\n  | title="🙂"\r\n  | rid="C-1"$0\r\n',
    'Remove this rid',
    '@CONTROL rid=C-1\r\n  | title="🙂"\r\n',
  )
})

test('a client without versioned edits gets unversioned changes', () => {
  const client = { hasVersionedEdits: false }
  expect(actionTitled('@CONTROL rid="C$0-1"', 'Change to rid=C-1', undefined, { client }).edit).toEqual({
    changes: {
      'file:///test.rec': [
        { range: { start: { line: 0, character: 9 }, end: { line: 0, character: 18 } }, newText: 'rid=C-1' },
      ],
    },
  })
  expectAction('@CONT$0ROL', 'Add rid', '@CONTROL rid=', undefined, { client })
})

test('a fix has its problem as a diagnostic, and the most sensible fix is preferred', () => {
  const [fix] = actions('@CONTROL rid=C-1 | maturity="3$0"')
  expect(fix).toMatchObject({
    kind: 'quickfix',
    isPreferred: true,
    diagnostics: [{ code: 'notation', source: 'recline', severity: 3 }],
  })
  expect(fix!.diagnostics![0]!.codeDescription).toEqual({ href: 'file:///docs/codes.md#notation' })
  expect(actions('@CONTROL rid=C-1 | status="tset$0"').filter(({ isPreferred }) => isPreferred).length).toBeLessThan(2)
})

test('missing fields are inserted as a snippet', () => {
  const [edit] = documentEdit('@CONT$0ROL title="x"', 'Add rid').edits
  expect(edit).toEqual({
    range: { start: { line: 0, character: 8 }, end: { line: 0, character: 8 } },
    snippet: { kind: 'snippet', value: ' rid=$1 |' },
  })
  expectAction('@CONT$0ROL title="x"', 'Add rid', '@CONTROL rid= | title="x"')
})

test('a client without snippets gets missing fields as plain text', () => {
  const [edit] = documentEdit('@CONT$0ROL title="x"', 'Add rid', { hasSnippetEdits: false }).edits
  expect(edit).toMatchObject({ newText: ' rid= |' })
  expectAction('@CONT$0ROL title="x"', 'Add rid', '@CONTROL rid= | title="x"', undefined, {
    client: { hasSnippetEdits: false },
  })
})

test('a similar tag comes before a new header, and after another domain in an existing header', () => {
  const choices = (text: string): unknown[] =>
    actions(text, undefined, { fileName: 'a.compliance.rec' })
      .filter(({ title }) => / @/.test(title))
      .map(({ title, isPreferred = false }) => [title, isPreferred])
  const header = 'Add core.fintech to the @DOC header'
  expect(choices('@RI$0SK rid=R-1\n')).toEqual([
    ['Change to @RISK_ASSESSMENT', false],
    [header, false],
  ])
  expect(choices('@DOC domain=core.compliance\n@RI$0SK rid=R-1\n')).toEqual([
    [header, true],
    ['Change to @RISK_ASSESSMENT', false],
  ])
})

test('an existing header is changed, or a new one is added at the top of the file', () => {
  expectAction(
    '@DOC domain=legal\n@CONT$0ROL rid=C-1\n',
    'Add core.compliance to the @DOC header',
    '@DOC domain=[legal, core.compliance]\n@CONTROL rid=C-1\n',
  )
  expectAction(
    '# Policies.\r\n\r\n@POLI$0CY rid=P-1\r\n',
    'Name core.insurance in the @DOC header',
    '# Policies.\r\n\r\n@DOC domain=core.insurance\r\n@POLICY rid=P-1\r\n',
  )
})

test('the record of a dangling reference can be created', () => {
  const before = '@FINDING rid=F-1 | control_ref="C$0-9"\n'
  expect(actionTitles(before)).toEqual([])
  expect(actionTitles(before, undefined, { others: { 'b.rec': '@CONTROL rid=C-8' } })).toContain('Change to C-8')
})

test('only problems that touch the range have fixes', () => {
  const text = '@CONTROL rid="C-1" | maturity="3"'
  expect(actionTitles('@CONTROL $0rid="C-1" | maturity="3"')).toEqual([
    'Change to rid=C-1',
    'Fix all notation problems in this file',
  ])
  expect(actionTitles('@CONTROL rid="C-1"$0 | maturity="3"')).toEqual([
    'Change to rid=C-1',
    'Fix all notation problems in this file',
  ])
  expect(actionTitles('@CONTROL rid="C-1" $0| maturity="3"')).toEqual([])
  const { snapshot } = open(text)
  const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
  expect(codeActions(snapshot, whole, { diagnostics: [] }).map(({ title }) => title)).toEqual([
    'Change to rid=C-1',
    'Change to maturity:int=3',
    'Fix all notation problems in this file',
  ])
})

test('all problems of a code can be fixed at once if there are several', () => {
  expectAction(
    '@CONTROL rid="C$0-1" | maturity=3\n@CONTROL rid="C-2" | title=x y',
    'Fix all notation problems in this file',
    '@CONTROL rid=C-1 | maturity:int=3\n@CONTROL rid=C-2 | title=x y',
  )
  expect(actionTitles('@CONTROL rid="C$0-1"')).toEqual(['Change to rid=C-1'])
  // Without being asked, no guess is made for the whole file.
  expect(actionTitles('@CONTROL rid=C-1 | status="Test$0ed"\n@CONTROL rid=C-2 | status="Tested"')).toEqual([
    'Change to tested',
    'Choose a value for status…',
    'Change all 2 "Tested" to "tested" in this file',
    'Change all "Tested" to "tested" in the workspace…',
  ])
})

test('the edit for all problems of a code is computed on resolve if the client supports that', () => {
  const { snapshot } = open('@CONTROL rid="C-1"\n@CONTROL rid="C-2"', { client: { resolvesActions: true } })
  const start = { line: 0, character: 10 }
  const action = codeActions(snapshot, { start, end: start }, { diagnostics: [] }).at(-1)!
  expect(action).toMatchObject({
    title: 'Fix all notation problems in this file',
    data: { uri: 'file:///test.rec', code: 'notation' },
  })
  expect(action.edit).toBeUndefined()
  expect(applyEdit(snapshot, resolveCodeAction(snapshot, action, 'notation').edit!)).toBe(
    '@CONTROL rid=C-1\n@CONTROL rid=C-2',
  )
})

test('all safe fixes of the file are only offered as a source action', () => {
  const before = '@control rid="C$0-1" maturity="3" || status="Tested" # note'
  const after = '# note\n@CONTROL rid=C-1 | maturity:int=3 | status="Tested"'
  for (const kind of ['source', 'source.fixAll', fixAllKind])
    expectAction(before, 'Fix all that is safe to fix', after, [kind])
  expectAction(before, 'Fix all that is safe to fix', after, [''])
  for (const only of [undefined, ['quickfix'], ['refactor'], ['source.organizeImports'], ['source.fixAll.other']]) {
    expect(actionTitles(before, only)).not.toContain('Fix all that is safe to fix')
  }
  expect(actionTitles(before, ['source.fixAll'])).toEqual(['Fix all that is safe to fix'])
  expect(actionTitles(before, ['refactor'])).toEqual([])
  expect(actionTitles('@CONTROL rid=C-1$0', ['source.fixAll'])).toEqual([])
})

test('a problem that is off or suppressed has no fix', () => {
  const off = { settings: { severity: { notation: 'off' } } } as const
  expect(actionTitles('@CONTROL rid="C$0-1"', undefined, off)).toEqual([])
  expect(actionTitles('@CONTROL rid="C$0-1"', ['source.fixAll'], off)).toEqual([])
  expect(actionTitles('# recline-disable-next-line notation\n@CONTROL rid="C$0-1"')).toEqual([])
  expectAction('@control rid="C$0-1"', 'Fix all that is safe to fix', '@CONTROL rid="C-1"', ['source.fixAll'], off)
  expect(
    actions('@CONTROL rid="C$0-1"', undefined, { settings: { severity: { notation: 'error' } } })[0]!.diagnostics![0]!
      .severity,
  ).toBe(1)
})

test('no fix that leaves its problem is offered', () => {
  expect(actionTitles('@BE$0GIN a\nx\n@BEGIN b\n')).toEqual([])
  expect(actionTitles('@BE$0GIN a\nx\n@CONTROL rid=C-1\n')).toEqual(['Close the block with @END'])
})

test('unused suppressions of problems that other files decide are not fixed all at once', () => {
  const comments =
    '# recline-disable-next-line duplica$0te-rid\n@DOC\n# recline-disable-next-line duplicate-rid\n@DOC\n'
  expect(actionTitles(comments, undefined, { others: {} })).toEqual(['Remove the comment'])
})
