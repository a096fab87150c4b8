import type { CheckedFile } from '../../../shared/check/check.ts'
import type { PlacedText } from '../../../shared/check/check-some.ts'
import {
  type DeclaredRule,
  declaredRules,
  nowIn,
  placesOf,
  type RulesInForce,
} from '../../../shared/check/declared-rules.ts'
import { followedFields, followedValues } from '../../../shared/check/followed-records.ts'
import { type FileContext, isHeader } from '../../../shared/domains/domains-in-force.ts'
import { type Definition, identityOf, type Reference } from '../../../shared/domains/identity.ts'
import type { Tag } from '../../../shared/domains/registry.ts'
import { ParsedRecord } from '../../../shared/expression/parsed-record.ts'
import type { RecordNode } from '../../../shared/syntax/nodes.ts'
import { placesIn, placesInEntry, spanBetween } from '../../output/places.ts'
import { identityOfProblem, identityOfRecord } from '../../output/problem-identity.ts'
import type { PartResult } from '../parts/check-part.ts'
import type { DirectiveFact, Fact, FindingFact, NameFact, PartFact, ValuesFact } from './facts.ts'
import type { NamesFact, RecordsFact } from './facts-in-columns.ts'

/** The file and the part that facts are about. */
type OfPart = Pick<Fact, 'file' | 'part'>

/** The fact about a part itself. */
export const partFact = (
  of: OfPart,
  { bytes, records, before, after, counts, openBlock, markers }: PartResult,
  isLast: boolean,
  top: readonly PlacedText[] | undefined,
  context: FileContext,
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
    now: nowIn(context).time,
    ...rulesOfPart(counts.keys(), context),
  },
})

/** The names of the followed fields, and the codes of the declared rules that run, by the paths of the tags. */
export function rulesOfPart(
  domains: Iterable<string>,
  context: RulesInForce,
): Pick<PartFact['data'], 'followed' | 'rules'> {
  const tags = Array.from(domains, path => [...(context.registry.domains.get(path)?.tags.values() ?? [])]).flat()
  const byTag = (namesOf: (tag: Tag) => readonly string[]): Record<string, readonly string[]> =>
    Object.fromEntries(
      tags.flatMap(tag => {
        const names = namesOf(tag)
        return names.length === 0 ? [] : [[tag.fullName.path, names]]
      }),
    )
  return {
    followed: byTag(
      tag =>
        followedFields(context)
          .get(tag)
          ?.map(({ name }) => name) ?? [],
    ),
    rules: byTag(tag => {
      const { own, across } = declaredRules(tag, context)
      return [...own, ...across].map(({ code }) => code)
    }),
  }
}

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

/** The facts about the names of a part that it has as text. */
export const namesFacts = (of: OfPart, { names: { written } }: PartResult): NamesFact[] =>
  written!.lists.map(
    ({
      field: { tag: own, definition },
      isDefinition,
      ids: id,
      owners,
      entry,
      entries,
      starts: given,
      lines,
      columns,
    }) => {
      const { domain, tag } = isDefinition ? own.fullName : definition.target!
      const [start, starts] = typeof given === 'number' ? [given, undefined] : [undefined, given]
      const names = { ...of, entry, start, domain, tag, id, data: { entries, starts, lines, columns } }
      return isDefinition
        ? { kind: 'definitions', ...names }
        : {
            kind: 'references',
            ...names,
            field: definition.name,
            record: owners,
            ownDomain: own.domain.path,
            ownTag: own.name,
          }
    },
  )

/** The facts about the values of a part that it has as text. */
export const recordsFacts = (of: OfPart, { writtenValues }: PartResult): RecordsFact[] =>
  writtenValues!.lists.map(({ tag: { fullName }, entry, ...data }) => {
    const { domain, tag } = fullName
    return { kind: 'records', ...of, entry, domain, tag, data }
  })

/**
 * The facts about the names and values of records, and about undecided records.
 *
 * @param isNamed whether the record on a line has names that no other fact has
 * @param isValued whether it has values that no other fact has
 * @param first the index of the first entry
 * @param header the header in force at that entry
 */
export function recordFacts(
  of: OfPart,
  checked: CheckedFile,
  first: number,
  header: PlacedText | undefined,
  isNamed: (line: number) => boolean,
  isValued: (line: number) => boolean,
): Fact[] {
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
    else if (!candidates) {
      if (isNamed(entry)) for (const fact of namesOf(of, checked, index, placeOf)) facts.push(fact)
      if (isValued(entry)) facts.push(...valuesOf(of, checked, index))
    } else {
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
    const span = spanBetween(placeOf(index, start), placeOf(index, end))
    const firstLine = checked.tree.lines[index]!
    return { kind, ...of, entry: firstLine, start, end, ...span, domain, tag, id }
  }
  const facts = identity.definition ? [fact('definition', identity.definition)] : []
  for (const reference of identity.references) {
    const { field } = reference
    const record = identityOfRecord(entry, own)
    facts.push({ ...fact('reference', reference), field, record, ownDomain: own.domain.path, ownTag: own.name })
  }
  return facts
}

/** The fact about the values of a record that rules about several records read; none if they read nothing of it. */
export function valuesOf(of: OfPart, checked: CheckedFile, index: number): ValuesFact[] {
  const { tree, context, entries } = checked
  const { tag } = entries[index]!
  const record = tree.entries[index]!
  const fields = tag && followedFields(context).get(tag)
  if (!fields || record.kind !== 'record') return []
  const known = followedValues(fields, new ParsedRecord(record))
  const values = fields.flatMap(({ name }, index): [string, ValuesFact['data']['values'][string]][] => {
    const value = known[index]
    return value === undefined ? [] : [[name, value as ValuesFact['data']['values'][string]]]
  })
  const { across } = declaredRules(tag, context)
  const places = across.length > 0 && {
    record: identityOfRecord(record, tag),
    byField: placesFor(across, record, checked, index),
  }
  const { fullName } = tag
  return [
    {
      kind: 'values',
      ...of,
      entry: tree.lines[index]!,
      domain: fullName.domain,
      tag: fullName.tag,
      data: { values: Object.fromEntries(values), ...(places && { places }) },
    },
  ]
}

type Places = NonNullable<ValuesFact['data']['places']>['byField']

/** Where the problems of rules can be in a record. */
function placesFor(rules: readonly DeclaredRule[], record: RecordNode, { tree }: CheckedFile, index: number): Places {
  const placeOf = placesInEntry(record, tree.lines[index]!)
  const places = new Map<string, Places[string]>()
  for (const rule of rules) {
    const found = placesOf(rule, record)
    const tag = { name: '', at: { start: record.tagStart, end: record.tagEnd } }
    for (const { name, at } of found.length > 0 ? found : [tag]) {
      const { start } = at
      const { value: text } = identityOfProblem(record, rule.tag, at)
      places.set(name, { start, ...spanBetween(placeOf(start), placeOf(at.end)), text })
    }
  }
  return Object.fromEntries(places)
}
