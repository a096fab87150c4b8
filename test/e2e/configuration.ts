import { assert } from 'chai'
import * as vscode from 'vscode'
import { problemsWhen, show, write } from './editor.ts'
import { test } from './harness.ts'

const record = '@CONTROL rid="C-900" | color="red"\n'

/** The codes of a file's problems, once they are these. */
const has = async (uri: vscode.Uri, ...codes: string[]): Promise<void> =>
  void (await problemsWhen(uri, problems => problems.map(problem => problem.split(':')[0]).join() === codes.join()))

const formatted = async (uri: vscode.Uri): Promise<string> => {
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', uri, {
    tabSize: 2,
    insertSpaces: true,
  })
  return edits.map(({ newText }) => newText).join()
}

test('a recline.json counts where the user has set nothing, though VS Code has a default for everything', async () => {
  const { document } = await show('configured/a.compliance.rec', record)
  await has(document.uri, 'notation', 'unknown-field')
  await write('configured/recline.json', '{ "severity": { "notation": "off" }, "format": { "wrapColumn": 20 } }')
  await has(document.uri, 'unknown-field')
  assert.match(await formatted(document.uri), /\n/)
})

test('what the user sets goes before it, also where that is the default', async () => {
  const { document } = await show('configured/a.compliance.rec')
  const configuration = vscode.workspace.getConfiguration('recline')
  await configuration.update('format.wrapColumn', 0, vscode.ConfigurationTarget.Workspace)
  // Problems show that this one has come, and so the one before it.
  await configuration.update('severity', { notation: 'warning' }, vscode.ConfigurationTarget.Workspace)
  await has(document.uri, 'notation', 'unknown-field')
  assert.notMatch(await formatted(document.uri), /\n/)
  for (const name of ['format.wrapColumn', 'severity'])
    await configuration.update(name, undefined, vscode.ConfigurationTarget.Workspace)
  await has(document.uri, 'unknown-field')
})

test('it counts while it is edited, before it is saved, and a mistake in it is a problem with a fix', async () => {
  const { document } = await show('configured/a.compliance.rec')
  const editor = await show('configured/recline.json')
  const all = new vscode.Range(0, 0, 1, 0)
  await editor.edit(edit => edit.replace(all, '{ "severity": { "unknown-field": "off" } }'))
  await has(document.uri, 'notation')
  await editor.edit(edit => edit.replace(all, '{ "severity": { "notation": "of" } }'))
  await has(document.uri, 'notation', 'unknown-field')
  await problemsWhen(editor.document.uri, problems =>
    problems.includes(
      'config-schema: The severity of notation is "of"; it must be error, warning, information or off.',
    ),
  )
  const start = editor.document.positionAt(editor.document.getText().indexOf('"of"'))
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    editor.document.uri,
    new vscode.Range(start, start),
  )
  assert.ok(actions.some(({ title }) => title === 'Change to "off"'))
  await vscode.commands.executeCommand('workbench.action.files.revert')
  await has(document.uri, 'unknown-field')
})

test('descriptors that are open are followed when the configuration names more files', async () => {
  const descriptor = (name: string): string =>
    `{ "domain": "acme.${name}", "version": "1.0", "description": "D", "records": [] }`
  const texts = ['a', 'b'].map(name => [`named/${name}.domain.json`, descriptor(name)] as const)
  await write('named/recline.json', '{}')
  for (const [name, text] of texts) await show(name, text)
  const { document: other } = await show('named/more/c.json', '{ "domain": "acme.c", "version": 1 }')
  await write('named/recline.json', '{ "descriptors": ["**/*.domain.json", "more/*.json"] }')
  await problemsWhen(other.uri, problems => problems.length > 0)
  for (const [name, text] of texts) {
    const { document, edit } = await show(name)
    await edit(change => change.insert(document.positionAt(text.length - 1), ', "stete": "draft"'))
    await problemsWhen(document.uri, problems => problems.some(problem => problem.includes('"stete"')))
    await vscode.commands.executeCommand('workbench.action.files.revert')
  }
})

test('VS Code completes its keys from the schema', async () => {
  const editor = await show('configured/recline.json')
  await editor.edit(edit => edit.insert(new vscode.Position(0, 1), ' '))
  // The first answers can come before VS Code has read the schemas.
  for (let labels: string[] = []; !labels.includes('descriptors'); ) {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      editor.document.uri,
      new vscode.Position(0, 1),
    )
    labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label))
  }
  await vscode.commands.executeCommand('workbench.action.files.revert')
})

test('of a mistake one problem tells: VS Code of what is not JSON, Recline of all else', async () => {
  const editor = await show('configured/recline.json')
  const isOnly =
    (start: RegExp) =>
    (problems: string[]): boolean =>
      problems.length === 1 && start.test(problems[0]!)
  const replace = (text: string): Thenable<boolean> =>
    editor.edit(edit => edit.replace(new vscode.Range(0, 0, 1, 0), text))
  await replace('{ "severity": { "notation": "of" }')
  await problemsWhen(editor.document.uri, isOnly(/^(?!config-)/))
  await replace('{ "severity": { "notation": "of" } }')
  await problemsWhen(editor.document.uri, isOnly(/^config-schema: The severity of notation/))
  await vscode.commands.executeCommand('workbench.action.files.revert')
})
