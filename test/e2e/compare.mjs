// The comparison of two versions of a file, in a real VS Code with real keystrokes, in four themes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectNoViolations } from '../accessibility.mjs'
import { askForActions, openFile, runCommand } from './page.mjs'
import { chooseTheme, complaintsOf, frameOf, hasKeyboard, themes } from './webview.mjs'

/** @typedef {import('playwright-core').Page} Page */

const hostile = '<img src=x onerror=alert(1)>'
const before = [
  '@CONTROL rid=CTL-1 | title="Access review" | status="effective" | owner="Ann"',
  '@CONTROL rid=CTL-2 | title="Backups" | status="tested"',
  '@CONTROL rid=CTL-3 | title="Gone"',
  '@FINDING rid=FND-1 | description="The review of the accounts in March was late by two weeks." | status="open"',
  '',
].join('\n')
const after = [
  '@CONTROL rid=CTL-1 | title="Access review" | status="tested" | owner="Bob"',
  '@CONTROL rid=CTL-2 | title="Backups" | status="tested"',
  `@CONTROL rid=CTL-4 | title=${JSON.stringify(hostile)}`,
  '# Bob knows more.',
  '@FINDING rid=FND-1 | description="The review of all accounts in May was late by two weeks." | status="closed"',
  '',
].join('\n')

const files = { 'compared.compliance.rec': after, 'earlier.compliance.rec': before }

/** @type {import('./flow.mjs').Flow} */
export const compareVersions = {
  name: 'two versions side by side',
  files,
  run: async ({ page, folder, pictures, editor: { isWeb } }) => {
    const complaints = complaintsOf(page)
    if (isWeb) await explainWithoutGit(page)
    else {
      await takeFromCommit(page, folder, pictures)
      await showHistory(page, pictures)
    }
    await takeFromFile(page, folder, pictures, isWeb)
    assert.deepEqual(complaints, [], 'The view did something that its policy forbids.')
  },
}

/**
 * Compares with the last commit, and takes fields and records from it with the keyboard.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {string} pictures
 */
async function takeFromCommit(page, folder, pictures) {
  /** @param {readonly string[]} args */
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com', ...args], { cwd: folder })
  const file = join(folder, 'compared.compliance.rec')
  git('init', '-q', '-b', 'main')
  writeFileSync(file, before)
  git('add', 'compared.compliance.rec')
  git('commit', '-q', '-m', 'Earlier')
  writeFileSync(file, before.replace('Ann', 'Cleo'))
  git('commit', '-q', '-a', '-m', 'Another owner')
  writeFileSync(file, after)

  const view = await compare(page, 'Last Commit')
  await view.getByText('2 changed, 1 added, 1 removed.').waitFor()
  await view.getByText('1 unchanged record', { exact: true }).waitFor()
  await view.locator('ins', { hasText: 'May' }).waitFor()
  await view.locator('.backward', { hasText: 'backward' }).waitFor()
  assert.equal(await view.locator('main img').count(), 0)
  const frame = await frameOf(page)
  for (const [theme, name] of themes) {
    await chooseTheme(page, theme)
    await expectNoViolations(frame, `The comparison in ${theme}`)
    await page.screenshot({ path: join(pictures, `compare-${name}.png`) })
  }

  // The first change has the focus; the field below it is the status.
  await view
    .getByRole('button', { name: /^Take the whole record from HEAD/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowDown')
  await view
    .getByRole('button', { name: 'Take status from HEAD into compared.compliance.rec' })
    .and(focused(view))
    .waitFor()
  await page.keyboard.press('Enter')
  await view
    .getByRole('button', { name: 'Take owner from HEAD into compared.compliance.rec' })
    .and(focused(view))
    .waitFor()
  await page.keyboard.press('Control+Z')
  await view.getByRole('button', { name: 'Take status from HEAD into compared.compliance.rec' }).first().waitFor()
  await page.screenshot({ path: join(pictures, 'undone.png') })
  // VS Code undoes in the text, which has the keyboard for a moment.
  await hasKeyboard(view)
  await view.getByRole('button', { name: 'Take owner from HEAD into compared.compliance.rec' }).focus()
  await page.keyboard.press('Enter')
  await view
    .getByRole('button', { name: 'Take owner from HEAD into compared.compliance.rec' })
    .waitFor({ state: 'detached' })
  // The next change has the focus then, and F7 goes to the next record.
  await view.getByRole('button', { name: 'Add the record to compared.compliance.rec' }).and(focused(view)).waitFor()
  await page.keyboard.press('Enter')
  await view.getByText('2 changed, 1 added.').waitFor()
  await page.keyboard.press('Shift+F7')
  await page.keyboard.press('F7')
  await view
    .getByRole('button', { name: 'Remove the record from compared.compliance.rec' })
    .and(focused(view))
    .waitFor()
  await saveAll(page)
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Shows the commits that changed a record, and what one of them changed in the file.
 *
 * @param {Page} page
 * @param {string} pictures
 */
async function showHistory(page, pictures) {
  await openFile(page, 'compared.compliance.rec')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  const history = page.locator('.action-widget').getByText('History', { exact: true })
  await askForActions(page, history)
  await history.click()
  await page.locator('.tab.active', { hasText: 'History of CONTROL CTL-1' }).waitFor()
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view.getByText('3 changes, the newest first.').waitFor()
  await view.locator('tr', { hasText: 'status' }).locator('ins', { hasText: 'tested' }).first().waitFor()
  await expectNoViolations(await frameOf(page), 'The history')
  await page.screenshot({ path: join(pictures, 'history.png') })
  await view
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await page.locator('.tab.active', { hasText: 'compared.compliance.rec (' }).waitFor()
  await page.locator('.modified-in-monaco-diff-editor .view-line', { hasText: 'Cleo' }).first().waitFor()
  await runCommand(page, 'View: Close All Editors')
  await openFile(page, 'compared.compliance.rec')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await runCommand(page, 'Recline: Show History of Record')
  await page.locator('.tab.active', { hasText: 'CONTROL CTL-1' }).waitFor()
  // VS Code gives the keyboard to a page once it is loaded, also if the palette has it by then.
  await page.frameLocator('iframe.webview').frameLocator('#active-frame').getByText('Another owner').waitFor()
  await runCommand(page, 'View: Close All Editors')
}

/**
 * Compares with another file, which can be changed too.
 *
 * @param {Page} page
 * @param {string} folder
 * @param {string} pictures
 * @param {boolean} isWeb
 */
async function takeFromFile(page, folder, pictures, isWeb) {
  const view = await compare(page, 'File…', 'earlier.compliance.rec')
  const left = view.getByRole('button', {
    name: 'Take status from compared.compliance.rec into earlier.compliance.rec',
  })
  await left.first().focus()
  await page.screenshot({ path: join(pictures, 'files.png') })
  const count = await left.count()
  await page.keyboard.press('Shift+Enter')
  await left.nth(count - 1).waitFor({ state: 'detached' })
  if (isWeb) return
  // VS Code opens a changed file after a moment, and saves only what is open.
  await page.locator('.tab.dirty', { hasText: 'earlier.compliance.rec' }).waitFor()
  await saveAll(page)
  assert.match(readFileSync(join(folder, 'earlier.compliance.rec'), 'utf8'), /CTL-1.*status="tested"/)
}

/** @param {Page} page */
async function saveAll(page) {
  await runCommand(page, 'File: Save All Files')
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' })
}

/** @param {Page} page */
async function explainWithoutGit(page) {
  await choose(page, 'Last Commit')
  await runCommand(page, 'Notifications: Show Notifications')
  await page.locator('.notification-list-item-message', { hasText: 'not available in VS Code for the web' }).waitFor()
  await runCommand(page, 'Notifications: Clear All Notifications')
}

/**
 * Opens the file, and compares it.
 *
 * @param {Page} page
 * @param {...string} choices what to pick, one after the other
 */
async function compare(page, ...choices) {
  await choose(page, ...choices)
  const view = page.frameLocator('iframe.webview').frameLocator('#active-frame')
  await view.getByRole('columnheader', { name: 'compared.compliance.rec' }).waitFor()
  return view
}

/**
 * @param {Page} page
 * @param {...string} choices
 */
async function choose(page, ...choices) {
  await openFile(page, 'compared.compliance.rec')
  await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
  await runCommand(page, 'Recline: Compare Records with')
  for (const choice of choices) {
    await page.locator('.quick-input-list .monaco-list-row', { hasText: choice }).first().click()
  }
}

/** @param {import('playwright-core').FrameLocator} view */
function focused(view) {
  return view.locator(':focus')
}
