// The built-in rules about several records, as anyone would write them by hand: plain functions of parsed records.

/** @typedef {Record<string, any>} Parsed a record, with its tag */

/**
 * @param {readonly Parsed[]} records all records of a file
 * @returns {string[]} the ids of the records that break a rule, or their tags
 */
export function brokenRelations(records) {
  const idOf = Object.fromEntries(
    ['CONTROL', 'EMPLOYEE', 'EXPERIMENT', 'POLICY', 'PUBLICATION'].map(tag => [tag, new Map()]),
  )
  /** The ids of controls that a finding keeps from being effective. */
  const failing = new Set()
  for (const record of records) {
    idOf[record.tag]?.set(record.rid, record)
    if (record.tag !== 'FINDING') continue
    const isSevere = record.severity === 'high' || record.severity === 'critical'
    if (isSevere && (record.status === 'open' || record.status === 'in-progress')) failing.add(record.control_ref)
  }
  /** @type {Record<string, (record: Parsed) => boolean | undefined>} */
  const rules = {
    CONTROL: ({ rid, status }) => status !== 'effective' || !failing.has(rid),
    EMPLOYEE: ({ rid, manager_ref }) => leadsElsewhere(rid, manager_ref, idOf.EMPLOYEE),
    CLAIM: ({ loss_date, policy_ref }) => {
      const policy = idOf.POLICY.get(policy_ref)
      if (!loss_date || !policy?.effective_date || !policy.expiry_date) return undefined
      const date = Date.parse(loss_date)
      return date >= Date.parse(policy.effective_date) && date <= Date.parse(policy.expiry_date)
    },
    COVERAGE: ({ limit, policy_ref }) => {
      const most = idOf.POLICY.get(policy_ref)?.coverage_limit
      return limit === undefined || most === undefined || limit <= most
    },
    SAMPLE: ({ collected_date, experiment_ref }) =>
      isInOrder(idOf.EXPERIMENT.get(experiment_ref)?.start_date, collected_date),
    PEER_REVIEW: ({ decision_date, publication_ref }) =>
      isInOrder(idOf.PUBLICATION.get(publication_ref)?.submitted, decision_date),
    // These read only one record.
    EXPERIMENT: ({ start_date, end_date }) => isInOrder(start_date, end_date),
    POLICY: ({ effective_date, expiry_date }) => isInOrder(effective_date, expiry_date),
  }
  return records.flatMap(record => (rules[record.tag]?.(record) === false ? [String(record.rid ?? record.tag)] : []))
}

/**
 * @param {string | undefined} first
 * @param {string | undefined} last
 */
const isInOrder = (first, last) => !first || !last || Date.parse(first) <= Date.parse(last)

/**
 * Whether managers lead in no circle.
 *
 * @param {string} id
 * @param {string | undefined} manager
 * @param {ReadonlyMap<string, Parsed>} employees
 */
function leadsElsewhere(id, manager, employees) {
  const seen = new Set()
  for (let next = manager; next !== undefined && !seen.has(next); next = employees.get(next)?.manager_ref) {
    if (next === id) return false
    seen.add(next)
  }
  return true
}
