import { checkFile } from '../../../shared/check/check.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { integrityOfSome, metBefore } from '../../../shared/index/integrity.ts'
import { endOfEntry } from '../../../shared/scan/lines.ts'
import type { PartPlace } from '../../../shared/scan/part.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { Details } from '../../output/file-result.ts'
import type { RecordsByHash } from './all-records.ts'
import { aboveOf, byDomain, type FoundProblem, foundProblems, type PartSetting, treeBelow } from './check-part.ts'
import type { PartRun } from './file-run.ts'
import type { PartReader } from './part-reader.ts'

/**
 * The problems of a part's records among those of all files.
 *
 * @param suspects the records that may have such problems, in order
 */
export function problemsAmongAll(
  part: PartRun,
  suspects: readonly PartPlace[],
  setting: PartSetting,
  records: RecordsByHash,
  registry: Registry,
  reader: PartReader,
  details: Details,
): FoundProblem[] {
  const {
    file: {
      planned: {
        source: { file: fileName },
        settings: { settingDomains, severity },
      },
      content,
      counts,
      isUndecided,
    },
    index,
    number,
    facts,
  } = part
  const read = reader.read(content, index)
  if (typeof read !== 'object' || 'foreignLine' in read) return []
  const { bytes, end, textEnd, decode } = read
  // Headers say by which definition a record is read.
  const places = [...facts.headers, ...suspects].sort((one, other) => one.byte - other.byte)
  const entries = places.flatMap(
    ({ byte }) => parseEntries(decode(byte, Math.min(endOfEntry(bytes, byte, end), textEnd)))[0]!,
  )
  const above = aboveOf(setting)
  const tree = treeBelow(above, { entries, places }, setting.firstLine)
  const context: FileContext = {
    registry,
    fileName,
    settingDomains,
    ...(isUndecided && { domainCounts: byDomain(counts, registry) }),
  }
  const checked = checkFile(tree, context)
  const isMet = metBefore()
  const problems = integrityOfSome(
    fileName,
    checked,
    above.length,
    records,
    name => isMet(name) || records.isAbove(name, number),
  )
  return foundProblems({ file: fileName, severity }, checked, problems, details)
}
