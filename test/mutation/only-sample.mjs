// A plugin of Stryker that tries only the changes of a sample: Stryker itself can only choose ranges of the code, and
// there are several changes of most ranges.
import { relative } from 'node:path'
import { root } from '../../scripts/project.mjs'

/**
 * @typedef {object} Change
 * @property {string} id
 * @property {string} fileName
 * @property {string} mutatorName
 * @property {string} replacement
 * @property {{ start: Place, end: Place }} location
 *
 * @typedef {{ line: number, column: number }} Place
 */

/**
 * @param {Change} change
 * @returns {string} what tells it from all other changes
 */
export const changeKey = ({ fileName, mutatorName, replacement, location: { start, end } }) =>
  [relative(root, fileName), start.line, start.column, end.line, end.column, mutatorName, replacement].join(':')

/** @param {{ sample: string[] }} options */
function onlySample({ sample }) {
  const keys = new Set(sample)
  return {
    init: async () => {},
    check: async (/** @type {Change[]} */ changes) =>
      Object.fromEntries(
        changes.map(change => [
          change.id,
          keys.has(changeKey(change)) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
        ]),
      ),
    group: async (/** @type {Change[]} */ changes) => [changes.map(({ id }) => id)],
  }
}
onlySample.inject = ['options']

/** @public Stryker looks for this name. */
export const strykerPlugins = [{ kind: 'Checker', name: 'only-sample', factory: onlySample }]
