// Runs the suite inside VS Code.
//
//   node test/e2e/run.mjs                     the extension from its folder, as npm run build has left it
//   node test/e2e/run.mjs recline-0.1.0.vsix  the packaged extension
//
// VS Code is made of packages and shown by a browser without a window; with RECLINE_VSCODE=desktop, and where there are
// no such packages, it is a desktop VS Code, which is downloaded.
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath, runTests } from '@vscode/test-electron'
import { join, resolve } from 'node:path'
import { editorFitsThisMachine } from '../../scripts/editor/install.mjs'
import { endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { copySamples } from './workspace.mjs'

const codeFromPackages = join(root, 'scripts/editor/code.mjs')

endWithParent()
const vsix = process.argv[2]
const { folder, samples } = copySamples()
const folders = [`--user-data-dir=${join(folder, 'data')}`, `--extensions-dir=${join(folder, 'extensions')}`]
try {
  await mustRun(process.execPath, [join(root, 'scripts/build.mjs'), '--tests'])
  const desktop = process.env.RECLINE_VSCODE === 'desktop' || !editorFitsThisMachine
  const code = desktop ? await downloadAndUnzipVSCode() : codeFromPackages
  if (vsix) {
    const cli = desktop ? resolveCliPathFromVSCodeExecutablePath(code) : code
    await mustRun(cli, [...folders, '--install-extension', resolve(vsix)])
  }
  await runTests({
    vscodeExecutablePath: code,
    extensionDevelopmentPath: vsix ? join(root, 'test/e2e/vsix-host') : root,
    extensionTestsPath: join(root, 'dist/test/e2e.js'),
    launchArgs: [samples, ...folders],
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
