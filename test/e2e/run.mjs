// Runs the suite inside VS Code.
//
//   node test/e2e/run.mjs                     the extension from its folder, as npm run build has left it
//   node test/e2e/run.mjs recline-0.2.0.vsix  the packaged extension
//   node test/e2e/run.mjs --web               the extension in the browser itself, with the server as a web worker
//
// It builds Recline first, without --built.
//
// VS Code is made of packages and shown by a browser without a window; with RECLINE_VSCODE=desktop, and where there are
// no such packages, it is a desktop VS Code, which is downloaded.

import { copyFileSync, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { downloadAndUnzipVSCode, resolveCliPathFromVSCodeExecutablePath, runTests } from '@vscode/test-electron'
import { editorFitsThisMachine } from '../../scripts/editor/install.mjs'
import { endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { copyForWeb, copySamples } from './workspace.mjs'

const codeFromPackages = join(root, 'scripts/editor/code.mjs')

endWithParent()
const {
  values: { web, built },
  positionals: [vsix],
} = parseArgs({ options: { web: { type: 'boolean' }, built: { type: 'boolean' } }, allowPositionals: true })
const { folder, samples } = copySamples()
const folders = [`--user-data-dir=${join(folder, 'data')}`, `--extensions-dir=${join(folder, 'extensions')}`]
try {
  if (!built) await mustRun(process.execPath, [join(root, 'scripts/build.mjs'), '--tests'])
  const desktop = process.env.RECLINE_VSCODE === 'desktop' || !editorFitsThisMachine
  const code = desktop ? await downloadAndUnzipVSCode() : codeFromPackages
  if (vsix) {
    const cli = desktop ? resolveCliPathFromVSCodeExecutablePath(code) : code
    await mustRun(cli, [...folders, '--install-extension', resolve(vsix)])
  }
  const extension = web ? copyForWeb(folder) : root
  await runTests({
    vscodeExecutablePath: code,
    extensionDevelopmentPath: vsix ? join(root, 'test/e2e/vsix-host') : extension,
    // The tests run where the extension runs that they lie in.
    extensionTestsPath: join(extension, 'dist/test/e2e.js'),
    launchArgs: [samples, ...folders, ...(web ? ['--extensionDevelopmentKind=web'] : [])],
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
const results = join(samples, 'results.json')
if (process.env.RECLINE_TEST_RESULTS && existsSync(results)) copyFileSync(results, process.env.RECLINE_TEST_RESULTS)
