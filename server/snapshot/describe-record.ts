import { checkRecord } from '../../shared/check/check-record.ts'
import { withSeverities } from '../../shared/check/problem.ts'
import { isSameRecord } from '../../shared/domains/identity.ts'
import { cutTo } from '../../shared/domains/message-text.ts'
import type { FileExcerpt } from '../../shared/index/excerpt.ts'
import type { IndexedRecord } from '../../shared/index/indexed-file.ts'
import { fieldSpan } from '../../shared/syntax/nodes.ts'
import { codeBlock, escapeMarkdown, linkTo, paragraphs } from './describe.ts'
import type { Snapshot } from './snapshot.ts'

/** The most characters of a field that are shown of another record. */
const longestHoverField = 100

/**
 * A record of any file in Markdown: a link to it, its fields, and its problems. `file` is its file, or a part of it.
 */
export function describeRecord(snapshot: Snapshot, target: IndexedRecord, file: FileExcerpt | undefined): string {
  const { uri, tag, id, title } = target
  const name = escapeMarkdown(`${tag.tag} ${id}`)
  const link = linkTo(name, `${uri}#L${target.tagPlace().start.line + 1}`)
  const found =
    file?.entries.findIndex(
      ({ identity }) => identity?.definition && isSameRecord(identity.definition, { ...tag, id: id! }),
    ) ?? -1
  const record = file?.tree.entries[found]
  const definition = file?.entries[found]?.tag
  if (record?.kind !== 'record' || !definition) return `${link} ${escapeMarkdown(title)}`
  const { findings } = checkRecord(record, [definition.domain], snapshot.file.context)
  const problems = withSeverities(findings, snapshot.settings.severity).filter(
    ({ severity }) => severity !== 'information',
  )
  const lines = record.fields.map(
    field => `  | ${cutTo(longestHoverField, record.text.slice(fieldSpan(field).start, fieldSpan(field).end))}`,
  )
  return paragraphs(
    link,
    codeBlock([`@${definition.name}`, ...lines].join('\n'), 'rec'),
    ...problems.map(({ message }) => `⚠ ${escapeMarkdown(message)}`),
  )
}
