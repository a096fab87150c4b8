import { assert } from 'chai'
import * as vscode from 'vscode'
import { accept, actions, completions, hoverText, labelOf, positionOf, problemsWhen, show, until } from './editor.ts'
import { test } from './harness.ts'

test('the extension is there and can be activated', async () => {
  const extension = vscode.extensions.getExtension('recline.recline')
  assert.ok(extension, 'VS Code does not know the extension recline.recline')
  await extension.activate()
  assert.strictEqual(extension.isActive, true)
})

test('@CON becomes a record with its usual fields, and those that stay empty go when the cursor leaves it', async () => {
  const editor = await show('new.compliance.rec', '@CON$0')
  const item = (await completions(editor)).find(candidate => labelOf(candidate) === '@CONTROL')
  assert.ok(item, 'there is no @CONTROL')
  await accept(editor, item)
  assert.match(
    editor.document.getText(),
    /^@CONTROL rid=CTL-\d{4} \| framework="" \| title="" \| status="" \| owner=""$/,
  )
  await vscode.commands.executeCommand('editor.action.insertLineAfter')
  const { document } = editor
  await until(
    () => /^@CONTROL rid=CTL-\d{4}\n/.test(document.getText()),
    vscode.workspace.onDidChangeTextDocument,
    () => document.getText(),
  )
  await problemsWhen(editor.document.uri, problems => problems.length === 0)
})

test('a number out of its range is marked, and the message says what it must be', async () => {
  const editor = await show('range.compliance.rec', '@CONTROL rid=RANGE-1 | maturity:int=9\n')
  const [problem] = await problemsWhen(editor.document.uri, problems => problems.length === 1)
  assert.match(problem!, /^out-of-range: .*1 to 5/)
})

test('hovering over a field says what it is', async () => {
  const { document } = await show('range.compliance.rec')
  const text = await hoverText(document.uri, positionOf(document, 'maturity'))
  assert.match(text, /CONTROL\.maturity/)
  assert.match(text, /1 to 5/)
})

test('the values of status are listed in their order, and the chosen one is inserted', async () => {
  const editor = await show('status.compliance.rec', '@CONTROL rid=STATUS-1 | status="$0" | owner="x"\n')
  const items = await completions(editor)
  assert.deepEqual(items.map(labelOf), [
    'not-started',
    'in-progress',
    'implemented',
    'tested',
    'effective',
    'ineffective',
  ])
  await accept(editor, items[3]!)
  assert.strictEqual(editor.document.getText(), '@CONTROL rid=STATUS-1 | status="tested" | owner="x"\n')
})

test('a quick fix mends its problem; a missing field comes with a tab stop', async () => {
  const editor = await show('fix.compliance.rec', '@CONTROL title="x" | status="Tested"\n')
  const { document } = editor
  await problemsWhen(document.uri, problems => problems.length === 2)
  const [toTested] = (await actions(document.uri, rangeOf(document, '"Tested"'))).filter(
    ({ title }) => title === 'Change to tested',
  )
  assert.ok(toTested?.edit && (await vscode.workspace.applyEdit(toTested.edit)))
  await problemsWhen(document.uri, problems => problems.length === 1)
  const [addRid] = (await actions(document.uri, rangeOf(document, 'CONTROL'))).filter(
    ({ title }) => title === 'Add rid',
  )
  assert.ok(addRid?.edit && (await vscode.workspace.applyEdit(addRid.edit)))
  await problemsWhen(document.uri, problems => problems.length === 0)
  assert.match(document.getText(), /^@CONTROL rid=CTL-\d{4} \| title="x" \| status="tested"\n$/)
})

test('"fix all" puts what is right but unusual into canonical notation', async () => {
  const { document } = await show('all.compliance.rec', '@control rid="ALL-1" | title=a b | maturity="3" owner=x |\n')
  await problemsWhen(document.uri, problems => problems.length > 4)
  const [all] = await actions(document.uri, new vscode.Range(0, 0, 0, 0), vscode.CodeActionKind.SourceFixAll)
  assert.ok(all?.edit && (await vscode.workspace.applyEdit(all.edit)))
  assert.strictEqual(document.getText(), '@CONTROL rid=ALL-1 | title="a b" | maturity:int=3 | owner="x"\n')
  await problemsWhen(document.uri, problems => problems.length === 0)
})

test('the comment command writes a comment of the notation', async () => {
  const { document } = await show('comment.compliance.rec', '$0@CONTROL rid=COMMENT-1\n')
  await vscode.commands.executeCommand('editor.action.commentLine')
  assert.strictEqual(document.getText(), '# @CONTROL rid=COMMENT-1\n')
})

const rangeOf = (document: vscode.TextDocument, text: string): vscode.Range => {
  const start = positionOf(document, text)
  return new vscode.Range(start, start.translate(0, text.length))
}
