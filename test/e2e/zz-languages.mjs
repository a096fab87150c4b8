import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installEditor } from '../../scripts/editor/install.mjs'
import { startServer } from '../../scripts/editor/server.mjs'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { endWithParent, root } from '../../scripts/project.mjs'
import { fillFolder, temporaryFolder } from './folder.mjs'
import { knowRemote, openFile, workbenchReady } from './page.mjs'
import { waitForWindows } from './remote.mjs'

endWithParent()
const records = `# Access and backups
@CONTROL rid=CTL-0101 | title="Backups are restored" | status="tested" | maturity:int=4
@CONTROL rid=CTL-0102 | title="Suppliers are rated" | status="implemented" | maturity:int=9
@CONTROL rid=CTL-0103 | title="Access is reviewed" | status="ineffective" | maturity:int=1

@FINDING rid=FND-1 | control_ref="CTL-0101" | severity="high" | remediation_due:ts=2026-03-31 | status="open"
@FINDING rid=FND-2 | control_ref="CTL-0103" | severity="critical" | remediation_due:ts=2027-09-30 | status="open"
@FINDING rid=FND-3 | control_ref="CTL-0999" | severity="medium" | status="opn"
what is this
`
await installEditor()
const folder = temporaryFolder()
const folders = { dataFolder: join(folder, 'data'), extensionsFolder: join(folder, 'extensions') }
const { address, windowOf } = await waitForWindows()
cpSync(join(root, 'test/e2e/remote'), join(folders.extensionsFolder, 'remote'), { recursive: true })
const server = await startServer({
  ...folders,
  settings: { 'remote.address': address, 'workbench.quickOpen.closeOnFocusLost': false },
  args: ['--enable-smoke-test-driver'],
})
const browser = await startBrowser()
for (const language of process.argv.slice(2)) {
  const page = await openPage(browser, {})
  await page.context().addInitScript(l => {
    Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { value: l, writable: true, configurable: true })
  }, language)
  const samples = join(folder, `window-${language}`, 'samples')
  fillFolder(samples, {
    'audit.compliance.rec': records,
    'team.hr.rec': '@EMPLOYEE rid=E-0 | role="first"\n',
    'people.csv': 'RID;Start Date;FTE;Job;Shoe size\nE-1;05.06.2026;0,8;Baker;43\nE-2;30.06.2026;1;Cook;\n',
  })
  const remote = windowOf(samples)
  await page.goto(
    server.address(samples, [
      ['extensionDevelopmentPath', server.uri(root)],
      ['skipWelcome', 'true'],
    ]),
  )
  knowRemote(page, remote)
  await workbenchReady(page)
  const shot = async name => {
    await page.screenshot({ path: `/tmp/hLw/${language}-${name}.png` })
    console.log(language, name)
  }
  const go = async (name, ...args) => {
    await remote.command(name, ...args)
    await page.locator('iframe.webview').last().waitFor()
    await remote.idle()
    await page.waitForTimeout(2500)
  }
  await openFile(page, 'audit.compliance.rec')
  await go('recline.openAsTable')
  await shot('table')
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view
    .locator('.toolbar .tools button')
    .first()
    .click()
    .catch(() => undefined)
  await page.waitForTimeout(500)
  await shot('table-filters')
  await go('recline.showOverview')
  await shot('overview')
  await openFile(page, 'team.hr.rec')
  void remote.command('recline.import')
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'people.csv' }).first().click()
  await page.waitForTimeout(3000)
  await shot('import')
  await page.close()
}
process.exit()
