import { checkFile, ownProblems, type CheckedFile } from '../../../shared/check.ts'
import type { FileContext } from '../../../shared/domains.ts'
import { parseEntries } from '../../../shared/parse.ts'
import { withSeverities, type Problem, type Severities } from '../../../shared/problem.ts'
import type { Domain, Registry } from '../../../shared/registry.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { readPart, treeOf, type Carried, type PartPlace, type PartReading } from '../../../shared/scan/part.ts'
import { tablesMaker } from '../../../shared/scan/tables.ts'
import type { PlacedDirective } from '../../../shared/suppression.ts'
import type { Tree } from '../../../shared/tree.ts'
import type { Details, PlacedProblem } from '../file-result.ts'
import { placedProblems } from '../placed-problems.ts'
import type { Content, ForeignPart, LongPart, PartReader } from './part-reader.ts'

/** The errand to read and check one part of a file. Errands and what comes of them can go to another thread and back. */
export interface PartTask {
  readonly content: Content
  readonly index: number
  /** The file's name as printed. */
  readonly file: string
  readonly settingDomains: readonly string[]
  readonly severity: Severities
  /** What the parts above leave; where that is not known yet, it is guessed. */
  readonly before: Carried | undefined
  /** How many of the file's records belong to each domain by its path, once that is known. */
  readonly counts?: ReadonlyMap<string, number>
  readonly hasNames: boolean
  /** What of the problems is wanted; undefined where only the facts of the part are. */
  readonly wanted: Wanted | undefined
}

export interface Wanted {
  readonly details: Details
  /** Where the part is in its file; not needed unless fixes are wanted. */
  readonly setting?: PartSetting
}

/** What is around a part. */
export interface PartSetting {
  /** The line of the file on which it starts, from 0. */
  readonly firstLine: number
  /** What fixes may also change: the header in force, or the top of a file without one. */
  readonly above: readonly PlacedText[]
}

/** An entry's text and the line of the file on which it starts. */
export interface PlacedText {
  readonly text: string
  readonly line: number
}

/** What there is to know of a part. Lines count from 0 in the part. */
export interface PartFacts {
  /** Where it starts in the file, and how long it is, in bytes. */
  readonly start: number
  readonly bytes: number
  readonly records: number
  readonly lines: number
  /** What it was checked with of what the parts above leave, and what it leaves itself. */
  readonly before: Carried
  readonly after: Carried
  /** The first line of a block that starts here and is open in the end. */
  readonly openBlock: PlacedText | undefined
  readonly headers: readonly PartPlace[]
  /** Comments that may suppress problems of this part or the next ones; their places are lines. */
  readonly directives: readonly PlacedDirective[]
  /** The records of each domain by its path, without those that other records of the file decide about. */
  readonly counts: ReadonlyMap<string, number>
  /** Whether there are such, and they are not decided. */
  readonly isUndecided: boolean
  /** Whether anything was found in it. */
  readonly hasFindings: boolean
}

/** What the records of a part are called and refer to, as `NameList` has it. */
export interface PartNames {
  readonly definitions: Uint32Array<ArrayBuffer>
  readonly references: Uint32Array<ArrayBuffer>
}

/** What was found in a part, whatever is among all records left out. Lines are the part's, or the file's where its setting was given. */
export type PartFindings = readonly FoundProblem[]

/** A problem, the line on which its entry starts, and where in the entry it does. */
export interface FoundProblem {
  readonly entryLine: number
  readonly start: number
  readonly code: string
  /** Undefined where the code is switched off: what suppresses it is used all the same. */
  readonly placed: PlacedProblem | undefined
}

export type PartResult =
  | { readonly facts: PartFacts; readonly names: PartNames; readonly findings: PartFindings | undefined }
  /** The part before has all of this one's stretch of the file. */
  | 'nothing'
  /** A line of the part, from 1, is not UTF-8. */
  | ForeignPart
  | LongPart

/** Makes the function that checks parts, one at a time. It throws what the system says when a file cannot be read. */
export function partChecker(registry: Registry, hasher: NameHasher, reader: PartReader): (task: PartTask) => PartResult {
  const tablesOf = tablesMaker(hasher)
  return task => {
    const { content, index, file: fileName, settingDomains, counts, hasNames, wanted } = task
    const before = task.before ?? guessedBefore(content, index, reader)
    const part = reader.read(content, index)
    if (part === undefined) return 'nothing'
    if (part === 'too long' || 'foreignLine' in part) return part
    const context: FileContext = { registry, fileName, settingDomains, ...(counts && { domainCounts: byDomain(counts, registry) }) }
    const reading = readPart(part, before, context, tablesOf, hasNames)
    const { firstLine, above } = wanted?.setting ?? { firstLine: 0, above: before.header === undefined ? [] : [{ text: before.header, line: 0 }] }
    const checked = checkFile(treeBelow(above, reading, firstLine), context)
    return {
      facts: {
        start: part.start,
        bytes: part.textEnd,
        records: reading.records,
        lines: reading.scanner.lines,
        before,
        after: reading.after,
        openBlock: reading.openBlock,
        headers: reading.headers,
        directives: reading.directives,
        counts: countsOf(reading, checked, above.length),
        hasFindings: checked.entries.some(({ findings }, entry) => findings.length > 0 && entry >= above.length),
        isUndecided: !counts && checked.entries.some(({ candidates }) => candidates),
      },
      names: hasNames ? namesOf(reading, checked, above.length, hasher) : noNames,
      findings: wanted && foundProblems(task, checked, ownProblems(checked).filter(({ entry }) => entry >= above.length), wanted.details),
    }
  }
}

/** What may stand above a part: the last header near it, or else near the start of the file. */
function guessedBefore(content: Content, index: number, reader: PartReader): Carried {
  const header = index === 0 ? undefined : reader.headerAbove(content, index)
  return { header, isInBlock: false }
}

/** Counts by the domains' paths as counts by the domains. */
export const byDomain = (counts: ReadonlyMap<string, number>, { domains }: Registry): Map<Domain, number> =>
  new Map([...counts].map(([path, count]) => [domains.get(path)!, count]))

/** The entries of a part below those that count in it. */
function treeBelow(above: readonly PlacedText[], { tree }: PartReading, firstLine: number): Tree {
  if (above.length === 0 && firstLine === 0) return tree
  const entries = above.map(({ text }) => parseEntries(text)[0]!)
  return treeOf([...entries, ...tree.entries], [...above.map(({ line }) => line), ...tree.entries.map((_, index) => tree.lines[index]! + firstLine)])
}

/** The names that the scanner noted, and those of the records that were checked. */
function namesOf({ scanner, offsets, tree }: PartReading, { entries }: CheckedFile, above: number, hasher: NameHasher): PartNames {
  const { definitions, references } = scanner
  offsets.forEach((byte, index) => {
    const { identity } = entries[above + index]!
    const line = tree.lines[index]!
    if (identity?.definition) definitions.push(hasher.of(identity.definition), byte, line)
    for (const reference of identity?.references ?? []) references.push(hasher.of(reference), byte, line)
  })
  return { definitions: definitions.taken(), references: references.taken() }
}

const noNames: PartNames = { definitions: new Uint32Array(0), references: new Uint32Array(0) }

function countsOf({ scanner }: PartReading, { entries }: CheckedFile, above: number): Map<string, number> {
  const counts = new Map([...scanner.countDomains()].map(([{ path }, count]) => [path, count]))
  for (const { tag, candidates } of entries.slice(above)) {
    if (tag && !candidates) counts.set(tag.domain.path, (counts.get(tag.domain.path) ?? 0) + 1)
  }
  return counts
}

/** Problems with the severities that count for their file. */
export function foundProblems(
  { file, severity }: Pick<PartTask, 'file' | 'severity'>, checked: CheckedFile, problems: readonly Problem[], details: Details,
): FoundProblem[] {
  const shown = withSeverities(problems, severity)
  const placed = placedProblems(file, checked, shown, details)
  let next = 0
  return problems.map(({ entry, start, code }) => ({
    entryLine: checked.tree.lines[entry]!,
    start,
    code,
    placed: severity[code] === 'off' ? undefined : placed[next++],
  }))
}
