// A stranger's first steps in a real VS Code: follows each link of the walkthrough.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { paneOf, remoteIn, runCommand } from './page.mjs'
import { until } from './table/view.mjs'

/** @typedef {import('./page.mjs').Page} Page */

/** @type {{ id: string, description: string, media: { markdown: string } }[]} */
const steps = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).contributes.walkthroughs[0].steps

/** The texts of the manifest in English. @type {Record<string, string>} */
const texts = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8'))

/**
 * Where the links lead, by their commands with arguments. Each waits until it is there.
 *
 * @type {Record<string, (page: Page, folder: string) => Promise<void>>}
 */
const destinations = {
  'recline.newFile': saveNewFile,
  'recline.import': async page => {
    await page.locator('.quick-input-title', { hasText: 'Import Records into Which File?' }).waitFor()
    await page.keyboard.press('Escape')
  },
  'recline.newRecord': writeRecord,
  'recline.explainCode': page => previewOf(page, 'codes.md', 'Problem codes'),
  'recline.showDomains': page =>
    paneOf(page, 'Domains').locator('.monaco-list-row', { hasText: 'core.' }).first().waitFor(),
  'recline.openAsTable': async page => {
    await choose(page, 'controls-2026.compliance.rec')
    await frameWith(page, '[role=gridcell]', 'CTL-0')
  },
  'recline.openDocumentation?%22custom-domains%22': page => previewOf(page, 'custom-domains.md', 'Domains of your own'),
  'recline.openDocumentation?%22command-line%22': page => previewOf(page, 'command-line.md', 'The command line'),
}

/** @type {import('./flow.mjs').Flow} */
export const walkthrough = {
  name: 'the walkthrough',
  run: async ({ page, folder, pictures }) => {
    await page.setViewportSize({ width: 1600, height: 900 })
    const links = steps.flatMap(step => linksOf(step).map(link => ({ ...link, step: step.id })))
    for (const [index, { step, text, command, isInMedia }] of links.entries()) {
      const follow = destinations[command]
      assert.ok(follow, `The test does not know where ${command} leads.`)
      const link = await showLink(page, step, text, isInMedia)
      await link.click()
      await follow(page, folder)
      await page.screenshot({ path: join(pictures, `${index + 1}-${step}.png`) })
    }
  },
}

/**
 * The links of a step: those of its description are buttons, the others are in the text beside it.
 *
 * @param {typeof steps[number]} step
 */
function linksOf({ description, media }) {
  const linksIn = (/** @type {string} */ text, /** @type {boolean} */ isInMedia) =>
    [...text.matchAll(/(?<!!)\[([^\]]+)\]\((?:command:)?(?:toSide:)?([^)]+)\)/g)].map(
      ([, label = '', command = '']) => ({
        text: label.replace(/\s+/g, ' '),
        command,
        isInMedia,
      }),
    )
  return [
    ...linksIn(texts[description.replaceAll('%', '')] ?? '', false),
    ...linksIn(readFileSync(join(root, media.markdown), 'utf8'), true),
  ]
}

/**
 * Opens a step of the walkthrough. VS Code opens the next step by itself when it learns that one is done, so all that
 * was done before must be over.
 *
 * @param {Page} page
 * @param {string} id of the step
 * @param {string} text of the link
 * @param {boolean} isInMedia
 */
async function showLink(page, id, text, isInMedia) {
  await remoteIn(page).idle()
  const step = await openStep(page, id)
  if (isInMedia) return frameWith(page, 'a', text)
  const button = step.locator('.monaco-button', { hasText: text })
  await button.waitFor()
  return button
}

/**
 * @param {Page} page
 * @param {string} id
 */
async function openStep(page, id) {
  await runCommand(page, 'View: Close All Editor Groups')
  await page.locator('.tab').first().waitFor({ state: 'detached' })
  await runCommand(page, 'Welcome: Open Walkthrough')
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Get started with Recline' }).click()
  const step = page.locator(`.getting-started-step[data-step-id$="#${id}"]`)
  await step.waitFor()
  if ((await step.getAttribute('aria-expanded')) !== 'true') {
    // VS Code has opened a step itself. Its text would come over that of this one if it were there later.
    await frameWith(page, 'p, li', '')
    await step.click()
  }
  return step
}

/**
 * Waits for an element of a page in a frame.
 *
 * @param {Page} page
 * @param {string} selector
 * @param {string} text
 */
async function frameWith(page, selector, text) {
  /** @type {import('playwright-core').Locator | undefined} */
  let found
  await until(
    async () => {
      for (const frame of page.frames()) {
        found = frame.locator(selector, { hasText: text }).first()
        if (await found.isVisible().catch(() => false)) return true
      }
      return false
    },
    () => `there is no ${selector} with "${text}"`,
  )
  return /** @type {import('playwright-core').Locator} */ (found)
}

/**
 * @param {Page} page
 * @param {string} name of the file
 * @param {string} title
 */
async function previewOf(page, name, title) {
  await page.locator('.tab.active', { hasText: `Preview ${name}` }).waitFor()
  await frameWith(page, 'h1', title)
}

/**
 * Makes a file, which is saved with a name that fits its domain, without a dialog.
 *
 * @param {Page} page
 * @param {string} folder
 */
async function saveNewFile(page, folder) {
  await choose(page, 'core.compliance')
  await page.locator('.tab.active', { hasText: /^records\.compliance\.rec/ }).waitFor()
  await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: '@CONTROL' }).waitFor()
  await page.keyboard.type('@CON')
  await page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: '@CONTROL' }).waitFor()
  await page.keyboard.press('Tab')
  await save(page)
  const text = readFileSync(join(folder, 'records.compliance.rec'), 'utf8')
  // There is no id as long as the server reads the other files. The empty fields are gone.
  assert.match(text, /^@DOC domain=core\.compliance\n\n@CONTROL rid=\S*$/)
}

/**
 * Writes a record by its form. There is no editor, so it goes into a new file.
 *
 * @param {Page} page
 */
async function writeRecord(page) {
  await choose(page, 'CONTROL')
  const title = page.locator('.quick-input-title')
  await title.filter({ hasText: 'New CONTROL (1 of 1)' }).waitFor()
  await page.locator('.quick-input-widget input:focus').fill('CTL-7001')
  await page.keyboard.press('Enter')
  await title.filter({ hasText: 'add a field' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.editor-instance .view-line', { hasText: /^@CONTROL\srid=CTL-7001$/ }).waitFor()
  await save(page)
}

/**
 * Chooses an entry of a list.
 *
 * @param {Page} page
 * @param {string} text
 */
async function choose(page, text) {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first()
  await row.waitFor()
  await row.click()
}

/** @param {Page} page */
async function save(page) {
  await page.locator('.tab.dirty').waitFor()
  await page.keyboard.press('Control+S')
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' })
}
