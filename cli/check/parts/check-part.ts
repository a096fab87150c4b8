import { constants } from 'node:buffer'
import { ownProblems } from '../../../shared/check/check.ts'
import { checkSome, type PlacedText } from '../../../shared/check/check-some.ts'
import type { RuleSettings } from '../../../shared/domains/descriptor.ts'
import type { FileContext } from '../../../shared/domains/domains-in-force.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { RunBudget } from '../../../shared/domains/rule-budget.ts'
import { doubtChecker } from '../../../shared/scan/doubt-findings.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { type LineState, startOfFile, stateBelow } from '../../../shared/scan/part.ts'
import type { PartChecks, PartReading } from '../../../shared/scan/part-reading.ts'
import { readPart } from '../../../shared/scan/read-part.ts'
import { type RulesOfRun, tablesMaker } from '../../../shared/scan/tables.ts'
import type { Failure } from '../../files/failure.ts'
import { notUtf8, sourceName } from '../../files/read-text.ts'
import type { Details } from '../../output/file-result.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { contextOf } from '../file-state.ts'
import { type FoundProblem, foundInRecord, foundProblems } from '../found-problem.ts'
import type { Content } from './content.ts'
import type { ByteRange, PartReader } from './part-reader.ts'

/** The task to check one part of a file. Tasks and results can be sent to another thread and back. */
export interface PartTask {
  readonly planned: PlannedFile
  readonly content: Content
  /** The part has the entries that start in this range. */
  readonly range: ByteRange
  /** The state above the part; undefined if it is not known yet and must be guessed. */
  readonly before: LineState | undefined
  /** The number of records of each domain in the whole file, by its path, once it is known. */
  readonly counts: ReadonlyMap<string, number> | undefined
  readonly hasNames: boolean
  /** Whether names are wanted as text too, and the values that rules read as `followed` instead of rows. */
  readonly hasTexts?: boolean
  /** The details of the problems that are wanted; undefined if no problems are wanted. */
  readonly details: Details | undefined
  /** The entries at the top of the file, if fixes are wanted. */
  readonly top: readonly PlacedText[]
}

/** The result of checking a part. */
export interface PartResult extends PartReading {
  /** Its bytes in the file, without a byte order mark. */
  readonly bytes: ByteRange
  readonly hasProblems: boolean
  /**
   * The problems of its entries in the order of their places, without those of names and of undecided records.
   * Undefined if they are not wanted.
   */
  readonly problems: readonly FoundProblem[] | undefined
}

/** The values that a query wants of records. */
export type WantedValues = Required<Pick<RulesOfRun, 'followed'>> & Pick<RulesOfRun, 'where'>

/**
 * Creates a function that checks parts, one at a time. It returns undefined if no part starts in the range.
 *
 * @param wanted the fields whose values are wanted, and no problems. Without it, those that rules read
 */
export function partChecker(
  registry: Registry,
  hasher: NameHasher,
  reader: PartReader,
  wanted?: WantedValues,
): (task: PartTask) => PartResult | Failure | undefined {
  const ruleBudget = new RunBudget()
  const tablesFor = tablesByRules(registry, hasher, ruleBudget, wanted)
  const checkDoubts = doubtChecker()
  return task => {
    const { planned, content, range, counts, hasNames, hasTexts } = task
    const before = task.before ?? guessedState(content, range, reader)
    const part = reader.read(content, range)
    if (part === undefined) return undefined
    if (part === 'too long') return tooLong(planned)
    const { start, bytes, textEnd } = part
    const text = bytes.subarray(0, textEnd)
    const failure = notUtf8(sourceName(planned.source), text, before.line + 1)
    if (failure) return failure
    const context = { ...contextOf(planned, registry, counts), ruleBudget, ...(wanted && { onlyNames: true }) }
    const { checks, found } = collectingChecks(task, context, checkDoubts)
    const tablesOf = tablesFor(context.ruleSettings, hasTexts)
    const options = { tablesOf, hasher, hasNames, hasTexts, followed: wanted?.followed }
    const reading = readPart(part, before, context, options, checks)
    return { ...reading, ...found(), bytes: { start, end: start + textEnd } }
  }
}

/**
 * Creates and caches the tables for the rules of each configuration. Tasks from other threads have copies of the
 * settings, so these are compared by their contents.
 */
function tablesByRules(
  registry: Registry,
  hasher: NameHasher,
  ruleBudget: RunBudget,
  wanted: WantedValues | undefined,
): (settings?: RuleSettings, hasValues?: boolean) => TablesOf {
  const made = new Map<string, TablesOf>()
  return (settings, hasValues = false) => {
    const key = `${hasValues} ${JSON.stringify(settings) ?? ''}`
    let tablesOf = made.get(key)
    if (!tablesOf) {
      tablesOf = tablesMaker(hasher, {
        registry,
        ruleBudget,
        ...(settings && { ruleSettings: settings }),
        hasValues,
        ...wanted,
      })
      made.set(key, tablesOf)
    }
    return tablesOf
  }
}

type TablesOf = ReturnType<typeof tablesMaker>

/** The checks of a part, and a function that returns what they found. */
function collectingChecks(
  { planned, top, details }: PartTask,
  context: FileContext,
  checkDoubts: ReturnType<typeof doubtChecker>,
): { readonly checks: PartChecks; found(): Pick<PartResult, 'problems' | 'hasProblems'> } {
  const problems: FoundProblem[] = []
  let hasProblems = false
  const check: PartChecks['check'] = ({ entries, places, header }) => {
    const above = entriesAbove(top, header)
    const lines = places.map(({ line }) => line)
    const checked = checkSome(above, entries, lines, context)
    const own = ownProblems(checked).filter(
      ({ entry }) => entry >= above.length && (context.domainCounts || !checked.entries[entry]!.candidates),
    )
    hasProblems ||= own.length > 0
    if (details) for (const problem of foundProblems(planned, checked, own, details)) problems.push(problem)
    return checked.entries.slice(above.length)
  }
  const checkDoubtful: PartChecks['checkDoubts'] = doubtful => {
    checkDoubts(doubtful, context, (finding, from) => {
      hasProblems = true
      const place = { ...doubtful, tag: doubtful.tag.tag }
      if (details) problems.push(foundInRecord(planned, place, finding, details, from))
    })
    return details !== undefined || !hasProblems
  }
  return {
    // Fixes can change the text around a field, so they need the whole record.
    checks: details?.fixes || context.onlyNames ? { check } : { check, checkDoubts: checkDoubtful },
    found: () => ({
      hasProblems,
      // Records that the scanner was certain of but for some doubts come behind the others, and in reverse order.
      problems: details && problems.sort((one, other) => one.entry - other.entry || one.start - other.start),
    }),
  }
}

/** The entries above others that count with them: those at the top of the file, and the header in force. */
export const entriesAbove = (top: readonly PlacedText[], header: PlacedText | undefined): readonly PlacedText[] =>
  header ? [...top, header] : top

/** Guesses the state above a part, from the last header near the part, or else near the start of the file. */
function guessedState(content: Content, { start }: ByteRange, reader: PartReader): LineState {
  const headerIn = (range: ByteRange): PlacedText | undefined => {
    const part = reader.read(content, range)
    return typeof part === 'object' ? stateBelow(part, startOfFile).header : undefined
  }
  const header =
    headerIn({ start: Math.max(0, start - near), end: start }) ?? headerIn({ start: 0, end: Math.min(near, start) })
  return { ...startOfFile, header: header && { ...header, line: 0 } }
}

/** The number of bytes that are searched for a header. */
const near = 2 ** 15

/** The failure to read a part that is longer than a string can be. */
export const tooLong = ({ source }: PlannedFile): Failure => ({
  failure: localize('{file} has more than {most} MB between two lines that start with @, which is the limit.', {
    file: sourceName(source),
    most: mostMegabytes,
  }),
})

const mostMegabytes = Math.round(constants.MAX_STRING_LENGTH / 2 ** 20)
