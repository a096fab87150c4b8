import type { Tag } from '../domains/registry.ts'
import type { RecordNode } from '../syntax/nodes.ts'
import type { FileFact, FileLink } from './linked-files.ts'
import type { Finding, Severities } from './problem.ts'
import { rulesFor } from './rules/index.ts'

const fileRules = rulesFor('file')

/** Whether a rule about files is on. */
export const checksFiles = (severities: Severities): boolean => fileRules.some(({ code }) => severities[code] !== 'off')

/**
 * Runs the rules about files on a path in a record.
 *
 * @param tag the definition of the record
 * @param fact what is known of the file
 */
export function fileFindings(record: RecordNode, tag: Tag, link: FileLink, fact: FileFact): Finding[] {
  const findings: Finding[] = []
  for (const { code, severity, file } of fileRules)
    file({
      record,
      link,
      fact,
      label: link.field.label,
      report: (message, { at: { start, end } = link.at, subject, fixes, related } = {}) =>
        findings.push({
          code,
          severity,
          message,
          start,
          end,
          domain: tag.domain.path,
          tag: tag.name,
          field: link.field.name,
          subject,
          fixes,
          related,
        }),
    })
  return findings
}
