import type { CheckedFile } from '../../shared/check/check.ts'
import { changesOfFix, hasAnswer, hasSafeFix } from '../../shared/check/fixes/fixes.ts'
import type { Finding, Problem } from '../../shared/check/problem.ts'
import type { Fix, Related, Severity } from '../../shared/check/rule.ts'
import { codesAcrossRecords } from '../../shared/check/rules/index.ts'
import type { EntryText } from '../../shared/syntax/nodes.ts'
import { withoutTabStops } from '../../shared/syntax/text-change.ts'
import { indexAt } from '../../shared/syntax/tree.ts'
import { excerptAt } from './excerpt.ts'
import type { Details, PlacedFix, PlacedProblem, PlacedRelated } from './file-result.ts'
import { type LineAndColumn, placesIn, placesInEntry, spanBetween } from './places.ts'
import { identityOfProblem } from './problem-identity.ts'

/** The problems of a file as printed, with the details that the format needs. */
export function placedProblems(
  name: string,
  file: CheckedFile,
  problems: readonly Problem[],
  details: Details,
): PlacedProblem[] {
  const place = problemPlacer(name, file, details)
  return problems.map(problem => place(problem, problem.severity))
}

/** Makes a function that converts a problem of a file to its printed form. */
export function problemPlacer(
  name: string,
  file: CheckedFile,
  details: Details,
): (problem: Problem, severity: Severity) => PlacedProblem {
  const placeOf = placesIn(file.tree)
  const { entries, lines } = file.tree
  return (problem, severity) => {
    const placed = placedFinding(name, entries[problem.entry]!, lines[problem.entry]!, problem, severity, details)
    if (details.identities) {
      placed.identity = identityOfProblem(entries[problem.entry]!, file.entries[problem.entry]!.tag, problem)
    }
    if (details.fixability) {
      placed.isFixable = hasSafeFix(problem)
      placed.hasAnswer = hasAnswer(problem)
    }
    if (details.fixes) placed.fixes = fixesOfFinding(problem).map(fix => placedFix(file, problem, fix, placeOf))
    return placed
  }
}

/**
 * A finding in an entry as printed, without the properties about fixes.
 *
 * @param firstLine the first line of the entry, from 0
 * @param from the offset in the entry that the finding's own offsets start from
 */
export function placedFinding(
  name: string,
  entry: EntryText,
  firstLine: number,
  finding: Omit<Finding, 'fixes'>,
  severity: Severity,
  details: Details,
  from = 0,
): Writable<PlacedProblem> {
  const { code, message, start, end, domain = null, tag, field, isStopped, related } = finding
  const placeOf = placesInEntry(entry, firstLine)
  const { line, column } = placeOf(from + start)
  const { line: endLine, column: endColumn } = placeOf(from + end)
  // All properties are listed here, because a spread or adding properties later is many times slower in V8.
  return {
    code,
    severity,
    message: shared(message),
    line,
    column,
    endLine,
    endColumn,
    domain,
    tag: tag === undefined ? null : shared(tag),
    field: field === undefined ? null : shared(field),
    isStopped,
    identity: undefined,
    excerpt: details.excerpts ? excerptAt(entry.text, from + start, column) : undefined,
    related: details.related ? related?.().map(one => placedRelated(name, one, placeOf)) : undefined,
    isFixable: undefined,
    fixes: undefined,
  }
}

/**
 * The same text, as one string for many problems: very many can be kept until they are printed. A name that was cut out
 * of a record would keep the text of the record in memory.
 */
function shared(text: string): string {
  const known = sharedTexts.get(text)
  if (known !== undefined) return known
  if (text.length > longestShared) return text
  if (sharedTexts.size === mostShared) sharedTexts.clear()
  sharedTexts.set(text, text)
  return text
}

const sharedTexts = new Map<string, string>()
const mostShared = 1000
const longestShared = 200

export type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/**
 * The fixes of a problem. Problems across records have none here: their fixes compare all ids, which would take too
 * long for many problems.
 */
const fixesOfFinding = ({ code, fixes }: Finding): Fix[] => (codesAcrossRecords.has(code) ? [] : (fixes?.() ?? []))

const placedRelated = (
  file: string,
  { at, message }: Related,
  placeOf: (offset: number) => LineAndColumn,
): PlacedRelated =>
  'uri' in at ? { file: at.uri, line: at.start.line + 1, message } : { file, line: placeOf(at.start).line, message }

function placedFix(file: CheckedFile, problem: Problem, fix: Fix, placeOf: ReturnType<typeof placesIn>): PlacedFix {
  const { starts } = file.tree
  const placeAt = (offset: number): LineAndColumn => {
    // If the tree has only some entries of a file, the next entry in the tree is not always the next one in the file.
    const isOwn = offset >= starts[problem.entry]! && offset <= starts[problem.entry + 1]!
    const entry = isOwn ? problem.entry : indexAt(file.tree, offset)
    return placeOf(entry, offset - starts[entry]!)
  }
  return {
    title: fix.title,
    isSafe: fix.isSafe === true,
    changes: changesOfFix(file, problem, fix).map(({ start, end, text, isSnippet }) => ({
      ...spanBetween(placeAt(start), placeAt(end)),
      text: isSnippet ? withoutTabStops(text) : text,
    })),
  }
}
