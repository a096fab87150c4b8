import { fieldOf, type Registry, type Tag } from '../domains/registry.ts'
import { type RecordNode, valueText } from '../syntax/nodes.ts'
import type { Finding } from './problem.ts'
import { rulesFor } from './rules/index.ts'

const changeRules = rulesFor('change')

/** Whether any field of the domains has rules about its changes. */
export const hasTransitions = ({ domains }: Registry): boolean =>
  [...domains.values()].some(({ tags }) =>
    [...tags.values()].some(({ fields }) => [...fields.values()].some(({ transitions }) => transitions)),
  )

/**
 * Runs the rules about changes on a record.
 *
 * @param before the record in an earlier version
 * @param tag its definition now
 */
export function changeFindings(before: RecordNode, record: RecordNode, tag: Tag): Finding[] {
  const findings: Finding[] = []
  for (const node of record.fields) {
    const field = fieldOf(tag, node.name)
    const old = before.fields.find(({ name }) => name === node.name)?.value
    if (!field?.transitions || !node.value || !old) continue
    const { start, end } = node.value
    for (const { code, severity, change } of changeRules)
      change({
        node,
        field,
        before: valueText(before, old),
        value: valueText(record, node.value),
        report: (message, { at = { start, end }, fixes, related } = {}) =>
          findings.push({
            code,
            severity,
            message,
            start: at.start,
            end: at.end,
            domain: tag.domain.path,
            tag: tag.name,
            field: field.name,
            fixes,
            related,
          }),
      })
  }
  return findings
}
