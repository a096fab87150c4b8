import { addToGroup } from '../../../shared/basics/group.ts'
import { conflictsAmong } from '../../../shared/check/conflicts.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { integrityOfSome, metBefore } from '../../../shared/index/integrity.ts'
import type { EntryPlace } from '../../../shared/scan/part.ts'
import type { Details } from '../../output/file-result.ts'
import { contextOf } from '../file-state.ts'
import { type FoundProblem, foundProblems } from '../found-problem.ts'
import { checkAt } from '../parts/check-at.ts'
import { entriesAbove } from '../parts/check-part.ts'
import type { PartReader } from '../parts/part-reader.ts'
import type { KeptPart } from '../parts/read-files.ts'
import type { NameTable } from './name-table.ts'
import type { RecordsByHash } from './records-by-hash.ts'

/** The records that may have problems among those of all files, by the numbers of their parts. */
export function suspectsByPart(table: NameTable): Map<number, EntryPlace[]> {
  const byPart = new Map<number, EntryPlace[]>()
  for (const { part, byte, line } of table.suspects()) {
    addToGroup(byPart, part, { byte, line })
  }
  return byPart
}

/**
 * Reads the suspects of a part again, and runs the rules about names on them. Returns their problems in the order of
 * their places.
 */
export function checkSuspects(
  part: KeptPart,
  suspects: readonly EntryPlace[],
  records: RecordsByHash,
  registry: Registry,
  reader: PartReader,
  details: Details,
): FoundProblem[] {
  const { planned, content, decidingCounts } = part.file
  const { headers, before } = part.result
  const above = entriesAbove([], before.header)
  // What the records have alone is known.
  const context = { ...contextOf(planned, registry, decidingCounts), onlyNames: true }
  const checked = checkAt(content, part.range, [...headers, ...suspects], above, context, reader)
  if (!checked) return []
  const isMet = metBefore()
  const problems = integrityOfSome(
    planned.source.file,
    checked,
    above.length,
    records,
    name => isMet(name) || records.isAbove(name, part.number),
    conflictsAmong(part.file.markers).conflicts,
  )
  return foundProblems(planned, checked, problems, details)
}
