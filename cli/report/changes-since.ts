import { type Change, type ChangeFilter, changesOf } from '../../shared/diff/changes.ts'
import { tagOfRecord } from '../../shared/diff/record-key.ts'
import { describeUnit } from '../../shared/diff/units.ts'
import type { Redactor } from '../../shared/domains/redact.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { ChangeInReport, ChangesInReport } from '../../shared/reports/report-source.ts'
import { isHeader } from '../../shared/syntax/nodes.ts'
import { readCompared } from '../diff/compared.ts'
import { redactedVersions, unitsOfVersions } from '../diff/diff-versions.ts'
import { kindWord } from '../diff/formats/summary.ts'

/** A report is about what records say, and not about how and where they are written. */
const filter: ChangeFilter = { ignoreFormat: true, ignoreOrder: true }

/**
 * What changed in records since the current branch left a revision, as `recline diff --since` finds it.
 *
 * @param paths the files and folders of the run
 * @param redactor takes the values of sensitive fields out of both versions; undefined to show them
 */
export async function changesSince(
  since: string,
  paths: readonly string[],
  exclude: readonly string[],
  registry: Registry,
  redactor: Redactor | undefined,
): Promise<ChangesInReport | { readonly problem: string }> {
  const versions = await readCompared(paths, since, exclude)
  if ('failure' in versions) return { problem: versions.failure }
  const { old, now } = unitsOfVersions(redactor ? redactedVersions(versions, redactor) : versions, registry)
  const changes = changesOf(old, now, registry, filter)
  return { since, changes: changes.flatMap(change => changeInReport(change, registry)) }
}

function changeInReport({ kind, before, after, fields }: Change, registry: Registry): ChangeInReport[] {
  const unit = (after ?? before)!
  const { record, file, line } = unit
  if (!record || isHeader(record)) return []
  const tag = tagOfRecord(record)
  const { name } = describeUnit(unit, registry)
  return [
    {
      what: kindWord(kind),
      tag,
      name: name === tag ? '' : name.slice(tag.length + 1),
      fields: fields
        .map(({ name: field, before: old, after: now }) => `${field}: ${old ?? '–'} → ${now ?? '–'}`)
        .join('\n'),
      file,
      line: line + 1,
    },
  ]
}
