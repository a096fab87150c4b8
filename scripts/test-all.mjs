// npm run test:all: every test, with all values and real processes. The last line is "N passed, N failed".
//
// It runs for about half an hour. What passes only when it is repeated counts as a failure: there is a race.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installAgentClients } from './agent-clients.mjs'
import { installFirefox } from './editor/firefox.mjs'
import { installEditorAndBrowser } from './editor/install.mjs'
import { installTextEditors } from './editor/text-editors.mjs'
import { installHosts } from './hosts.mjs'
import { installOffice } from './office.mjs'
import { checkPackages } from './packages.mjs'
import { endWithParent, installDependencies } from './project.mjs'
import { checkAndBuild, none, results, runCounted, runScript, runVitest, Stages } from './stages.mjs'

endWithParent()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const stages = new Stages()
const vsix = join(results, 'recline.vsix')
const all = { RECLINE_ALL_VALUES: 'yes' }

await stages.run('Dependencies', async () => {
  await installDependencies()
  return none
})
await checkAndBuild(stages)
await stages.run('Tests with all values', () => runVitest(['unit', 'whole', 'growth', 'long'], all))
// Each protocol test runs in processes. Those that try values run also here, as all values in processes take hours.
await stages.run('Protocol tests with all values', () => runVitest(['protocol'], all, { files: withValues() }))
await stages.run('Protocol tests in processes', () => runVitest(['protocol'], { RECLINE_SPAWN: 'yes' }))
await stages.run('Other editors', async () => {
  await installTextEditors()
  return runVitest(['editors'], all)
})
await stages.run('Clients of the server for agents', async () => {
  await installAgentClients()
  return runVitest(['agents'], all)
})
await stages.run('Completions in bash, zsh and fish', () => runScript(['test/shells/completions.mjs']))
await stages.run('Questions on a terminal', () => runScript(['test/shells/init.mjs']))
await stages.run('On two hosts: GNU parallel and DuckDB', async () => {
  await installHosts()
  return runScript(['test/scale/hosts.mjs'])
})
await stages.run('Workbooks in LibreOffice', async () => {
  await installOffice()
  return runScript(['test/office/libreoffice.mjs'])
})
// Alone, too: it measures.
await stages.run('Fence of speed', () => runScript(['bench/run.mjs', '--fence']))
await stages.run('Packages', () => checkPackages(vsix))
const isReady = await stages.run('VS Code and browsers', async () => {
  await installEditorAndBrowser()
  await installFirefox()
  return none
})
if (isReady) {
  // Alone: beside work that takes all processors, a window shows nothing for seconds, which no user of it would see.
  await stages.run('VS Code: all flows', () => runCounted('flows', ['test/e2e/flows.mjs', '--vsix', vsix]))
  await stages.sideBySide([
    { title: 'Installation with npm', work: () => runVitest(['install'], all, { isQuiet: true }) },
    { title: 'Reference site in Chromium', work: () => runScript(['test/site/browser.mjs']) },
    { title: 'Reports in Chromium', work: () => runScript(['test/site/report.mjs']) },
    { title: 'Site of records in Chromium', work: () => runScript(['test/site/records.mjs']) },
    { title: 'Documentation as a site in Chromium', work: () => runScript(['test/site/website.mjs']) },
    { title: 'Library in Chromium', work: () => runScript(['test/site/library.mjs']) },
    { title: 'Playground in Chromium and Firefox', work: () => runScript(['test/site/playground.mjs']) },
  ])
  // It builds Recline, which the other stages run.
  await stages.run('npm start', () => runScript(['test/e2e/start.mjs']))
}
stages.end({ mayRepeat: false })

/** The protocol tests that try values of properties, all of them or some. @returns {string[]} their files */
function withValues() {
  const folder = 'test/protocol'
  const files = readdirSync(folder).map(name => `${folder}/${name}`)
  return files.filter(
    file => file.endsWith('.test.ts') && /from '(fast-check|.*property-values\.ts)'/u.test(readFileSync(file, 'utf8')),
  )
}
