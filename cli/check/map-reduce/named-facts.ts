import type { Finding } from '../../../shared/check/problem.ts'
import { type RecordName, recordName } from '../../../shared/domains/identity.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import {
  type AllRecords,
  checkDefinition,
  checkReference,
  type NamedRecord,
} from '../../../shared/index/identity-rules.ts'
import { metBefore } from '../../../shared/index/integrity.ts'
import type { Place } from '../../../shared/syntax/tree.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import { identityOfName, shortText } from '../../output/problem-identity.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { NameFact } from './facts.ts'

/** Counts how many records have each name. Its memory grows with the number of ids. */
export class NameCounts {
  private readonly counts = new Map<string, number>()

  add(name: NameFact): void {
    if (name.kind !== 'definition') return
    const key = keyOf(nameOf(name))
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
  }

  of(name: RecordName): number {
    return this.counts.get(keyOf(name)) ?? 0
  }
}

/**
 * Runs the rules about names on the names of all records. Without the records, their problems have no fixes.
 *
 * @param counts has all names
 * @param forAllNames calls a function with all names. It is used up to twice, so that names need not be kept in memory
 * @param sides tells of each file with merge conflicts which lines are on different sides of one
 * @returns a function that returns the problems of a file, in the order of their places
 */
export async function checkNames(
  counts: NameCounts,
  forAllNames: (take: (name: NameFact) => void) => Promise<void>,
  registry: Registry,
  sides: ReadonlyMap<string, NamedRecord['areOnOtherSides']>,
): Promise<(file: string) => FoundProblem[]> {
  const suspects = new Map<string, NameFact[]>()
  const definitions = new Map<string, NameFact[]>()
  const missing = new Set<string>()
  await forAllNames(name => {
    const isDefinition = name.kind === 'definition'
    const count = counts.of(nameOf(name))
    if (isDefinition ? count < 2 : count > 0) return
    addTo(suspects, name.file, name)
    if (isDefinition) addTo(definitions, keyOf(nameOf(name)), name)
    else missing.add(name.id)
  })
  const tags = [...registry.domains.values()].flatMap(({ tags }) => [...tags.values()])
  const isMeant = (id: string): boolean => tags.some(({ fullName }) => counts.of(recordName(fullName, id)) > 0)
  if ([...missing].some(isMeant))
    await forAllNames(name => {
      if (name.kind !== 'definition' || !missing.has(name.id) || counts.of(nameOf(name)) > 1) return
      addTo(definitions, keyOf(nameOf(name)), name)
    })
  for (const names of suspects.values()) names.sort(byPlace)
  for (const names of definitions.values()) names.sort(byPlace)

  const records = recordsOf(counts, definitions)
  return file => {
    const isMet = metBefore()
    return (suspects.get(file) ?? []).flatMap(name => problemsOf(name, records, registry, isMet, sides.get(file)))
  }
}

/** @param definitions the definitions that problems are about or point at, in order, by their names */
const recordsOf = (counts: NameCounts, definitions: ReadonlyMap<string, readonly NameFact[]>): AllRecords => ({
  count: name => counts.of(name),
  isElsewhere(name, file) {
    const same = definitions.get(keyOf(name)) ?? []
    return same.length > 0 && (same[0]!.file !== file || same.at(-1)!.file !== file)
  },
  definitionsOf: (name, limit) => (definitions.get(keyOf(name)) ?? []).slice(0, limit).map(placeOf),
  // Only fixes need these.
  idsOf: () => [],
  nextIdOf: () => undefined,
})

function problemsOf(
  name: NameFact,
  records: AllRecords,
  registry: Registry,
  isMet: (name: RecordName) => boolean,
  areOnOtherSides: NamedRecord['areOnOtherSides'],
): FoundProblem[] {
  const { kind, file: uri, start, end, line, field = '', domain, tag, ownDomain = domain, ownTag = tag } = name
  const named: NamedRecord = {
    uri,
    record: undefined,
    domain: ownDomain,
    tag: ownTag,
    firstLine: line - 1,
    endLine: line,
    areOnOtherSides,
  }
  const meant = { ...nameOf(name), start, end }
  const problems: FoundProblem[] = []
  const take = (finding: Finding): void => {
    problems.push(foundProblem(name, finding))
  }
  if (kind === 'definition') checkDefinition(named, meant, isMet(meant), records, take)
  else checkReference(named, { ...meant, field }, [], records, registry, take)
  return problems
}

/** The rules about names mark the name itself, so the place of the problem is the place of the name. */
function foundProblem(name: NameFact, { code, severity, message, domain, tag, field, related }: Finding): FoundProblem {
  const { entry, start, line, column, endLine, endColumn, record = identityOfName(nameOf(name)) } = name
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

const nameOf = ({ domain, tag, id }: NameFact): RecordName => ({ path: `${domain}.${tag}`, domain, tag, id })

const keyOf = ({ path, id }: RecordName): string => `${path} ${id}`

function addTo(lists: Map<string, NameFact[]>, key: string, name: NameFact): void {
  const list = lists.get(key)
  if (list) list.push(name)
  else lists.set(key, [name])
}

function byPlace(one: NameFact, other: NameFact): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1
  return one.entry - other.entry || one.start - other.start
}

const placeOf = ({ file, line, column, endLine, endColumn }: NameFact): Place => ({
  uri: file,
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
})
