// The last measurements of each kind, with the machine and the day. docs/reliability.md shows them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machine } from '../../bench/results.mjs'
import { root } from '../../scripts/project.mjs'

/** The file of the results. */
export const resultsFile = join(root, 'test/reliability/results.json')

/**
 * Replaces the results of one kind.
 *
 * @param {'coverage' | 'fuzz' | 'mutation' | 'soak' | 'tests'} kind
 * @param {object} figures
 */
export function record(kind, figures) {
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  const { node, system, processor, cores, load } = machine()
  const measured = { date: new Date().toISOString().slice(0, 10), machine: { node, system, processor, cores, load } }
  const sorted = Object.entries({ ...results, [kind]: { ...measured, ...figures } }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  writeFileSync(resultsFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
