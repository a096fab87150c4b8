import { type CheckedFile, sectionAt } from '../check/check.ts'
import { Mark } from '../check/marks.ts'
import { type Problem, problemAt } from '../check/problem.ts'
import type { ReferenceContext, Report, Rule } from '../check/rule.ts'
import { rulesFor } from '../check/rules/index.ts'
import { type Definition, type RecordName, type Reference, recordName } from '../domains/identity.ts'
import { differenceOf } from '../syntax/difference.ts'
import type { RecordNode, Span } from '../syntax/nodes.ts'
import type { Place } from '../syntax/tree.ts'
import type { RecordIndex } from './workspace-index.ts'

/** How many other places a problem points at. */
const relatedLimit = 5

/** The problems of a file's records among those of all files, as of a state of the index. */
export interface Integrity {
  readonly file: CheckedFile
  readonly revision: number
  /** In the order of their entries. */
  readonly problems: readonly Problem[]
}

/** What there is to know of the records of all files. */
export interface AllRecords
  extends Pick<RecordIndex, 'count' | 'isElsewhere' | 'definitionsOf' | 'idsOf' | 'nextIdOf' | 'tagsWithRepeatedIds'> {
  /** The same number as long as no id came or went anywhere. */
  readonly revision: number
}

/**
 * Checks a file's records among those of all files: for ids that are not unique and references to no record.
 *
 * @param index has the records of all files, this one included
 * @param previous what was found before a change. As long as no id came or went anywhere, only the records that changed
 *   are looked at; and as long as no problem points at another place, which may have moved
 */
export function checkIntegrity(uri: string, file: CheckedFile, index: AllRecords, previous?: Integrity): Integrity {
  const { revision } = index
  if (previous?.revision !== revision || previous.problems.some(({ related }) => related)) {
    return { file, revision, problems: problemsBetween(0, file.entries.length, uri, file, index, metBefore()) }
  }
  const { first, oldEnd, newEnd } = differenceOf(previous.file.entries, file)
  const fresh = problemsBetween(first, newEnd, uri, file, index, metBefore())
  const shift = newEnd - oldEnd
  const behind = previous.problems.filter(({ entry }) => entry >= oldEnd)
  return {
    file,
    revision,
    problems: [
      ...previous.problems.filter(({ entry }) => entry < first),
      ...fresh,
      ...(shift === 0 ? behind : behind.map(problem => problemAt(problem.entry + shift, problem))),
    ],
  }
}

/**
 * The problems of records that are only some of their file's.
 *
 * @param first the entry to start with; those above only say what holds for the others
 * @param isLater whether a record above in the file has the name too; asked in order of those that stand more than once
 */
export const integrityOfSome = (
  uri: string,
  file: CheckedFile,
  first: number,
  index: AllRecords,
  isLater: (name: RecordName) => boolean,
): Problem[] => problemsBetween(first, file.entries.length, uri, file, index, isLater)

/** Tells of a name whether it was asked about before. */
export function metBefore(): (name: RecordName) => boolean {
  const seen = new Set<string>()
  return ({ path, id }) => {
    const { size } = seen
    return seen.add(`${path} ${id}`).size === size
  }
}

function problemsBetween(
  first: number,
  end: number,
  uri: string,
  file: CheckedFile,
  index: AllRecords,
  isLater: (name: RecordName) => boolean,
): Problem[] {
  const problems: Problem[] = []
  // Most tags have no id twice, so that most records that refer to nothing need no look at all.
  const repeated = index.tagsWithRepeatedIds()
  const mark = repeated.size > 0 ? Mark.references | Mark.definition : Mark.references
  for (let entry = first; entry < end; entry++) {
    if ((file.marks[entry]! & mark) === 0) continue
    const { definition, references } = file.entries[entry]!.identity!
    if (definition && repeated.has(definition.path) && index.count(definition) > 1) {
      checkDefinition({ uri, file, entry, index, problems }, definition, isLater(definition))
    }
    for (const reference of references) {
      if (index.count(reference) === 0) checkReference({ uri, file, entry, index, problems }, reference)
    }
  }
  return problems
}

/** Where a rule looks, and what it adds to. */
interface Subject {
  readonly uri: string
  readonly file: CheckedFile
  readonly entry: number
  readonly index: AllRecords
  readonly problems: Problem[]
}

function checkDefinition(subject: Subject, definition: Definition, isLater: boolean): void {
  const { uri, file, entry, index } = subject
  const others = (): Place[] =>
    index
      .definitionsOf(definition, relatedLimit + 1)
      .filter(place => !isIn(place, uri, file, entry))
      .slice(0, relatedLimit)
  const isElsewhere = (): boolean => index.isElsewhere(definition, uri)
  for (const rule of definitionRules) {
    rule.definition({
      record: file.tree.entries[entry] as RecordNode,
      definition,
      count: index.count(definition),
      isLater,
      isElsewhere,
      others,
      nextId: () => index.nextIdOf(definition),
      report: reporter(subject, rule, definition),
    })
  }
}

function checkReference(subject: Subject, reference: Reference): void {
  const { file, entry, index } = subject
  const context = referenceContext(
    file,
    entry,
    reference,
    `${file.entries[entry]!.tag!.name}.${reference.field}`,
    index,
  )
  for (const rule of referenceRules)
    rule.reference({ ...context, report: reporter(subject, rule, reference, reference.field) })
}

/** A problem's fixes keep this and what it knows, so that it does not know the file: a problem outlives many of them. */
function reporter(
  { file, entry, problems }: Subject,
  { code, severity }: Rule,
  standard: Span,
  field?: string,
): Report {
  const {
    domain: { path: domain },
    name: tag,
  } = file.entries[entry]!.tag!
  return (message, { at: { start, end } = standard, related, fixes } = {}) => {
    problems.push({ code, severity, message, entry, start, end, domain, tag, field, related, fixes })
  }
}

function referenceContext(
  file: CheckedFile,
  entry: number,
  reference: Reference,
  label: string,
  index: AllRecords,
): Omit<ReferenceContext, 'report'> {
  const {
    registry: { domains },
  } = file.context
  const domain = domains.get(reference.domain)
  const names = (): RecordName[] =>
    [...domains.values()].flatMap(({ tags }) =>
      [...tags.values()].map(({ fullName }) => recordName(fullName, reference.id)),
    )
  let others: RecordName[] | undefined
  return {
    record: file.tree.entries[entry] as RecordNode,
    label,
    reference,
    otherTags: () => (others ??= names().filter(name => index.count(name) > 0)),
    ids: () => index.idsOf(reference),
    target: domain?.tags.get(reference.tag),
    isInForce: domain !== undefined && sectionAt(file, entry).domains.includes(domain),
    placesOf: name => index.definitionsOf(name, relatedLimit),
  }
}

function isIn(place: Place, uri: string, { tree }: CheckedFile, entry: number): boolean {
  return (
    place.uri === uri &&
    place.start.line >= tree.lines[entry]! &&
    place.start.line < Math.max(tree.lines[entry + 1]!, tree.lines[entry]! + 1)
  )
}

const definitionRules = rulesFor('definition')
const referenceRules = rulesFor('reference')
