import { assert } from 'chai'
import * as vscode from 'vscode'
import { codeOf, folder, problemsWhen, show } from './editor.ts'
import { test } from './harness.ts'

test('the samples of all eleven domains have no problem', async () => {
  const names = (await vscode.workspace.fs.readDirectory(folder()))
    .map(([name]) => name)
    .filter(name => /\.\w+\.rec$/.test(name))
  assert.strictEqual(names.length, 11)
  // The file with every problem is opened last: once it has its problems, the others have been checked.
  for (const name of names) await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), name))
  const { document } = await show('every-problem.rec')
  await problemsWhen(document.uri, problems => problems.length > 20)
  for (const name of names) {
    assert.deepEqual(
      vscode.languages.getDiagnostics(vscode.Uri.joinPath(folder(), name)).map(({ message }) => message),
      [],
      name,
    )
  }
})

test('every-problem.rec shows every code of the settings once, each with a link to its explanation', async () => {
  const { document } = await show('every-problem.rec')
  await problemsWhen(document.uri, problems => problems.some(problem => problem.startsWith('dangling-reference')))
  const problems = vscode.languages.getDiagnostics(document.uri)
  const manifest = vscode.extensions.getExtension('recline.recline')!.packageJSON as Manifest
  const severities = manifest.contributes.configuration.flatMap(
    ({ properties }) => properties['recline.severity']?.properties ?? [],
  )
  // With a merge conflict, nothing could fix the file or format it. Only a comparison of versions finds `lifecycle`.
  // The built-in domains have nothing that is deprecated, and no formats and no files.
  const others = ['merge-conflict', 'lifecycle', 'deprecated', 'invalid-format', 'missing-file', 'changed-file']
  const codes = Object.keys(severities[0]!).filter(code => !others.includes(code))
  assert.deepEqual(problems.map(codeOf).sort(), codes.sort())
  for (const { code } of problems) {
    assert.ok(
      typeof code === 'object' && code.target.toString().includes('recline.explainCode'),
      'a problem has no link',
    )
  }
})

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: { readonly 'recline.severity'?: { readonly properties: object } } }[]
  }
}
