import { assert } from 'chai'
import * as vscode from 'vscode'
import { positionOf, problemsWhen, show, until, write } from './editor.ts'
import { test } from './harness.ts'

test('one goes to a record in another file, and renames it in both; the problems stay at none', async () => {
  const target = await write('renamed-target.compliance.rec', '@CONTROL rid=REN-1 | title="Access"\n')
  const { document } = await show('renamed-source.compliance.rec', '@FINDING rid=REN-F | control_ref="REN-1"\n')
  await vscode.workspace.openTextDocument(target)
  await problemsWhen(document.uri, problems => problems.length === 0)
  const reference = positionOf(document, 'REN-1').translate(0, 2)

  const places = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    document.uri,
    reference,
  )
  const [place] = places
  assert.ok(place)
  assert.strictEqual(('targetUri' in place ? place.targetUri : place.uri).toString(), target.toString())

  const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
    'vscode.executeDocumentRenameProvider',
    document.uri,
    reference,
    'REN-2',
  )
  assert.ok(await vscode.workspace.applyEdit(edit))
  const other = await vscode.workspace.openTextDocument(target)
  assert.strictEqual(document.getText(), '@FINDING rid=REN-F | control_ref="REN-2"\n')
  assert.strictEqual(other.getText(), '@CONTROL rid=REN-2 | title="Access"\n')
  await problemsWhen(document.uri, problems => problems.length === 0)
  await problemsWhen(target, problems => problems.length === 0)
})

test('the formatter brings a file into canonical notation', async () => {
  const { document } = await show(
    'format.compliance.rec',
    '  @CONTROL   rid="FMT-1"|title = "x"  |maturity=3\n\n\n\n# c\n',
  )
  const options = { tabSize: 2, insertSpaces: true }
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
    'vscode.executeFormatDocumentProvider',
    document.uri,
    options,
  )
  const change = new vscode.WorkspaceEdit()
  change.set(document.uri, edits)
  await vscode.workspace.applyEdit(change)
  assert.strictEqual(document.getText(), '@CONTROL rid=FMT-1 | title="x" | maturity:int=3\n\n\n# c\n')
})

test('outline, folding, symbols of the workspace, lenses and hints are there', async () => {
  const { document } = await show('shop-platform.infrastructure.rec')
  const ask = <Answer>(command: string, ...args: unknown[]): Thenable<Answer> =>
    vscode.commands.executeCommand<Answer>(command, ...args)
  const all = new vscode.Range(0, 0, document.lineCount, 0)
  assert.ok((await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri)).length > 0)
  assert.ok((await ask<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri)).length > 0)
  assert.ok(
    (await ask<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'CTL-0001')).some(({ name }) =>
      name.startsWith('CONTROL CTL-0001'),
    ),
  )
  const configuration = vscode.workspace.getConfiguration('recline')
  await configuration.update('codeLens.references', true, vscode.ConfigurationTarget.Workspace)
  const isShown = async (): Promise<boolean> =>
    (await ask<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 3)).some(({ command }) =>
      /^referenced by \d+$/.test(command?.title ?? ''),
    )
  // The server learns of the setting some messages later.
  for (let attempts = 100; attempts > 0 && !(await isShown()); ) attempts--
  assert.ok(await isShown())
  await configuration.update('codeLens.references', undefined, vscode.ConfigurationTarget.Workspace)
  assert.ok((await ask<vscode.InlayHint[]>('vscode.executeInlayHintProvider', document.uri, all)).length > 0)
  assert.ok((await ask<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri)).data.length > 0)
})

test('a change of a descriptor, unsaved, changes the problems of an open file at once', async () => {
  const descriptor = (greatest: number): string =>
    JSON.stringify(
      {
        domain: 'acme.fleet',
        version: '1.0',
        description: 'Vehicles.',
        records: [
          {
            tag: 'VEHICLE',
            description: 'A vehicle.',
            fields: [{ name: 'seats', type: 'int', range: [1, greatest], example: '4', description: 'Seats.' }],
          },
        ],
      },
      undefined,
      2,
    )
  const { document } = await show('trips.acme.fleet.rec', '@VEHICLE seats:int=12\n')
  await problemsWhen(document.uri, problems => problems.some(problem => problem.startsWith('unknown-tag')))
  const editor = await show('acme.domain.json', descriptor(9))
  await problemsWhen(document.uri, problems => problems.length === 1 && problems[0]!.startsWith('out-of-range'))
  await editor.edit(edit => edit.replace(new vscode.Range(0, 0, editor.document.lineCount, 0), descriptor(20)))
  assert.ok(editor.document.isDirty)
  await problemsWhen(document.uri, problems => problems.length === 0)
  await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '?'))
  await until(
    () => vscode.languages.getDiagnostics(editor.document.uri).length > 0,
    vscode.languages.onDidChangeDiagnostics,
    () => 'the descriptor has no problem',
  )
  assert.strictEqual(vscode.languages.getDiagnostics(document.uri).length, 0)
  await vscode.commands.executeCommand('workbench.action.files.revert')
})
