// Blocks of a report in the preview of Markdown: filled from the records, and again after a change. A query is written
// into the page, and what a search has found is copied as one.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { openFile, runCommand } from './page.mjs'
import { until } from './table/view.mjs'
import { complaintsOf, frameOf, themes } from './webview.mjs'

const hostile = '<img src=x onerror="document.title=`taken`">'
const records = `@DOC domain=core.compliance
@CONTROL rid=CTL-P1 | title=${JSON.stringify(hostile)} | status="tested"
@CONTROL rid=CTL-P2 | title="Access" | status="draft"
@FINDING rid=FND-P1 | control_ref="CTL-P1" | severity="high" | status="open" | remediation_due:ts=2020-05-31
`
const block = (/** @type {string} */ lines) => `\`\`\`recline\n${lines}\n\`\`\`\n\n`
const own = 'rid.startsWith("CTL-P")'
const report = `# Report

There are {count CONTROL where ${own}} controls.

${block(`tag CONTROL\nwhere ${own}\nselect rid, title\nsort rid\ntitle Controls`)}${block(
  `tag CONTROL\nwhere ${own}\ncount-by status\nshow bar\ntitle States`,
)}${block('tag FINDING\nwhere rid == "FND-P1"\nshow timeline')}${block(
  'tag FINDING\nwhere rid == "FND-P1"\nshow graph',
)}${block('tag CONTROLS')}`

/** @type {import('./flow.mjs').Flow} */
export const reportPreview = {
  name: 'blocks of a report in the preview',
  files: { 'preview.rec': records, 'report.md': report },
  run: async ({ page, folder, remote, pictures }) => {
    const complaints = complaintsOf(page)
    const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
    const openPreview = async () => {
      await openFile(page, 'report.md')
      await runCommand(page, 'Markdown: Open Preview')
      await view.getByText('There are 2 controls.').waitFor()
    }
    await openPreview()
    const table = view.locator('.report-block table').first()
    await table.getByRole('link', { name: 'CTL-P1' }).waitFor()
    await table.getByText(hostile.slice(0, 20)).waitFor()
    await view.getByRole('img', { name: 'States; the table below has its numbers' }).waitFor()
    await view.getByText('There is no tag CONTROLS').waitFor()
    assert.equal(await view.locator('.report-block').locator('img, script').count(), 0)
    assert.notEqual(await (await frameOf(page)).title(), 'taken')
    for (const [theme, name] of themes) {
      // A preview that is open is made again a moment after another theme was chosen.
      await remote.command('workbench.action.closeAllEditors')
      await remote.settings({ 'workbench.colorTheme': theme })
      await openPreview()
      await view.locator(`body[data-vscode-theme-kind="vscode-${name}"]`).waitFor()
      await expectNoViolations(await frameOf(page), `The preview in ${theme}`, '.report-block')
      await page.screenshot({ path: join(pictures, `preview-${name}.png`) })
    }

    writeFileSync(join(folder, 'preview.rec'), `${records}@CONTROL rid=CTL-P3 | title="Backups" | status="draft"\n`)
    await view.getByText('There are 3 controls.').waitFor()
    await table.getByRole('link', { name: 'CTL-P3' }).click()
    await page.locator('.statusbar-item', { hasText: 'Ln 5, Col 1' }).waitFor()
    await remote.command('workbench.action.closeAllEditors')

    await openFile(page, 'report.md')
    await remote.setCursor(report.length)
    await runCommand(page, 'Recline: Insert Query…')
    const input = page.locator('.quick-input-widget .quick-input-filter input:focus')
    await input.fill('FINDING')
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'core.compliance' }).first().click()
    await page.locator('.quick-input-widget', { hasText: 'Query of FINDING' }).waitFor()
    await input.fill('severity == "high"')
    await page.keyboard.press('Enter')
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Due Days' }).first().click()
    await page.locator('.tab.dirty', { hasText: 'report.md' }).waitFor()
    const written = (await remote.read()).replace('¦', '')
    const query = block('tag core.compliance.FINDING\nwhere severity == "high"\nshow timeline').trimEnd()
    assert.ok(written.trimEnd().endsWith(query), written.slice(-200))
    const copied = await copiedSearch(page, view)
    for (const line of ['```recline', 'tag core.compliance.FINDING', 'where rid == "FND-P1"', '```'])
      assert.ok(copied.split('\n').includes(line), copied)
    assert.deepEqual(complaints, [], 'The preview did something that its policy forbids.')
  },
}

/**
 * Finds a record, and copies the table of it as a block.
 *
 * @param {import('./page.mjs').Page} page
 * @param {import('playwright-core').FrameLocator} view
 */
async function copiedSearch(page, view) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await runCommand(page, 'Recline: Find Records')
  await page.getByText('Find Records: Choose Their Tag').waitFor()
  await page.keyboard.type('finding')
  await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'FINDING' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('rid == "FND-P1"')
  await view.getByText('FND-P1').first().waitFor()
  // The list of suggestions is above the button.
  await page.keyboard.press('Enter')
  await view.getByRole('button', { name: 'More', exact: true }).click()
  await view.getByLabel('Export or print').selectOption('block')
  await until(
    async () => (await copied()) !== '',
    () => 'nothing was copied',
  )
  return (await copied()).trim()
}
