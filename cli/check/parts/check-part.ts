import { type CheckedFile, checkFile, ownProblems } from '../../../shared/check/check.ts'
import type { Finding, Problem, Severities } from '../../../shared/check/problem.ts'
import type { Severity } from '../../../shared/check/rule.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import type { Domain, Registry } from '../../../shared/domains/registry.ts'
import { type FieldFinding, fieldChecker } from '../../../shared/scan/field-findings.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import {
  type Batch,
  type Carried,
  type DoubtfulFields,
  type PartReading,
  type PlacedText,
  readPart,
  treeOf,
} from '../../../shared/scan/part.ts'
import { tablesMaker } from '../../../shared/scan/tables.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { Tree } from '../../../shared/syntax/tree.ts'
import type { Details, PlacedProblem } from '../../output/file-result.ts'
import { placedFinding, problemPlacer, type Writable } from '../../output/placed-problems.ts'
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

/** What is around a part. Lines count from 0 in the file. */
export interface PartSetting {
  /** The line on which it starts. */
  readonly firstLine: number
  /** Where fixes are wanted: the entries at the top of the file, which show where a header goes and how lines end. */
  readonly top: readonly PlacedText[]
  /** The header in force above the part. */
  readonly header: PlacedText | undefined
}

/** What there is to know of a part. Lines count from 0 in the part. */
export interface PartFacts extends Omit<PartReading, 'counts' | 'hasCandidates' | 'definitions' | 'references'> {
  /** Where it starts in the file, and how long it is, in bytes. */
  readonly start: number
  readonly bytes: number
  /** What it was checked with of what the parts above leave. */
  readonly before: Carried
  /** The records of each domain by its path, without those that other records of the file decide about. */
  readonly counts: ReadonlyMap<string, number>
  /** Whether there are such, and they are not decided. */
  readonly isUndecided: boolean
  /** Whether anything was found in it. */
  readonly hasFindings: boolean
}

/** What the records of a part are called and refer to, as `NameList` has it. */
export interface PartNames {
  readonly definitions: Int32Array<ArrayBuffer>
  readonly references: Int32Array<ArrayBuffer>
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
export function partChecker(
  registry: Registry,
  hasher: NameHasher,
  reader: PartReader,
): (task: PartTask) => PartResult {
  const ways = { tablesOf: tablesMaker(hasher), hasher }
  const checkFields = fieldChecker()
  return task => {
    const { content, index, file: fileName, settingDomains, counts, hasNames, wanted } = task
    const before = task.before ?? guessedBefore(content, index, reader)
    const part = reader.read(content, index)
    if (part === undefined) return 'nothing'
    if (part === 'too long' || 'foreignLine' in part) return part
    const context: FileContext = {
      registry,
      fileName,
      settingDomains,
      ...(counts && { domainCounts: byDomain(counts, registry) }),
    }
    const setting = wanted?.setting ?? {
      firstLine: 0,
      top: [],
      header: before.header === undefined ? undefined : { text: before.header, line: 0 },
    }
    const findings: FoundProblem[] = []
    let hasFindings = false
    const { firstLine } = setting
    const {
      counts: domains,
      hasCandidates,
      definitions,
      references,
      ...reading
    } = readPart(
      part,
      before,
      context,
      { ...ways, hasNames },
      {
        check: batch => {
          const above = aboveOf(setting, batch.header)
          const checked = checkFile(treeBelow(above, batch, firstLine), context)
          const problems = ownProblems(checked).filter(({ entry }) => entry >= above.length)
          hasFindings ||= problems.length > 0
          if (wanted) for (const found of foundProblems(task, checked, problems, wanted.details)) findings.push(found)
          return checked.entries.slice(above.length)
        },
        // Fixes can change what is around a record, so they need all of it.
        ...(!wanted?.details.fixes && {
          checkFields: doubtful => {
            checkFields(doubtful, context, (finding, start) => {
              hasFindings = true
              if (wanted) findings.push(foundInField(task, doubtful, firstLine, finding, start, wanted.details))
            })
          },
        }),
      },
    )
    // Records of which only some fields are checked come behind the others, and from the last one up.
    findings.sort((one, other) => one.entryLine - other.entryLine)
    return {
      facts: {
        ...reading,
        before,
        start: part.start,
        bytes: part.textEnd,
        counts: new Map([...domains].map(([{ path }, count]) => [path, count])),
        hasFindings,
        isUndecided: hasCandidates && !counts,
      },
      names: { definitions: definitions.taken(), references: references.taken() },
      findings: wanted && findings,
    }
  }
}

/** What stands above some entries that counts with them, in the lines of the file. */
export function aboveOf({ firstLine, top, header }: PartSetting, headerOfPart?: PlacedText): PlacedText[] {
  const latest = headerOfPart ? { text: headerOfPart.text, line: headerOfPart.line + firstLine } : header
  return latest ? [...top, latest] : [...top]
}

/** What may stand above a part: the last header near it, or else near the start of the file. */
function guessedBefore(content: Content, index: number, reader: PartReader): Carried {
  const header = index === 0 ? undefined : reader.headerAbove(content, index)
  return { header, isInBlock: false }
}

/** Counts by the domains' paths as counts by the domains. */
export const byDomain = (counts: ReadonlyMap<string, number>, { domains }: Registry): Map<Domain, number> =>
  new Map([...counts].map(([path, count]) => [domains.get(path)!, count]))

/** Entries of a part below those that count with them. */
export function treeBelow(
  above: readonly PlacedText[],
  { entries, places }: Pick<Batch, 'entries' | 'places'>,
  firstLine: number,
): Tree {
  const all = [...above.map(({ text }) => parseEntries(text)[0]!), ...entries]
  return treeOf(all, [...above.map(({ line }) => line), ...places.map(({ line }) => line + firstLine)])
}

/** Problems as they are printed, with the severities that count for their file. */
export function foundProblems(
  { file, severity }: Pick<PartTask, 'file' | 'severity'>,
  checked: CheckedFile,
  problems: readonly Problem[],
  details: Details,
): FoundProblem[] {
  const place = problemPlacer(file, checked, details)
  return problems.map(problem => {
    const { entry, start, code } = problem
    const chosen = chosenSeverity(severity, problem)
    return {
      entryLine: checked.tree.lines[entry]!,
      start,
      code,
      placed: chosen === 'off' ? undefined : place(problem, chosen),
    }
  })
}

function foundInField(
  { file, severity }: PartTask,
  { record, line }: DoubtfulFields,
  firstLine: number,
  finding: FieldFinding,
  fieldStart: number,
  details: Details,
): FoundProblem {
  const { code, isMendedSafely } = finding
  const entryLine = firstLine + line
  const start = fieldStart + finding.start
  const chosen = chosenSeverity(severity, finding)
  if (chosen === 'off') return { entryLine, start, code, placed: undefined }
  const placed = placedFinding(file, record, entryLine, finding, chosen, details, fieldStart)
  if (details.fixability) placed.isFixable = isMendedSafely
  return { entryLine, start, code, placed }
}

/** Counts the lines of problems of a part in its file, in place: there may be many, and nobody else has them. */
export function lower(findings: PartFindings, firstLine: number): void {
  for (const problem of findings as readonly Writable<FoundProblem>[]) {
    problem.entryLine += firstLine
    const placed: Writable<PlacedProblem> | undefined = problem.placed
    if (!placed) continue
    placed.line += firstLine
    placed.endLine += firstLine
    // What is found without the other records points at nothing outside its entry.
    if (placed.related && placed.related.length > 0)
      placed.related = placed.related.map(related => ({ ...related, line: related.line + firstLine }))
  }
}

const chosenSeverity = (
  severities: Severities,
  { code, severity }: Pick<Finding, 'code' | 'severity'>,
): Severity | 'off' => (Object.hasOwn(severities, code) ? severities[code]! : severity)
