// A person who has changed settings for all languages is asked once whether they count for records too.
import { openFile, runCommand } from './page.mjs'

const settings = { 'editor.acceptSuggestionOnEnter': 'off', 'editor.wordWrap': 'on' }

/** @type {import('./flow.mjs').Flow} */
export const ownSettings = {
  name: 'the settings of the user',
  run: async ({ page, remote }) => {
    await remote.settings(settings)
    await openFile(page, 'controls-2026.compliance.rec')
    await page.locator('.statusbar-item', { hasText: 'compliance' }).waitFor()
    await runCommand(page, 'Notifications: Show Notifications')
    const question = page.locator('.notifications-center .notification-list-item', {
      hasText: 'For records, VS Code uses',
    })
    // A setting with the same value as for records is no reason to ask.
    await question.getByText('"editor.acceptSuggestionOnEnter"').waitFor()
    await question.getByText('wordWrap').waitFor({ state: 'detached' })
    await question.getByRole('button', { name: 'Use My Settings' }).click()
    await runCommand(page, 'Preferences: Open User Settings (JSON)')
    await page.locator('.view-line', { hasText: '"[rec]"' }).waitFor()
    await runCommand(page, 'View: Close Editor')

    await page.keyboard.press('Control+End')
    await page.keyboard.type('@CON')
    await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: '@CONTROL' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator('.view-line', { hasText: /^@CON$/ })
      .first()
      .waitFor()
  },
}
