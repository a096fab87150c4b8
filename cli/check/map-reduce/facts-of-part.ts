import { groupBy } from '../../../shared/basics/group.ts'
import type { CheckedFile } from '../../../shared/check/check.ts'
import type { PlacedText } from '../../../shared/check/check-some.ts'
import { declaredRules, type RulesInForce } from '../../../shared/check/declared/declared-rules.ts'
import { type FollowedValues, followedFields, followedValues } from '../../../shared/check/declared/followed-records.ts'
import { type Definition, identityOf, type Reference } from '../../../shared/domains/identity.ts'
import { type FieldDefinition, type Tag, tagOfPath } from '../../../shared/domains/registry.ts'
import { ParsedRecord } from '../../../shared/expression/run/parsed-record.ts'
import { isHeader } from '../../../shared/syntax/nodes.ts'
import { codePointCount, type PlacedSpan, placesIn } from '../../output/places.ts'
import { identityOfName, identityOfRecord } from '../../output/problem-identity.ts'
import type { PartResult } from '../parts/check-part.ts'
import { type FactTable, jsonOfText } from './fact-tables.ts'
import {
  type ColumnsOfName,
  type DirectiveFact,
  type Fact,
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
  {
    bytes,
    records,
    namingFiles,
    before,
    after,
    counts,
    openBlock,
    markers,
  }: PartResult & { readonly namingFiles: number },
  isLast: boolean,
  top: readonly PlacedText[] | undefined,
  now: number,
  rules: RulesOfPart,
): PartFact => ({
  kind: 'part',
  ...of,
  data: {
    version: factsVersion,
    end: bytes.end,
    isLast,
    records,
    ...(namingFiles > 0 && { namingFiles }),
    before,
    after,
    counts: Object.fromEntries(counts),
    top,
    openBlock,
    ...(markers.length > 0 && { markers: [...markers] }),
    now,
    ...rules,
  },
})

/** The names of the followed fields, and the codes of the declared rules that run, by the paths of the tags. */
export type RulesOfPart = Pick<PartFact['data'], 'followed' | 'rules'>

/** Makes a function that returns them for the domains of a part. Most parts of a file have the same domains. */
export function rulesOfParts(context: RulesInForce): (domains: readonly string[]) => RulesOfPart {
  const known = new Map<string, RulesOfPart>()
  return domains => {
    const key = domains.join(' ')
    const rules = known.get(key) ?? rulesOfPart(domains, context)
    known.set(key, rules)
    return rules
  }
}

function rulesOfPart(domains: readonly string[], context: RulesInForce): RulesOfPart {
  const tags = domains.flatMap(path => [...(context.registry.domains.get(path)?.tags.values() ?? [])])
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
export const findingFacts = (of: OfPart, { problems = [] }: PartResult): FactTable => ({
  length: problems.length,
  shared: { kind: 'finding', ...of },
  own: {
    entry: problems.map(({ entry }) => entry),
    start: problems.map(({ start }) => start),
    data: problems.map(({ placed }) => JSON.stringify(placed)),
  },
})

/** The facts about the comments of a part that suppress problems. */
export const directiveFacts = (of: OfPart, { directives }: PartResult): DirectiveFact[] =>
  directives.map(({ place, ...data }) => ({ kind: 'directive', ...of, entry: place, data }))

/** The facts about the usual names of a part, those of each field together. */
export const namesFacts = (of: OfPart, { names: { placed } }: PartResult): FactTable[] =>
  placed!.lists.map(({ field: { tag: own, definition }, ids, owners, entries, starts, lines, columns }) => {
    const isUsual = (index: number): boolean => lines[index] === 0 && columns[index] === starts[index]! + 1
    const { domain, tag } = owners ? definition.target! : own.nameOfRecords
    const { path } = own.nameOfRecords
    return {
      length: ids.length,
      shared: { kind: owners ? 'reference' : 'definition', ...of, domain, tag, field: owners && definition.name },
      own: {
        entry: entries,
        start: starts,
        line: lines.map((line, index) => (isUsual(index) ? undefined : entries[index]! + 1 + line)),
        column: columns.map((column, index) => (isUsual(index) ? undefined : column)),
        id: ids,
        ...(owners && { record: owners.map(id => identityOfName({ path, id })) }),
      },
    }
  })

/** The facts about the values of a part that rules about several records read, those of each tag together. */
export const valuesFacts = (of: OfPart, { followed }: PartResult, context: RulesInForce): FactTable[] =>
  Array.from(
    groupBy(followed, ({ path }) => path),
    ([path, rows]) => {
      const tag = tagOfPath(context.registry, path)!
      const write = valuesWriter(followedFields(context).get(tag)!)
      return {
        length: rows.length,
        shared: { kind: 'values', ...of, domain: tag.fullName.domain, tag: tag.fullName.tag },
        own: { entry: rows.map(({ line }) => line), data: rows.map(({ values, text }) => write(values, text)) },
      }
    },
  )

const jsonOfFact = (value: unknown): string => (typeof value === 'string' ? jsonOfText(value) : JSON.stringify(value))

/** Makes a function that writes the values of a record, and its text if a rule is about it, as JSON. */
function valuesWriter(fields: readonly FieldDefinition[]): (known: FollowedValues, text?: string) => string {
  const names = fields.map(({ name }) => `${JSON.stringify(name)}:`)
  return (known, text) => {
    let values = ''
    for (let index = 0; index < names.length; index++) {
      const value = known[index]
      // JSON has no exact numbers of this size.
      const held = typeof value === 'bigint' ? String(value) : value
      if (held !== undefined) values += (values === '' ? '' : ',') + names[index] + jsonOfFact(held)
    }
    return text === undefined ? `{"values":{${values}}}` : `{"values":{${values}},"text":${JSON.stringify(text)}}`
  }
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
      for (const { definition, references, keys } of candidates.map(tag => identityOf(record, tag)))
        for (const { domain, tag, id } of [...(definition ? [definition] : []), ...keys, ...references])
          facts.push({ kind: 'possible', ...of, entry, domain, tag, id })
    }
  }
  return facts
}

/** The facts about the id of a record, about its values in unique lists, and about its references. */
export function namesOf(of: OfPart, checked: CheckedFile, index: number, placeOf = placesIn(checked.tree)): NameFact[] {
  const { identity, tag: own } = checked.entries[index]!
  const entry = checked.tree.entries[index]!
  if (!identity || !own || entry.kind !== 'record') return []
  const firstLine = checked.tree.lines[index]!
  const columnsOf = ({ domain, tag, id, start, end }: Definition | Reference): ColumnsOfName => {
    const { line, column } = placeOf(index, start)
    const { line: endLine, column: endColumn } = placeOf(index, end)
    const isPlaced = line === firstLine + 1 && column === start + 1
    const isUsual = start + id.length === end && endLine === line && endColumn === column + codePointCount(id)
    return {
      ...of,
      entry: firstLine,
      start,
      domain,
      tag,
      id,
      line: isPlaced ? undefined : line,
      column: isPlaced ? undefined : column,
      end: isUsual ? undefined : end,
      endLine: isUsual ? undefined : endLine,
      endColumn: isUsual ? undefined : endColumn,
    }
  }
  const facts: NameFact[] = identity.definition ? [{ kind: 'definition', ...columnsOf(identity.definition) }] : []
  for (const key of identity.keys)
    facts.push({ kind: 'definition', ...columnsOf(key), record: identityOfRecord(entry, own) })
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
  return { line, column, endLine: name.endLine ?? line, endColumn: name.endColumn ?? column + codePointCount(name.id) }
}

/** The fact about the values of a record that rules about several records read; none if they read nothing of it. */
export function valuesOf({ file, part }: OfPart, { tree, context, entries }: CheckedFile, index: number): ValuesFact[] {
  const { tag } = entries[index]!
  const record = tree.entries[index]!
  const fields = tag && followedFields(context).get(tag)
  if (!fields || record.kind !== 'record') return []
  const data = JSON.parse(valuesWriter(fields)(followedValues(fields, new ParsedRecord(record)), record.text))
  const { domain, tag: name } = tag.fullName
  return [{ kind: 'values', file, part, entry: tree.lines[index]!, domain, tag: name, data }]
}
