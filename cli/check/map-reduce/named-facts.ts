import { addToGroup } from '../../../shared/basics/group.ts'
import type { Finding } from '../../../shared/check/problem.ts'
import { type RecordName, recordName, recordNameKey } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import {
  type AllRecords,
  checkDefinition,
  checkKey,
  checkReference,
  type NamedRecord,
} from '../../../shared/index/identity-rules.ts'
import { metBefore } from '../../../shared/index/integrity.ts'
import type { Place } from '../../../shared/syntax/tree.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import { identityOfName, shortText } from '../../output/problem-identity.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { NameFact } from './facts.ts'
import { spanOfName } from './facts-of-part.ts'
import { pathOfRecord, recordNameOf, type SuspectNames } from './name-facts.ts'

/**
 * Runs the rules about names on the suspects. Without the records, their problems have no fixes.
 *
 * @param sides tells of each file with merge conflicts which lines are on different sides of one
 * @returns a function that returns the problems of a file, in the order of their places
 */
export function checkNames(
  names: SuspectNames,
  registry: Registry,
  sides: ReadonlyMap<string, NamedRecord['areOnOtherSides']>,
): (file: string) => FoundProblem[] {
  const suspects = new Map<string, NameFact[]>()
  for (const name of names.suspects) {
    const others = suspects.get(name.file)
    if (others) others.push(name)
    else suspects.set(name.file, [name])
  }
  for (const some of suspects.values()) some.sort(byPlace)

  const records = recordsOfNames(names)
  return file => {
    const isMet = metBefore()
    return (suspects.get(file) ?? []).flatMap(name => problemsOfName(name, records, registry, isMet, sides.get(file)))
  }
}

function recordsOfNames({ definitions }: SuspectNames): AllRecords {
  const byName = new Map<string, NameFact[]>()
  const byId = new Map<string, string[]>()
  for (const definition of definitions.toSorted(byPlace)) {
    addToGroup(byId, definition.id, recordNameOf(definition).path)
    const key = recordNameKey(recordNameOf(definition))
    const others = byName.get(key)
    if (others) others.push(definition)
    else byName.set(key, [definition])
  }
  /** The ids of the records of a name, in order. */
  const definitionsOf = (name: RecordName): readonly NameFact[] => byName.get(recordNameKey(name)) ?? []
  return {
    count: name => definitionsOf(name).length,
    tagsWithId: id => byId.get(id) ?? [],
    isElsewhere(name, file) {
      const same = definitionsOf(name)
      return same.length > 0 && (same[0]!.file !== file || same.at(-1)!.file !== file)
    },
    definitionsOf: (name, limit) => definitionsOf(name).slice(0, limit).map(placeOfName),
    // Only fixes need these.
    idsOf: () => [],
    nextIdOf: () => undefined,
  }
}

function problemsOfName(
  name: NameFact,
  records: AllRecords,
  registry: Registry,
  isMet: (name: RecordName) => boolean,
  areOnOtherSides: NamedRecord['areOnOtherSides'],
): FoundProblem[] {
  const { file: uri, start } = name
  const { line } = spanOfName(name)
  const record = name.record ?? undefined
  const path = record === undefined ? `${name.domain}.${name.tag}` : pathOfRecord(record)
  const { domain, tag } = registry.tags.get(path)!.fullName
  const named: NamedRecord = {
    uri,
    record: undefined,
    domain,
    tag,
    firstLine: line - 1,
    endLine: line,
    areOnOtherSides,
  }
  const meant = { ...recordNameOf(name), start, end: name.end ?? start + name.id.length }
  const problems: FoundProblem[] = []
  const take = (finding: Finding): void => {
    problems.push(problemAboutName(name, finding))
  }
  if (name.kind === 'definition') {
    if (record === undefined) checkDefinition(named, meant, isMet(meant), records, take)
    else
      checkKey(
        named,
        meant,
        recordName({ path, domain: name.domain, tag }, record.slice(path.length + 1)),
        isMet(meant),
        records,
        take,
      )
  } else checkReference(named, { ...meant, field: name.field }, [], records, registry, take)
  return problems
}

/** The rules about names mark the name itself, so the place of the problem is the place of the name. */
function problemAboutName(
  name: NameFact,
  { code, severity, message, domain, tag, field, related }: Finding,
): FoundProblem {
  const { entry, start } = name
  const record = name.record ?? identityOfName(recordNameOf(name))
  const { line, column, endLine, endColumn } = spanOfName(name)
  const placed: PlacedProblem = {
    code,
    severity,
    message,
    line,
    column,
    endLine,
    endColumn,
    domain: domain ?? null,
    tag: tag ?? null,
    field: field ?? null,
    identity: { record, value: shortText(name.id) },
    related: related?.().flatMap(({ at, message }) =>
      'uri' in at ? { file: at.uri, line: at.start.line + 1, message } : [],
    ),
    isFixable: false,
    fixes: [],
  }
  return { entry, start, code, placed }
}

function byPlace(one: NameFact, other: NameFact): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.entry - other.entry || one.start - other.start
}

function placeOfName(name: NameFact): Place {
  const { line, column, endLine, endColumn } = spanOfName(name)
  return {
    uri: name.file,
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  }
}
