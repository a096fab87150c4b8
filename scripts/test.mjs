// npm test: what a change can break, in some minutes. npm run test:all runs everything.
// The last line is "N passed, N failed".
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { editorFitsThisMachine, installEditorAndBrowser } from './editor/install.mjs'
import { checkPackages } from './packages.mjs'
import { endWithParent, installDependencies } from './project.mjs'
import { checkAndBuild, none, results, runCounted, runVitest, Stages } from './stages.mjs'

endWithParent()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const stages = new Stages()
const vsix = join(results, 'recline.vsix')

await stages.run('Dependencies', async () => {
  await installDependencies()
  return none
})
// It mostly waits for the registry.
const editor = editorFitsThisMachine ? installEditorAndBrowser().then(() => true, whyNot) : undefined
await checkAndBuild(stages)
await stages.run('Unit and protocol tests', () => runVitest(['unit', 'whole', 'growth', 'protocol'], {}, { retry: 1 }))
await stages.run('Packages', () => checkPackages(vsix))
if (await editor)
  await stages.run('VS Code: one window', () => runCounted('window', ['test/e2e/flows.mjs', '--short', '--vsix', vsix]))
else console.log('\nNot run here: the stage "VS Code: one window", which needs Linux on x64 and Debian.')
stages.end({ mayRepeat: true })

/** @param {unknown} error */
function whyNot(error) {
  console.log(`VS Code cannot be had here: ${error instanceof Error ? error.message : error}`)
  return false
}
