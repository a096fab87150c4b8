// The first ten minutes, literally: what the page and the walkthrough say is done, key by key.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/project.mjs'
import { runCommand } from './page.mjs'
import { followStep, stepsIn } from './written-steps.mjs'

/** @typedef {import('./flow.mjs').Flow} Flow */

/** @type {{ id: string, media: { markdown: string } }[]} */
const walkthrough = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).contributes.walkthroughs[0].steps

/** @type {Flow} */
export const firstSteps = {
  name: 'the first steps',
  isEmpty: true,
  run: where => followPage(where, 'docs/first-steps.md'),
}

/** The steps beside each part of the walkthrough, one after the other in a new file. @type {Flow} */
export const walkthroughSteps = {
  name: 'the steps of the walkthrough',
  isEmpty: true,
  run: async where => {
    await runCommand(where.page, 'Recline: New File for Domain')
    await where.page.locator('.quick-input-list .monaco-list-row', { hasText: 'core.compliance' }).click()
    await where.page.locator('.suggest-widget.visible').waitFor()
    for (const { media } of walkthrough) await followPage(where, media.markdown)
  },
}

/**
 * @param {import('./flow.mjs').Where} where
 * @param {string} page
 */
async function followPage(where, page) {
  for (const [index, step] of stepsIn(readFileSync(join(root, page), 'utf8')).entries()) {
    await followStep(where, step)
    await where.page.screenshot({ path: join(where.pictures, `${page.replace(/\W/g, '-')}-${index + 1}.png`) })
  }
}
