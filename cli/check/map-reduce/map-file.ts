import type { PlacedText } from '../../../shared/check/check-some.ts'
import { nowIn } from '../../../shared/check/declared/declared-rules.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { NameHasher, randomKey } from '../../../shared/scan/names.ts'
import { entriesAtTop, type LineState, startOfFile, stateBelow } from '../../../shared/scan/part.ts'
import type { Failure } from '../../files/failure.ts'
import type { Details } from '../../output/file-result.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { contextOf } from '../file-state.ts'
import { linksOfPart } from '../linked/links-of-part.ts'
import { checkAt } from '../parts/check-at.ts'
import { type PartResult, partChecker, tooLong } from '../parts/check-part.ts'
import type { Content } from '../parts/content.ts'
import { type ByteRange, type PartReader, partRanges } from '../parts/part-reader.ts'
import { type FactTable, tableOfFacts } from './fact-tables.ts'
import {
  directiveFacts,
  findingFacts,
  namesFacts,
  partFact,
  type RulesOfPart,
  recordFacts,
  rulesOfParts,
  valuesFacts,
} from './facts-of-part.ts'

/**
 * Maps a range of a file: returns the facts of one part after the other. Ends at the first part that cannot be read.
 */
export type MapFile = (
  planned: PlannedFile,
  content: Content,
  range: ByteRange,
  partSize?: number,
) => Generator<readonly FactTable[] | Failure>

/** The usual number of bytes of a part: the facts of a small part are written before they are moved in memory. */
const mappedPartSize = 2 ** 17

/** Creates a function that maps files. It throws the errors of the system. */
export function fileMapper(registry: Registry, reader: PartReader): MapFile {
  const check = partChecker(registry, new NameHasher(randomKey()), reader)

  return function* mapFile(planned, content, range, partSize = mappedPartSize) {
    const top = entriesAtTop(reader.head(content))
    let before = lineStateAt(range.start, content, partSize, reader)
    if (!before) return yield tooLong(planned)
    const rulesOf = rulesOfParts(contextOf(planned, registry))
    for (const partRange of partRanges(range, content, partSize)) {
      const task = { planned: withoutSeverities(planned), content, range: partRange, before, counts: undefined }
      const outcome = check({ ...task, hasNames: true, hasTexts: true, details: allDetails, top })
      if (!outcome) continue
      if ('failure' in outcome) return yield outcome
      yield factsOf(outcome, planned, content, partRange, top, rulesOf([...outcome.counts.keys()]))
      before = outcome.after
    }
  }

  function factsOf(
    result: PartResult,
    planned: PlannedFile,
    content: Content,
    range: ByteRange,
    top: readonly PlacedText[],
    rules: RulesOfPart,
  ): FactTable[] {
    const { bytes, before, headers } = result
    const isFirst = range.start === 0
    const isLast = bytes.end === content.size
    const of = { file: planned.source.file, part: isFirst ? 0 : bytes.start }
    const context = { ...contextOf(planned, registry), onlyNames: true }
    let namingFiles = 0
    for (const { links } of linksOfPart({ ...result, content, range }, context, reader))
      namingFiles += new Set(links.map(({ entry }) => entry)).size
    const facts = [
      tableOfFacts([
        partFact(of, { ...result, namingFiles }, isLast, isFirst ? top : undefined, nowIn(context).time, rules),
      ]),
      findingFacts(of, result),
      tableOfFacts(directiveFacts(of, result)),
      ...namesFacts(of, result),
      ...valuesFacts(of, result, context),
    ]
    const named = result.names.placed!.others
    const places = [...result.undecided, ...named]
    if (places.length === 0) return facts
    // These records are read once more, because their names are known only as hashes.
    const namedLines = new Set(named.map(({ line }) => line))
    const isNamed = (line: number): boolean => namedLines.has(line)
    for (const { checked, first, header } of checkAt({ content, range, headers, before }, places, context, reader))
      facts.push(tableOfFacts(recordFacts(of, checked, first, header, isNamed)))
    return facts
  }
}

/** The severities are the choice of the reduce. */
const withoutSeverities = (planned: PlannedFile): PlannedFile => ({
  ...planned,
  settings: { ...planned.settings, severity: {} },
})

const allDetails: Details = { identities: true, excerpts: true, related: true, fixes: true, fixability: true }

/**
 * The state above the first part that starts at an offset or behind it; undefined if a part above is too long.
 */
function lineStateAt(offset: number, content: Content, partSize: number, reader: PartReader): LineState | undefined {
  let state = startOfFile
  if (offset === 0) return state
  for (const range of partRanges({ start: 0, end: offset }, content, partSize)) {
    const part = reader.read(content, range)
    if (part === 'too long') return undefined
    if (part) state = stateBelow(part, state)
  }
  return state
}
