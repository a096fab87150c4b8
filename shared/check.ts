import { checkLine, checkRecord, type CheckedRecord, type Finding, type Resolution } from './check-record.ts'
import { domainsOfFile, domainsOfHeader, isHeader, type DomainsInForce, type FileContext } from './domains.ts'
import type { Problem } from './problem.ts'
import type { Domain, Tag } from './registry.ts'
import { suppress } from './suppression.ts'
import type { Entry } from './syntax.ts'
import type { Tree } from './tree.ts'

/** A file and all that was found in it. Never changed; the next check of the file reuses what still holds. */
export interface CheckedFile {
  readonly tree: Tree
  readonly context: FileContext
  /** The stretches of the file with the same domains in force, in order; the first starts at entry 0. */
  readonly sections: readonly Section[]
  /** What was found in each entry of the tree. */
  readonly entries: readonly CheckedEntry[]
  /** The entries that are comments which suppress problems. */
  readonly suppressions: readonly number[]
}

export interface Section extends DomainsInForce {
  /** The index of the section's first entry; its header, if it has one. */
  readonly first: number
  readonly header: Entry | undefined
}

/** What was found in one entry; one object for all entries that have nothing to say. */
export type CheckedEntry = CheckedRecord | {
  readonly tag: undefined
  readonly findings: readonly Finding[]
  readonly identity?: undefined
  readonly candidates?: undefined
}

/**
 * Checks a file: the one check for editor, command line and tests. With the file's previous check, only entries that
 * changed are checked again.
 */
export function checkFile(tree: Tree, context: FileContext, previous?: CheckedFile): CheckedFile {
  const { sections, suppressions } = survey(tree, context)
  const isSameGround = previous?.context === context && sameHeaders(previous.sections, sections)
  const entries = isSameGround ? reuse(previous, tree) : new Array<CheckedEntry | undefined>(tree.entries.length)
  let section = 0
  let hasUndecided = false
  for (let index = 0; index < entries.length; index++) {
    while (section + 1 < sections.length && sections[section + 1]!.first <= index) section++
    const checked = entries[index] ??= checkEntry(tree.entries[index]!, sections[section]!.domains, context)
    if (checked.candidates) hasUndecided = true
  }
  const all = entries as CheckedEntry[]
  if (hasUndecided) decide(tree, all, sections, context)
  return { tree, context, sections, entries: all, suppressions }
}

/**
 * The problems of a checked file in the order of their places, those that a comment suppresses left out.
 *
 * @param across the problems of its records among others, from `integrityProblems`; `unknown` where the other records
 *   have not been read, so that a comment which suppresses such problems is not called unused
 */
export function problemsOf(file: CheckedFile, across: readonly Problem[] | 'unknown' = []): Problem[] {
  const problems: Problem[] = across === 'unknown' ? [] : [...across]
  const hasAcross = problems.length > 0
  for (let entry = 0; entry < file.entries.length; entry++) {
    for (const finding of file.entries[entry]!.findings) problems.push({ ...finding, entry })
  }
  if (hasAcross) problems.sort((one, other) => one.entry - other.entry || one.start - other.start)
  return suppress(file.tree, problems, file.suppressions, across !== 'unknown')
}

/** The domains in force at an entry. */
export const sectionAt = (file: CheckedFile, entry: number): Section => file.sections.findLast(({ first }) => first <= entry)!

/** The domains that the file's records belong to, the one with most records first. */
export function usedDomains(file: CheckedFile): Domain[] {
  const counts = countDomains(file.entries)
  return [...counts.keys()].sort((one, other) => counts.get(other)! - counts.get(one)!)
}

function survey(tree: Tree, context: FileContext): Pick<CheckedFile, 'sections' | 'suppressions'> {
  const ofFile = domainsOfFile(context)
  const sections: Section[] = [{ ...ofFile, first: 0, header: undefined }]
  const suppressions: number[] = []
  for (let index = 0; index < tree.entries.length; index++) {
    const entry = tree.entries[index]!
    if (entry.kind === 'comment' && entry.text.includes('recline-')) suppressions.push(index)
    else if (entry.kind === 'record' && isHeader(entry)) {
      sections.push({ ...(domainsOfHeader(entry, context.registry) ?? ofFile), first: index, header: entry })
    }
  }
  return { sections, suppressions }
}

const sameHeaders = (before: readonly Section[], after: readonly Section[]): boolean =>
  before.length === after.length && before.every((section, index) => section.header === after[index]!.header)

/** What the previous check found in the entries before and behind those that changed; the ones between are left open. */
function reuse(previous: CheckedFile, tree: Tree): (CheckedEntry | undefined)[] {
  const before = previous.tree.entries
  const after = tree.entries
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && before[before.length - 1 - sameAtEnd] === after[after.length - 1 - sameAtEnd]) sameAtEnd++
  return [
    ...previous.entries.slice(0, same),
    ...new Array<undefined>(after.length - same - sameAtEnd),
    ...previous.entries.slice(before.length - sameAtEnd),
  ]
}

const nothing: CheckedEntry = { tag: undefined, findings: [] }

function checkEntry(entry: Entry, domains: readonly Domain[], context: FileContext): CheckedEntry {
  switch (entry.kind) {
    case 'record': return checkRecord(entry, domains, context)
    case 'stray':
    case 'block': {
      const findings = checkLine(entry)
      return findings.length === 0 ? nothing : { tag: undefined, findings }
    }
    default: return nothing
  }
}

/**
 * Decides between the domains of tags that several define and the record's fields do not tell apart: the one that most
 * of the file's other records belong to, then the first in name order.
 */
function decide(tree: Tree, entries: CheckedEntry[], sections: readonly Section[], context: FileContext): void {
  const counts = countDomains(entries.filter(({ candidates }) => !candidates))
  const used = new Set(counts.keys())
  entries.forEach((checked, index) => {
    const entry = tree.entries[index]!
    if (!checked.candidates || entry.kind !== 'record') return
    const resolution = mostUsed(checked.candidates, counts)
    // An ambiguous one is checked again each time, as its fixes name the domains that the file uses now.
    if (checked.tag === resolution.tag && !checked.isAmbiguous && resolution.tags.length === 1) return
    const { domains } = sections.findLast(({ first }) => first <= index)!
    entries[index] = checkRecord(entry, domains, context, { ...resolution, candidates: checked.candidates, usedDomains: used })
  })
}

function mostUsed(candidates: readonly Tag[], counts: ReadonlyMap<Domain, number>): Pick<Resolution, 'tag' | 'tags'> {
  const count = (tag: Tag): number => counts.get(tag.domain) ?? 0
  const most = Math.max(...candidates.map(count))
  const tags = candidates.filter(tag => count(tag) === most)
  return { tag: tags[0]!, tags }
}

function countDomains(entries: readonly CheckedEntry[]): Map<Domain, number> {
  const counts = new Map<Domain, number>()
  // Neighbours are mostly of one domain, so that a run of them is counted before it is looked up.
  let domain: Domain | undefined
  let run = 0
  const close = (): void => {
    if (domain) counts.set(domain, (counts.get(domain) ?? 0) + run)
  }
  for (const { tag } of entries) {
    if (!tag) continue
    if (tag.domain !== domain) {
      close()
      domain = tag.domain
      run = 0
    }
    run++
  }
  close()
  return counts
}
