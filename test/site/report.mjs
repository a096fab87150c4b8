// A report with a block of every look in a real browser: whether all can use it, in light and in dark, and on paper.
//
//   node test/site/report.mjs    the report and pictures of it stay in the cache of the user

import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPage, startBrowser } from '../../scripts/editor/workbench.mjs'
import { editorCache, endWithParent, mustRun, root } from '../../scripts/project.mjs'
import { expectNoViolations } from '../accessibility.mjs'

const folder = join(editorCache, 'report')
const file = join(folder, 'report.html')

const blocks = [
  'tag FINDING\nselect rid, severity, control_ref\nsort rid\ntitle Findings',
  'tag FINDING\nshow number\ntitle findings',
  'tag FINDING\ncount-by severity\nshow bar\ntitle By severity',
  'tag CONTROL\ncount-by maturity\nshow line\ntitle By maturity',
  'tag FINDING\nshow timeline\ntitle Due',
  'tag FINDING\nshow graph\nlimit 12\ntitle References',
  'tag core.compliance.POLICY\ntitle None',
  'show problems\nlimit 5',
]

endWithParent()
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const template = join(folder, 'template.md')
  writeFileSync(template, `# Report\n\n${blocks.map(block => `\`\`\`recline\n${block}\n\`\`\`\n\n`).join('')}`)
  const records = 'samples/controls-2026.compliance.rec'
  const args = ['report', records, '--template', template, '--output', file, '--now', '2026-06-30']
  await mustRun(process.execPath, [join(root, 'dist/cli.js'), ...args])
  const page = await openPage(await startBrowser())
  /** @type {string[]} */
  const asked = []
  page.on('request', request => void asked.push(request.url()))
  await page.goto(pathToFileURL(file).href)
  assert.equal(await page.getByRole('img').count(), 4)
  for (const summary of await page.locator('summary').all()) await summary.click()
  for (const colorScheme of /** @type {const} */ (['light', 'dark']))
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expectNoViolations(page, `The report in ${colorScheme}, ${width} wide`)
      await page.screenshot({ path: join(folder, `${colorScheme}-${width}.png`), fullPage: true })
    }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.pdf({ path: join(folder, 'a4.pdf'), format: 'A4' })
  assert.deepEqual(asked, [pathToFileURL(file).href], 'The report asked for another file.')
  console.log(`  passed  a report in a browser; pictures of it are in ${folder}`)
  await page.context().browser()?.close()
} catch (error) {
  console.log(`  FAILED  ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
process.exit()
