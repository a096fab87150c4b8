import type { CheckedFile } from '../../../shared/check/check.ts'
import type { PlacedText } from '../../../shared/check/check-some.ts'
import { declaredRules, nowIn, type RulesInForce } from '../../../shared/check/declared/declared-rules.ts'
import { type FollowedValues, followedFields, followedValues } from '../../../shared/check/declared/followed-records.ts'
import { type FileContext, isHeader } from '../../../shared/domains/domains-in-force.ts'
import { type Definition, identityOf, type Reference } from '../../../shared/domains/identity.ts'
import { type FieldDefinition, type Tag, tagOfPath } from '../../../shared/domains/registry.ts'
import { ParsedRecord } from '../../../shared/expression/run/parsed-record.ts'
import { type PlacedSpan, placesIn, spanBetween } from '../../output/places.ts'
import { identityOfName, identityOfRecord } from '../../output/problem-identity.ts'
import type { PartResult } from '../parts/check-part.ts'
import {
  type ColumnsOfName,
  type DirectiveFact,
  type Fact,
  type FactValue,
  type FindingFact,
  factsVersion,
  type NameFact,
  type PartFact,
  type ValuesFact,
} from './facts.ts'

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
    version: factsVersion,
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

/** The facts about the usual names of a part. */
export const namesFacts = ({ file, part }: OfPart, { names: { placed } }: PartResult): NameFact[] =>
  placed!.names.map(({ field: { tag: own, definition }, id, owner, entry, start, line: below, column: at }) => {
    const isUsual = below === 0 && at === start + 1
    const line = isUsual ? undefined : entry + 1 + below
    const column = isUsual ? undefined : at
    // Names are many, and to spread an object takes several times as long.
    if (owner === undefined) {
      const { domain, tag } = own.fullName
      return { kind: 'definition', file, part, entry, start, line, column, domain, tag, id }
    }
    const { domain, tag } = definition.target!
    const record = identityOfName({ path: own.fullName.path, id: owner })
    return {
      kind: 'reference',
      file,
      part,
      entry,
      start,
      line,
      column,
      domain,
      tag,
      id,
      field: definition.name,
      record,
    }
  })

/** The facts about the values of a part that rules about several records read. */
export const valuesFacts = (of: OfPart, { followed }: PartResult, context: RulesInForce): ValuesFact[] =>
  followed.map(({ path, line, values, text }) => {
    const tag = tagOfPath(context.registry, path)!
    return valuesFact(of, tag, line, followedFields(context).get(tag)!, values, text)
  })

function valuesFact(
  { file, part }: OfPart,
  { fullName: { domain, tag } }: Tag,
  entry: number,
  fields: readonly FieldDefinition[],
  known: FollowedValues,
  text: string | undefined,
): ValuesFact {
  const written: [string, FactValue | null][] = []
  for (const [index, { name }] of fields.entries()) {
    const value = known[index]
    // JSON has no exact numbers of this size.
    const held = typeof value === 'bigint' ? String(value) : value
    if (held !== undefined) written.push([name, held as FactValue | null])
  }
  const values = Object.fromEntries(written)
  return { kind: 'values', file, part, entry, domain, tag, data: text === undefined ? { values } : { values, text } }
}

/**
 * The facts about the names of records, and about undecided records.
 *
 * @param isNamed whether the record on a line has names that no other fact has
 * @param first the index of the first entry
 * @param header the header in force at that entry
 */
export function recordFacts(
  of: OfPart,
  checked: CheckedFile,
  first: number,
  header: PlacedText | undefined,
  isNamed: (line: number) => boolean,
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
  const firstLine = checked.tree.lines[index]!
  const columnsOf = ({ domain, tag, id, start, end }: Definition | Reference): ColumnsOfName => {
    const name = { ...of, entry: firstLine, start, domain, tag, id }
    const span = spanBetween(placeOf(index, start), placeOf(index, end))
    const usual = spanOfName(name)
    const { line, column } = span
    const isPlaced = usual.line === line && usual.column === column
    const placed = isPlaced ? name : { ...name, line, column }
    const { endLine, endColumn } = spanOfName(placed)
    const isUsual = start + id.length === end && endLine === span.endLine && endColumn === span.endColumn
    return isUsual ? placed : { ...placed, end, endLine: span.endLine, endColumn: span.endColumn }
  }
  const facts: NameFact[] = identity.definition ? [{ kind: 'definition', ...columnsOf(identity.definition) }] : []
  for (const reference of identity.references)
    facts.push({
      kind: 'reference',
      ...columnsOf(reference),
      field: reference.field,
      record: identityOfRecord(entry, own),
    })
  return facts
}

/** Where a name is in its file. */
export function spanOfName(name: ColumnsOfName): PlacedSpan {
  const line = name.line ?? name.entry + 1
  const column = name.column ?? name.start + 1
  return { line, column, endLine: name.endLine ?? line, endColumn: name.endColumn ?? column + [...name.id].length }
}

/** The fact about the values of a record that rules about several records read; none if they read nothing of it. */
export function valuesOf(of: OfPart, { tree, context, entries }: CheckedFile, index: number): ValuesFact[] {
  const { tag } = entries[index]!
  const record = tree.entries[index]!
  const fields = tag && followedFields(context).get(tag)
  if (!fields || record.kind !== 'record') return []
  const values = followedValues(fields, new ParsedRecord(record))
  return [valuesFact(of, tag, tree.lines[index]!, fields, values, record.text)]
}
