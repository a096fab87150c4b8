// Descriptors that change, in a real VS Code: what a change breaks, records that migrate, and a domain from elsewhere.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { askForActions, openFile, remoteIn, runCommand } from './page.mjs'
import { frameOf } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

/**
 * A descriptor with one tag.
 *
 * @param {string} domain
 * @param {string} version
 * @param {string[]} fields
 */
const descriptor = (domain, version, ...fields) => `{
  "domain": "${domain}",
  "version": "${version}",
  "description": "Vehicles of the fleet.",
  "owner": { "name": "Fleet team" },
  "records": [
    {
      "tag": "${domain === 'acme.fleet' ? 'TRIP' : 'DEPOT'}",
      "description": "One journey.",
      "fields": [
        ${['{ "name": "rid", "type": "string", "required": true, "example": "T-1" }', ...fields].join(',\n        ')}
      ]
    }
  ]
}
`
const hours = '{ "name": "duration", "type": "float", "unit": "h", "example": "1.5" }'
const minutes = '{ "name": "duration", "type": "float", "unit": "min", "example": "90" }'
const status = '{ "name": "status", "type": "string", "enum": ["planned", "done", "lost"], "example": "done" }'
const narrower = '{ "name": "status", "type": "string", "enum": ["planned", "done"], "example": "done" }'
const before = descriptor('acme.fleet', '1.0', hours, status)
const after = descriptor('acme.fleet', '2.0', minutes, narrower)
const records =
  '@DOC domain=acme.fleet@1.0\n@TRIP rid=T-1 | duration:float=1.5 | status="done"\n@TRIP rid=T-2 | duration:float=2 | status="lost"\n'

const files = {
  'fleet.domain.json': before,
  'trips.rec': records,
  'recline.json': '{}\n',
  'depots.rec': '@DOC domain=acme.depot\n@DEPOT rid=D-1\n',
  // Of a folder that is made with one in it, VS Code can miss the one in it, and all that changes there.
  '.recline/.keep': '',
}

/** @type {import('./flow.mjs').Flow} */
export const registry = {
  name: 'descriptors that change',
  files,
  run: async ({ page, folder, pictures }) => {
    const shown = (/** @type {string} */ name) => page.screenshot({ path: join(pictures, `${name}.png`) })
    await followChanges(page, folder, shown)
    await migrate(page, folder, shown)
    await updateDomain(page, folder, shown)
  },
}

/**
 * The changes since the last commit, with the records that they break.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {(name: string) => Promise<unknown>} shown
 */
async function followChanges(page, folder, shown) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com', ...args], { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'Version 1.0')
  writeFileSync(join(folder, 'fleet.domain.json'), after)
  await openFile(page, 'fleet.domain.json')
  await runCommand(page, 'View: Toggle Problems')
  await page
    .getByPlaceholder(/^Filter .*text/)
    .last()
    .fill('since the last commit')
  const problems = page.locator('.markers-panel')
  await problems
    .getByText(
      /Since the last commit: TRIP\.status does not allow "lost" any more; it breaks 1 of \d+ records, the first one in trips\.rec:3\./,
    )
    .waitFor()
  await problems
    .getByText(/The unit of TRIP\.duration is min; it was h; it may break records, and it breaks readers\./)
    .waitFor()
  await shown('changes')
}

/**
 * The quick fix on a change.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {(name: string) => Promise<unknown>} shown
 */
async function migrate(page, folder, shown) {
  await runCommand(page, 'View: Toggle Problems')
  await page.locator('.editor-instance .view-line', { hasText: '"duration"' }).getByText('"duration"').click()
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Migrate Records to acme.fleet 2.0…' })
  await askForActions(page, fix)
  await shown('quick-fix')
  await fix.click()
  await page.locator('.tab.active', { hasText: 'Migrate Records to acme.fleet 2.0' }).waitFor()
  const frame = await frameOf(page)
  await frame.getByText('1 problem of the new version cannot be solved without you:').waitFor()
  await frame.getByText('120', { exact: true }).waitFor()
  await shown('migration')
  await frame
    .getByRole('button', { name: /Apply|Change|Write/ })
    .first()
    .click()
  await page.getByText(/changed 3 records in 1 file/).waitFor()
  assert.equal(
    readFileSync(join(folder, 'trips.rec'), 'utf8'),
    records.replace('@1.0', '@2.0').replace('=1.5', '=90').replace('=2 ', '=120 '),
  )
}

/**
 * A domain from a registry, that has a newer version.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {(name: string) => Promise<unknown>} shown
 */
async function updateDomain(page, folder, shown) {
  const recline = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'descriptors', ...args], { cwd: folder })
  const source = join(folder, '../depot')
  const publish = (/** @type {string} */ version, /** @type {string[]} */ ...fields) => {
    mkdirSync(source, { recursive: true })
    writeFileSync(join(source, 'depot.domain.json'), descriptor('acme.depot', version, ...fields))
    recline('publish', '../registry', '../depot')
  }
  publish('1.0')
  recline('add', 'acme.depot', '--from', '../registry')
  publish('1.1', '{ "name": "city", "type": "string", "example": "Kiel" }')
  await openFile(page, 'recline.json')
  await runCommand(page, 'Recline: Show Domains')
  // A domain that comes above the first one is out of sight: the list stays where it is.
  await remoteIn(page).idle()
  await page.keyboard.press('Home')
  const view = page.locator('.pane', { has: page.locator('.pane-header', { hasText: 'Domains' }) })
  await view.getByText(/^1\.0 locked · /).waitFor()
  await page.locator('.editor-instance .view-line', { hasText: 'acme.depot' }).getByText('"acme.depot"').click()
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Update acme.depot' })
  await askForActions(page, fix)
  await shown('update')
  await fix.click()
  await page.getByText('Updated acme.depot from 1.0 to 1.1.').first().waitFor()
  await view.getByText(/^1\.1 locked · /).waitFor()
  await shown('updated')
  await repair(page, view, join(folder, '.recline/descriptors/acme.depot.domain.json'), shown)
}

/**
 * A descriptor from elsewhere that somebody changed, and the same quick fix.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} view the Domains view
 * @param {string} file
 * @param {(name: string) => Promise<unknown>} shown
 */
async function repair(page, view, file, shown) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('Vehicles', 'Cars'))
  await view.getByText(/^not as 1\.1 in recline\.lock/).waitFor()
  const filter = page.getByPlaceholder(/^Filter .*text/).last()
  await filter.fill('recline.lock')
  const problems = page.locator('.markers-panel')
  await problems.getByText(/is not the file that recline\.lock names: it was changed/).waitFor()
  await shown('changed')
  await page.locator('.editor-instance .view-line', { hasText: 'acme.depot' }).getByText('"acme.depot"').click()
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Update acme.depot' })
  await askForActions(page, fix)
  await fix.click()
  await view.getByText(/^1\.1 locked · /).waitFor()
  assert.equal(readFileSync(file, 'utf8'), text)
}
