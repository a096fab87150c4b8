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
 */
export async function expectNoViolations(page, what = page.url()) {
  await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    // Without preload: axe would fetch the style sheet, which the page's policy does not allow.
    const { axe } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (globalThis))
    const { violations } = await axe.run({ preload: false })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' ')}`,
    )
  })
  assert.deepEqual(violations, [], `${what} is not accessible to all.`)
}
