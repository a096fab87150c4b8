import { assert } from 'chai'
import * as vscode from 'vscode'
import { show, until } from './editor.ts'
import { test } from './harness.ts'

const control = { path: 'core.compliance.CONTROL' }

test('the Domains view is in the Explorer', async () => {
  await show('view.compliance.rec', '')
  await vscode.commands.executeCommand('recline.domains.focus')
})

test('Insert Record writes a record with the next free id below the one at the cursor, as one step to undo', async () => {
  const before = '@CONTROL rid=VIEW-1$0\r\n  | title="x"\r\n@FINDING rid=VIEW-F | control_ref="VIEW-1"\r\n'
  const { document } = await show('insert.compliance.rec', before)
  await vscode.commands.executeCommand('recline.insertRecord', control)
  const lines = document.getText().split('\r\n')
  assert.match(lines[2]!, /^@CONTROL rid=\S+\d \| framework="" \| title=""/)
  assert.deepEqual(lines.toSpliced(2, 1), before.replace('$0', '').split('\r\n'))
  await vscode.commands.executeCommand('undo')
  assert.strictEqual(document.getText(), before.replace('$0', ''))
})

test('Insert Record on an empty line writes the record there', async () => {
  const { document } = await show('insert-here.compliance.rec', '@CONTROL rid=VIEW-1\n$0')
  await vscode.commands.executeCommand('recline.insertRecord', control)
  assert.match(document.getText(), /^@CONTROL rid=VIEW-1\n@CONTROL rid=\S+\d \| framework=""/)
})

test('Find Records of a tag in the Domains view shows its records, without a question', async () => {
  await vscode.workspace.saveAll()
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
  await vscode.commands.executeCommand('recline.findRecords', control)
  await until(
    () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Find CONTROL',
    vscode.window.tabGroups.onDidChangeTabs,
    () => 'no records are shown',
  )
  await vscode.commands.executeCommand('workbench.action.closeAllEditors')
})
