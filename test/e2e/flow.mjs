// Flows: what a user does in a window of VS Code, from files that are given to what is seen at the end.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { editorCache } from '../../scripts/project.mjs'

/**
 * @typedef {object} Where what a flow gets
 * @property {import('./page.mjs').Page} page with the workbench; no editor is open
 * @property {string} folder that is open: a copy of the samples with the files of the flow
 * @property {import('./remote.mjs').Remote} remote
 * @property {string} pictures a folder for pictures of the flow
 * @property {import('./windows.mjs').Editor} editor
 *
 * @typedef {object} Flow
 * @property {string} name
 * @property {Readonly<Record<string, string | Uint8Array>>} [files] more files in the folder, by their names
 * @property {boolean} [isEmpty] whether the folder has no samples
 * @property {(where: Where) => Promise<readonly Checked[] | void>} run throws where something is not as it should be;
 *   gives what it has checked, if it checks several things on their own
 *
 * @typedef {object} Checked
 * @property {string} name
 * @property {string} [failure] why it is not as it should be
 *
 * @typedef {object} Result of a flow, or of a test in it
 * @property {string} name
 * @property {number} seconds
 * @property {string} [failure]
 */

/**
 * Runs a flow in a window, whose folder gets the files of the flow.
 *
 * @param {string} kind the name of the kind of start
 * @param {Flow} flow
 * @param {import('./windows.mjs').Window} window
 * @param {import('./windows.mjs').Editor} editor
 * @returns {Promise<Result[]>}
 */
export async function runFlow(kind, { name, files, isEmpty, run }, window, editor) {
  const pictures = join(editorCache, 'flows', `${kind}-${name}`.replaceAll(' ', '-'))
  mkdirSync(pictures, { recursive: true })
  const begun = performance.now()
  const { page, folder, remote } = window
  const title = `${kind}: ${name}`
  try {
    await window.begin(files ?? {}, isEmpty)
    const checked = await withinLimit(run({ page, folder, remote, pictures, editor }))
    const seconds = (performance.now() - begun) / 1000
    if (!checked) return [said({ name: title, seconds })]
    return checked.map(part => said({ ...part, name: `${title}: ${part.name}`, seconds: seconds / checked.length }))
  } catch (error) {
    const picture = join(pictures, 'failed.png')
    await page.screenshot({ path: picture }).catch(() => undefined)
    const failure = `${(error instanceof Error && error.stack) || error}\n  What the editor showed: ${picture}`
    return [said({ name: title, seconds: (performance.now() - begun) / 1000, failure })]
  }
}

/** How long a flow may take, in milliseconds; the longest takes two minutes. */
const limit = 600_000

/**
 * Waits for a flow. What waits forever in one flow is a failure of it, and not the end of all others.
 *
 * @template Value
 * @param {Promise<Value>} flow
 * @returns {Promise<Value>}
 */
async function withinLimit(flow) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const tooLate = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The flow did not end within ${limit / 60_000} minutes.`)), limit)
  })
  try {
    return await Promise.race([flow, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Prints a result.
 *
 * @param {Result} result
 */
function said(result) {
  const { name, seconds, failure } = result
  console.log(`  ${failure === undefined ? 'passed' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`)
  if (failure !== undefined) console.log(failure)
  return result
}
