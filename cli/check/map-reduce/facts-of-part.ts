import type { CheckedFile } from '../../../shared/check/check.ts'
import type { PlacedText } from '../../../shared/check/check-some.ts'
import { isHeader } from '../../../shared/domains/domains-in-force.ts'
import { type Definition, identityOf, type Reference } from '../../../shared/domains/identity.ts'
import type { EntryPlace } from '../../../shared/scan/part.ts'
import { placesIn } from '../../output/places.ts'
import { identityOfRecord } from '../../output/problem-identity.ts'
import type { PartResult } from '../parts/check-part.ts'
import type { DirectiveFact, Fact, FindingFact, NameFact, PartFact } from './facts.ts'

/** The file and the part that facts are about. */
type OfPart = Pick<Fact, 'file' | 'part'>

/** The fact about a part itself. */
export const partFact = (
  of: OfPart,
  { bytes, records, before, after, counts, openBlock, markers, followed }: PartResult,
  isLast: boolean,
  top: readonly PlacedText[] | undefined,
): PartFact => ({
  kind: 'part',
  ...of,
  data: {
    end: bytes.end,
    isLast,
    records,
    before,
    after,
    counts: Object.fromEntries(counts),
    top,
    openBlock,
    ...(markers.length > 0 && { markers: [...markers] }),
    ...(followed.length > 0 && { isFollowed: true }),
  },
})

/** The facts about the problems of a part, which must have all details. */
export const findingFacts = (of: OfPart, { problems = [] }: PartResult): FindingFact[] =>
  problems.map(({ entry, start, placed }) => ({
    kind: 'finding',
    ...of,
    entry,
    start,
    data: placed as FindingFact['data'],
  }))

/** The facts about the comments of a part that suppress problems. */
export const directiveFacts = (of: OfPart, { directives }: PartResult): DirectiveFact[] =>
  directives.map(({ place, ...data }) => ({ kind: 'directive', ...of, entry: place, data }))

/** The places of the records that have names or are undecided. */
export function placesOfNames({ names, undecided }: PartResult): EntryPlace[] {
  const places = [...undecided]
  for (const numbers of [names.definitions, names.references])
    for (let at = 0; at < numbers.length; at += 4) places.push({ byte: numbers[at + 2]!, line: numbers[at + 3]! })
  return places
}

/**
 * The facts about the names of records, and about undecided records.
 *
 * @param first the index of the first entry
 * @param header the header in force at that entry
 */
export function nameFacts(of: OfPart, checked: CheckedFile, first: number, header: PlacedText | undefined): Fact[] {
  const { entries, lines } = checked.tree
  const placeOf = placesIn(checked.tree)
  const facts: Fact[] = []
  for (let index = first; index < entries.length; index++) {
    const record = entries[index]!
    if (record.kind !== 'record') continue
    const { text } = record
    const entry = lines[index]!
    const { candidates } = checked.entries[index]!
    if (isHeader(record)) header = { text, line: entry }
    else if (!candidates) for (const fact of namesOf(of, checked, index, placeOf)) facts.push(fact)
    else {
      facts.push({ kind: 'undecided', ...of, entry, data: { text, header } })
      for (const { definition, references } of candidates.map(tag => identityOf(record, tag)))
        for (const { domain, tag, id } of definition ? [definition, ...references] : references)
          facts.push({ kind: 'possible', ...of, entry, domain, tag, id })
    }
  }
  return facts
}

/** The facts about the id of a record and about its references. */
export function namesOf(of: OfPart, checked: CheckedFile, index: number, placeOf = placesIn(checked.tree)): NameFact[] {
  const { identity, tag: own } = checked.entries[index]!
  const entry = checked.tree.entries[index]!
  if (!identity || !own || entry.kind !== 'record') return []
  const fact = (kind: NameFact['kind'], { domain, tag, id, start, end }: Definition | Reference): NameFact => {
    const { line, column } = placeOf(index, start)
    const { line: endLine, column: endColumn } = placeOf(index, end)
    const firstLine = checked.tree.lines[index]!
    return { kind, ...of, entry: firstLine, start, end, line, column, endLine, endColumn, domain, tag, id }
  }
  const facts = identity.definition ? [fact('definition', identity.definition)] : []
  for (const reference of identity.references) {
    const { field } = reference
    const record = identityOfRecord(entry, own)
    facts.push({ ...fact('reference', reference), field, record, ownDomain: own.domain.path, ownTag: own.name })
  }
  return facts
}
