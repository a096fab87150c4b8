// Runs the suite inside a desktop VS Code, which is downloaded: for machines for which there is no VS Code in packages.
// It builds Recline first.
//
//   node test/e2e/run.mjs                     the extension from its folder
//   node test/e2e/run.mjs recline-0.2.0.vsix  the packaged extension
import { join, resolve } from 'node:path'
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath, runTests } from '@vscode/test-electron'
import { endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { fillFolder, temporaryFolder } from './folder.mjs'

endWithParent()
const [vsix] = process.argv.slice(2)
const folder = temporaryFolder()
const samples = join(folder, 'samples')
fillFolder(samples)
const folders = [`--user-data-dir=${join(folder, 'data')}`, `--extensions-dir=${join(folder, 'extensions')}`]
try {
  await mustRun(process.execPath, [join(root, 'scripts/build.mjs'), '--tests'])
  const code = await downloadAndUnzipVSCode()
  if (vsix)
    await mustRun(resolveCliPathFromVSCodeExecutablePath(code), [...folders, '--install-extension', resolve(vsix)])
  await runTests({
    vscodeExecutablePath: code,
    extensionDevelopmentPath: vsix ? join(root, 'test/e2e/remote') : root,
    extensionTestsPath: join(root, 'dist/test/e2e.js'),
    launchArgs: [samples, ...folders],
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
