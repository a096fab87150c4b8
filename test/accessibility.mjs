// Whether a page can be used by all: what axe finds in it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Has axe look at a page, or at one frame of it, and fails where it finds anything.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 * @param {string} [what] what the page shows, for the message
 * @param {string} [within] a selector of its parts that are looked at; without it, all of it
 */
export async function expectNoViolations(page, what = page.url(), within) {
  await page.evaluate(axe)
  const violations = await page.evaluate(async selector => {
    // Without preload: axe would fetch the style sheet, which the page's policy does not allow.
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (globalThis))
    // Landmarks are those of the whole page.
    const rules = { region: { enabled: selector === undefined } }
    const { violations } = await axe.run(selector ?? document, { preload: false, rules })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
    )
  }, within)
  assert.deepEqual(violations, [], `${what} is not accessible to all.`)
}
