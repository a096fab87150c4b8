import { assert } from 'chai'
import * as vscode from 'vscode'
import { folder, problemsWhen, show, write } from './editor.ts'
import { test } from './harness.ts'

test('a reference to a record of another file is right, and wrong once that record is gone', async () => {
  const target = await write('target.compliance.rec', '@CONTROL rid=E2E-1\n')
  const { document } = await show('source.compliance.rec', '@FINDING rid=E2E-F | control_ref="E2E-1"\n')
  const deleteAndWrite = async (): Promise<void> => {
    await vscode.workspace.fs.delete(target)
    await problemsWhen(document.uri, problems => problems.length === 1 && problems[0]!.startsWith('dangling-reference'))
    await write('target.compliance.rec', '@CONTROL rid=E2E-1\n')
    await problemsWhen(document.uri, problems => problems.length === 0)
  }
  await deleteAndWrite()
  // VS Code keeps a document that no tab shows for minutes.
  await vscode.workspace.openTextDocument(target)
  await deleteAndWrite()
})

test('unsaved text counts: typing the missing record in another editor clears the problem', async () => {
  const { document } = await show('open.compliance.rec', '@FINDING rid=E2E-G | control_ref="E2E-2"\n')
  await problemsWhen(document.uri, problems => problems.length === 1)
  const editor = await show('typed.compliance.rec', '$0\n')
  await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '@CONTROL rid=E2E-2'))
  await problemsWhen(document.uri, problems => problems.length === 0)
})

test('a severity can be changed and switched off', async () => {
  const { document } = await show('severity.compliance.rec', '@CONTROL rid="C-77"\n')
  const configuration = vscode.workspace.getConfiguration('recline', document.uri)
  await problemsWhen(document.uri, problems => problems.length === 1)
  assert.strictEqual(vscode.languages.getDiagnostics(document.uri)[0]!.severity, vscode.DiagnosticSeverity.Information)
  await configuration.update('severity', { notation: 'off' }, vscode.ConfigurationTarget.Workspace)
  await problemsWhen(document.uri, problems => problems.length === 0)
  await configuration.update('severity', undefined, vscode.ConfigurationTarget.Workspace)
  await problemsWhen(document.uri, problems => problems.length === 1)
})

test('a setting gives files their domain', async () => {
  const { document } = await show('given.rec', '@CLAUSE rid=1\n@CONTROL rid=2\n')
  const configuration = vscode.workspace.getConfiguration('recline', document.uri)
  await problemsWhen(document.uri, problems => problems.length === 0)
  await configuration.update('domains', { 'given.rec': 'core.legal' }, vscode.ConfigurationTarget.Workspace)
  await problemsWhen(document.uri, problems => problems.length === 1 && problems[0]!.startsWith('unknown-tag: CONTROL'))
  await configuration.update('domains', undefined, vscode.ConfigurationTarget.Workspace)
  await problemsWhen(document.uri, problems => problems.length === 0)
})

test('after a restart of the server everything is as before', async () => {
  const { document } = await show('restart.compliance.rec', '@CONTROL maturity:int=9\n')
  await problemsWhen(document.uri, problems => problems.length === 2)
  await vscode.commands.executeCommand('recline.restartServer')
  await problemsWhen(document.uri, problems => problems.length === 2)
  assert.ok(folder())
})
