// Compares two runs of the bench by their ratios to the other tools, which were measured in the same run: a slower
// machine does not change them much.

/**
 * @typedef {Record<string, { tables: ComparedTable[] }>} Suites as `results.json` has them
 * @typedef {{ title: string, columns: { id: string, name: string }[], rows: ComparedRow[] }} ComparedTable
 * @typedef {{ name: string, ratios?: Record<string, number | undefined> }} ComparedRow
 */

/** A ratio that became smaller by less than this factor is noise: runs on one machine differ as much. */
const noise = 1.25

/**
 * @param {Suites} before
 * @param {Suites} now
 * @returns {string[]} a line for each row whose ratios to all other tools became smaller by more than the noise. If
 *   only one of them did, that tool became faster.
 */
export function slowerRows(before, now) {
  return Object.entries(now).flatMap(([suite, { tables }]) =>
    tables.flatMap(({ title, columns, rows }) => {
      const old = before[suite]?.tables.find(table => table.title === title)
      return rows.flatMap(row => {
        const changes = ratioChanges(old?.rows.find(({ name }) => name === row.name)?.ratios, row.ratios)
        if (changes.length === 0 || !changes.every(({ was, is }) => was / is > noise)) return []
        const beside = changes.map(({ id, was, is }) => `${was}× to ${is}× beside ${nameOf(columns, id)}`)
        return [`${suite}, ${title}, ${row.name}: ${beside.join(', ')}`]
      })
    }),
  )
}

/**
 * @param {ComparedRow['ratios']} before
 * @param {ComparedRow['ratios']} now
 */
function ratioChanges(before = {}, now = {}) {
  return Object.entries(now).flatMap(([id, is]) => {
    const was = before[id]
    return was && is ? [{ id, was, is }] : []
  })
}

/**
 * @param {{ id: string, name: string }[]} columns
 * @param {string} id
 */
const nameOf = (columns, id) => columns.find(column => column.id === id)?.name ?? id
