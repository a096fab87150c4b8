import { compareText } from '../basics/text.ts'
import { hasSameDomains, type Section, sectionOf, sectionsOf } from '../domains/domains-in-force.ts'
import type { Domain, Tag } from '../domains/registry.ts'
import { type Difference, differenceOf, type Version } from '../syntax/difference.ts'
import { allItems, itemAt, itemsBetween, type List, listOf, replaced, withItems } from '../syntax/list.ts'
import type { Entry, RecordNode } from '../syntax/nodes.ts'
import { goesOnBelow } from '../syntax/open-ends.ts'
import { entryAt, type Tree } from '../syntax/tree.ts'
import {
  type CheckContext,
  type CheckedRecord,
  checkBlock,
  checkLine,
  checkRecord,
  type Resolution,
} from './check-record.ts'
import { type Conflict, conflictsAmong, findingsOf, hasMarkers, type Marker, markersIn } from './conflicts.ts'
import { declaredRules } from './declared/declared-rules.ts'
import { countAll, countDomain } from './domain-counts.ts'
import { indicesWith, Mark } from './marks.ts'
import { type Finding, merged, mergedIntoSorted, type Problem, problemAt, replacedProblems } from './problem.ts'
import { withoutRests } from './stretches.ts'
import { suppress } from './suppression.ts'

/** The result of checking a file. Immutable; the next check of the file reuses the results of unchanged entries. */
export interface CheckedFile extends Version<CheckedEntry> {
  readonly tree: Tree
  readonly context: CheckContext
  /** The results of all entries, as an array that is made when it is asked for first. `list` has the same ones. */
  readonly entries: readonly CheckedEntry[]
  /** The sections of the file in order; the first one starts at entry 0. */
  readonly sections: readonly Section[]
  /** For each entry, bits of `Mark`. */
  readonly marks: List<number>
  /** The number of records in each domain. */
  readonly counts: ReadonlyMap<Domain, number>
}

/** The result for one entry. All entries without a result share one object. */
export type CheckedEntry =
  | CheckedRecord
  | {
      readonly tag: undefined
      readonly findings: readonly Finding[]
      readonly identity?: undefined
      readonly isLeftOut?: undefined
      readonly followed?: undefined
      readonly candidates?: undefined
      readonly isAmbiguous?: undefined
    }

/**
 * Checks a file. Editor, command line and tests use this function. With the previous result, it checks only the entries
 * that changed, and those below a header that now names other domains.
 */
export function checkFile(tree: Tree, context: CheckContext, previous?: CheckedFile): CheckedFile {
  const base = previous?.context === context ? previous : undefined
  const file = checkEach(tree, context, base)
  const undecided = indicesWith(file.marks, Mark.undecided)
  const decided = undecided.length > 0 ? decide(file, undecided) : file
  if (base && decided.change) rememberProblems(decided, base, decided.change)
  return decided
}

/**
 * Checks the first entries of a file while the rest is not read yet. What the whole file decides is left open; the
 * problems that are certain all the same are those of `firstProblems`. `checkFile` goes on from the result.
 *
 * @param previous the result for fewer entries
 */
export const checkFirst = (tree: Tree, context: CheckContext, previous?: CheckedFile): CheckedFile =>
  checkEach(tree, context, previous?.context === context ? previous : undefined)

/** Checks the entries that changed, each by itself. */
function checkEach(tree: Tree, context: CheckContext, base: CheckedFile | undefined): LazyCheckedFile {
  const changed = differenceOf(base?.tree.list ?? emptyList, tree)
  const { first, oldEnd } = changed
  const sections = sectionsOf(tree, context, changed, base?.sections ?? [])
  const newEnd = endOfCheck(changed, base?.sections ?? [], sections, tree)
  const end = oldEnd + newEnd - changed.newEnd

  const before = base?.list ?? emptyList
  const entries = itemsBetween(tree.list, first, newEnd)
  const isKnown = base !== undefined && end - first === entries.length && areSameSections(base.sections, sections)
  const known = isKnown ? knownBetween(base, first, end) : () => undefined
  const fresh = checkEntries(entries, first, tree, context, sections, known)
  const freshMarks = fresh.map((checked, index) => marksOf(entries[index]!, checked, context))
  const counts = new Map(base?.counts)
  countAll(counts, itemsBetween(before, first, end), -1)
  countAll(counts, fresh, 1)
  const list = replaced(before, first, end, fresh)
  const marks = replaced(base?.marks ?? emptyList, first, end, freshMarks)
  const change = { before, first, oldEnd: end, newEnd }

  return new LazyCheckedFile(tree, context, sections, list, marks, counts, change)
}

const areSameSections = (some: readonly Section[], others: readonly Section[]): boolean =>
  some.length === others.length &&
  some.every((section, index) => section.first === others[index]!.first && hasSameDomains(section, others[index]!))

/** Finds the result of a record that is the same object as before: many changes leave most records between them. */
function knownBetween({ tree, list }: CheckedFile, first: number, end: number): KnownEntry {
  const before = itemsBetween(tree.list, first, end)
  const checked = itemsBetween(list, first, end)
  return (entry, number) => (entry.kind === 'record' && before[number] === entry ? checked[number] : undefined)
}

/** The result for the entry with a number in a range; undefined if it has to be checked. */
type KnownEntry = (entry: Entry, number: number) => CheckedEntry | undefined

/** The result of a check. */
class LazyCheckedFile implements CheckedFile {
  private all: readonly CheckedEntry[] | undefined

  constructor(
    readonly tree: Tree,
    readonly context: CheckContext,
    readonly sections: readonly Section[],
    readonly list: List<CheckedEntry>,
    readonly marks: List<number>,
    readonly counts: ReadonlyMap<Domain, number>,
    readonly change?: ChangeOfFile,
  ) {}

  get entries(): readonly CheckedEntry[] {
    this.all ??= allItems(this.list)
    return this.all
  }
}

type ChangeOfFile = NonNullable<CheckedFile['change']>

const emptyList = listOf<never>([])

/**
 * The problems of a checked file, sorted by position, without those that a comment suppresses.
 *
 * @param across the problems that depend on other records, from `checkIntegrity`; `unknown` if the other records have
 *   not
 *   been read, so that a comment for such a problem is not reported as unused
 */
export function problemsOf(file: CheckedFile, across: readonly Problem[] | 'unknown' = []): readonly Problem[] {
  const own = withConflicts(file, ownProblems(file))
  const problems = across === 'unknown' || across.length === 0 ? own : mergedIntoSorted(across, own)
  return suppress(file.tree, problems, indicesWith(file.marks, Mark.suppression), across !== 'unknown')
}

/** The merge conflicts of a file, in order. */
export const conflictsOf = (file: CheckedFile): readonly Conflict[] => conflictsAmong(markersOf(file)).conflicts

/** The conflict markers of a file, in order. */
export const markersOf = ({ tree, marks }: CheckedFile): Marker[] =>
  indicesWith(marks, Mark.marker).flatMap(index => markersIn(entryAt(tree, index)!, index, tree.lineOf(index)))

/** Adds the problems of the conflict markers of a file. */
function withConflicts(file: CheckedFile, problems: readonly Problem[]): readonly Problem[] {
  const markers = markersOf(file)
  if (markers.length === 0) return problems
  const found = findingsOf(markers).map(finding => problemAt(finding.marker.place, finding))
  return merged(found, problems)
}

/**
 * The problems in the entries of a checked file, each entry by itself, sorted by position, including those that a
 * comment suppresses.
 */
export function ownProblems(file: CheckedFile): readonly Problem[] {
  let problems = rememberedProblems.get(file)
  if (!problems) {
    problems = indicesWith(file.marks, Mark.findings).flatMap(entry => problemsOfEntry(file, entry))
    rememberedProblems.set(file, problems)
  }
  return withoutRests(file.tree, problems)
}

/** The own problems of files that were asked for them, with those of the rests of stretches. */
const rememberedProblems = new WeakMap<CheckedFile, readonly Problem[]>()

/** Remembers the own problems after a change, if those before it are known. */
function rememberProblems(file: CheckedFile, before: CheckedFile, change: ChangeOfFile): void {
  const problems = rememberedProblems.get(before)
  if (!problems) return
  const fresh: Problem[] = []
  for (let entry = change.first; entry < change.newEnd; entry++) fresh.push(...problemsOfEntry(file, entry))
  rememberedProblems.set(file, replacedProblems(problems, change, fresh))
}

const problemsOfEntry = ({ list }: CheckedFile, entry: number): Problem[] =>
  itemAt(list, entry)!.findings.map(finding => problemAt(entry, finding))

/** The domains in force at an entry. */
export const sectionAt = (file: CheckedFile, entry: number): Section => sectionOf(file.sections, entry)

/** The domains of the records of a file, the one with most records first. */
export const usedDomains = ({ counts }: CheckedFile): Domain[] =>
  [...counts.keys()].sort((one, other) => counts.get(other)! - counts.get(one)! || compareText(one.path, other.path))

/**
 * The end of the entries to check: the end of the change and of the stray lines directly below it, or the end of its
 * section if other domains are now in force there.
 */
function endOfCheck(
  { oldEnd, newEnd }: Difference,
  before: readonly Section[],
  sections: readonly Section[],
  tree: Tree,
): number {
  if (before.length === 0) return newEnd
  if (hasSameDomains(sectionOf(before, oldEnd - 1), sectionOf(sections, newEnd - 1)))
    return entryAt(tree, newEnd)?.kind === 'stray' ? newEnd + 1 : newEnd
  return sections.find(({ first, header }) => header && first >= newEnd)?.first ?? tree.list.length
}

/** @param first the index of the first of the entries in the tree */
function checkEntries(
  entries: readonly Entry[],
  first: number,
  tree: Tree,
  context: CheckContext,
  sections: readonly Section[],
  known: KnownEntry,
): CheckedEntry[] {
  let section = sections.indexOf(sectionOf(sections, first))
  return entries.map((entry, number) => {
    const index = first + number
    while (sections[section + 1]?.first === index) section++
    return known(entry, number) ?? checkEntry(entry, index, tree, sections[section]!.domains, context)
  })
}

const nothing: CheckedEntry = { tag: undefined, findings: [] }

function checkEntry(
  entry: Entry,
  index: number,
  tree: Tree,
  domains: readonly Domain[],
  context: CheckContext,
): CheckedEntry {
  switch (entry.kind) {
    case 'record':
      return checkRecord(entry, domains, context)
    case 'stray': {
      const above = entryDirectlyAbove(tree, index)
      const isRest = above?.kind === 'record' && goesOnBelow(above) && !entry.text.trimStart().startsWith('@END')
      return isRest ? nothing : { tag: undefined, findings: checkLine(entry, domains, above) }
    }
    case 'block': {
      const findings = checkBlock(entry)
      return findings.length === 0 ? nothing : { tag: undefined, findings }
    }
    default:
      return nothing
  }
}

/** The entry above one, if no line stands between: a tree can have only some of the entries of its file. */
function entryDirectlyAbove(tree: Tree, index: number): Entry | undefined {
  const above = entryAt(tree, index - 1)
  return above && tree.lineOf(index - 1) + above.lineBreaks === tree.lineOf(index) ? above : undefined
}

function marksOf(entry: Entry, { tag, findings, identity, candidates }: CheckedEntry, context: CheckContext): number {
  return (
    (entry.kind === 'comment' && /recline-/i.test(entry.text) ? Mark.suppression : 0) |
    (findings.length > 0 ? Mark.findings : 0) |
    (candidates ? Mark.undecided : 0) |
    (identity && identity.references.length > 0 ? Mark.references : 0) |
    (identity?.definition || (identity && identity.keys.length > 0) ? Mark.definition : 0) |
    (tag && declaredRules(tag, context).across.length > 0 ? Mark.acrossRules : 0) |
    (entry.kind === 'marker' || hasMarkers(entry) ? Mark.marker : 0)
  )
}

/**
 * Decides which definition of an ambiguous tag counts, if the fields of the record do not: that of the domain with most
 * of the other records of the file, then the first one by name.
 */
function decide(file: LazyCheckedFile, undecided: readonly number[]): LazyCheckedFile {
  const { tree, context, sections, list, marks, change } = file
  const counts = new Map(file.counts)
  for (const index of undecided) countDomain(counts, itemAt(list, index)!.tag, -1)
  const decided = context.domainCounts ?? new Map(counts)
  const usedDomains = new Set(decided.keys())
  const changes = new Map<number, CheckedEntry>()
  for (const index of undecided) {
    const { candidates, tag, isAmbiguous } = itemAt(list, index)!
    const resolution = mostUsed(candidates!, decided)
    // An ambiguous record is checked again each time, because its fixes name the domains that the file uses now.
    if (tag !== resolution.tag || isAmbiguous || resolution.tags.length > 1) {
      const record = entryAt(tree, index) as RecordNode
      const { domains } = sectionOf(sections, index)
      changes.set(index, checkRecord(record, domains, context, { ...resolution, candidates: candidates!, usedDomains }))
    }
    countDomain(counts, (changes.get(index) ?? itemAt(list, index)!).tag, 1)
  }
  const changedMarks = new Map(
    [...changes].map(([index, entry]) => [index, marksOf(entryAt(tree, index)!, entry, context)]),
  )
  const isInside = change && [...changes.keys()].every(index => index >= change.first && index < change.newEnd)
  return new LazyCheckedFile(
    tree,
    context,
    sections,
    withItems(list, changes),
    withItems(marks, changedMarks),
    counts,
    isInside ? change : undefined,
  )
}

function mostUsed(candidates: readonly Tag[], counts: ReadonlyMap<Domain, number>): Pick<Resolution, 'tag' | 'tags'> {
  const countOf = (tag: Tag): number => counts.get(tag.domain) ?? 0
  const most = Math.max(...candidates.map(countOf))
  const tags = candidates.filter(tag => countOf(tag) === most)
  return { tag: tags[0]!, tags }
}
