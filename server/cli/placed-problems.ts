import type { CheckedFile } from '../../shared/check.ts'
import { changesOf } from '../../shared/fixes.ts'
import { plainText } from '../../shared/text-change.ts'
import type { Problem } from '../../shared/problem.ts'
import type { Fix, Related } from '../../shared/rule.ts'
import { codesAcrossRecords } from '../../shared/rules/index.ts'
import { indexAt } from '../../shared/tree.ts'
import { excerptAt } from './excerpt.ts'
import type { Details, PlacedFix, PlacedProblem, PlacedRelated, PlacedSpan } from './file-result.ts'
import { placesIn, type Place } from './places.ts'

/** The problems of a file as they are printed, with the details that are wanted. */
export function placedProblems(name: string, file: CheckedFile, problems: readonly Problem[], details: Details): PlacedProblem[] {
  const placeOf = placesIn(file.tree)
  return problems.map(problem => {
    const { code, severity, message, entry, start, end, domain = null, tag = null, field = null, related } = problem
    const span = spanOf(placeOf(entry, start), placeOf(entry, end))
    return {
      code, severity, message, ...span, domain, tag, field,
      ...(details.excerpts && { excerpt: excerptAt(file.tree.entries[entry]!.text, start, span.column) }),
      ...(details.related && { related: (related ?? []).map(one => placedRelated(name, one, entry, placeOf)) }),
      ...(details.fixability && { isFixable: isFixable(problem) }),
      ...(details.fixes && { fixes: fixesOf(problem).map(fix => placedFix(file, problem, fix, placeOf)) }),
    }
  })
}

/** The fixes of problems across records are left out: they are guesses among all ids, which of many problems would take for ever. */
const fixesOf = ({ code, fixes }: Problem): Fix[] => (codesAcrossRecords.has(code) ? [] : fixes?.() ?? [])

const isFixable = (problem: Problem): boolean => fixesOf(problem).some(({ isSafe }) => isSafe)

type PlaceOf = ReturnType<typeof placesIn>

const placedRelated = (file: string, { at, message }: Related, entry: number, placeOf: PlaceOf): PlacedRelated =>
  ('uri' in at ? { file: at.uri, line: at.start.line + 1, message } : { file, line: placeOf(entry, at.start).line, message })

function placedFix(file: CheckedFile, problem: Problem, fix: Fix, placeOf: PlaceOf): PlacedFix {
  const { starts } = file.tree
  const placeAt = (offset: number): Place => {
    // Where the tree holds only some entries of a file, what stands behind one is not the next.
    const isOwn = offset >= starts[problem.entry]! && offset <= starts[problem.entry + 1]!
    const entry = isOwn ? problem.entry : indexAt(file.tree, offset)
    return placeOf(entry, offset - starts[entry]!)
  }
  return {
    title: fix.title,
    isSafe: fix.isSafe === true,
    changes: changesOf(file, problem, fix).map(({ start, end, text, isSnippet }) =>
      ({ ...spanOf(placeAt(start), placeAt(end)), text: isSnippet ? plainText(text) : text })),
  }
}

const spanOf = (start: Place, end: Place): PlacedSpan => ({ line: start.line, column: start.column, endLine: end.line, endColumn: end.column })
