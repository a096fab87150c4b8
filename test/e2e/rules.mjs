// A rule that is written in a descriptor, in a real VS Code with real keystrokes: its problem in open records, a
// mistake in its expression, and the correction.
import { join } from 'node:path'
import { openFile, runCommand } from './page.mjs'

/** @typedef {import('playwright-core').Page} Page */

const descriptor = `{
  "domain": "acme.fleet",
  "version": "1.0",
  "description": "Vehicles and their trips",
  "records": [
    { "tag": "VEHICLE", "fields": [{ "name": "rid", "type": "string" }, { "name": "seats", "type": "int" }] },
    {
      "tag": "TRIP",
      "fields": [{ "name": "people", "type": "int" }, { "name": "vehicle_ref", "type": "string", "ref": "VEHICLE" }],
      "rules": []
    }
  ]
}
`
const files = {
  // Its problems would fill the view.
  'every-problem.rec': '',
  'fleet.domain.json': descriptor,
  'trips.rec': '@DOC domain=acme.fleet\n@VEHICLE rid=V-1 | seats:int=4\n@TRIP people:int=9 | vehicle_ref="V-1"\n',
}
const rule = '{ "id": "enough-seats", "message": "Too many people.", "expression": "people <= vehicle_ref.seats" }'
const lines = descriptor.split('\n')
const line = lines.findIndex(text => text.includes('"rules"')) + 1
/** The column behind the bracket in which the rule is written, from 1. */
const column = lines[line - 1].indexOf('[') + 2

/** @type {import('./flow.mjs').Flow} */
export const rules = {
  name: 'a rule in a descriptor',
  files,
  run: async ({ page, pictures }) => {
    await openFile(page, 'trips.rec')
    await runCommand(page, 'View: Focus Problems')
    await page.locator('.markers-panel').waitFor()
    await openFile(page, 'fleet.domain.json')
    await goTo(page, column)
    await page.keyboard.type(rule)
    const broken = problem(page, 'Too many people.', 'rule/enough-seats')
    await broken.waitFor()
    await page.screenshot({ path: join(pictures, 'written.png') })

    const field = rule.indexOf('seats"', rule.indexOf('expression'))
    await goTo(page, column + field + 'seats'.length)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('z')
    const mistake = problem(page, 'VEHICLE has no field seatz', 'descriptor-expression')
    await mistake.filter({ hasText: `[Ln ${line}, Col ${column + field}]` }).waitFor()
    await page.locator('.editor-instance .squiggly-error').first().waitFor()
    await page.screenshot({ path: join(pictures, 'mistake.png') })

    await page.keyboard.press('Backspace')
    await page.keyboard.type('s')
    await mistake.waitFor({ state: 'detached' })
    await broken.waitFor()
    await page.screenshot({ path: join(pictures, 'corrected.png') })
  },
}

/**
 * Puts the cursor into the line of the rules.
 *
 * @param {Page} page
 * @param {number} at the column, from 1
 */
async function goTo(page, at) {
  await page.keyboard.press('Control+G')
  const input = page.locator('.quick-input-widget input')
  await input.fill(`:${line}:${at}`)
  await page.keyboard.press('Enter')
  await page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${at}` }).waitFor()
}

/**
 * A row of the Problems view.
 *
 * @param {Page} page
 * @param {string} message
 * @param {string} code
 */
function problem(page, message, code) {
  return page.locator('.markers-panel .monaco-list-row', { hasText: message }).filter({ hasText: code })
}
