import type { AgentProblem } from '../../shared/agents/outputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import { fixesIn } from '../../shared/check/fixes/fixes.ts'
import type { Problem } from '../../shared/check/problem.ts'
import type { Fix } from '../../shared/check/rule.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { isWithheldWhole, sensitiveFieldsOf } from '../../shared/domains/sensitive.ts'
import { differenceBetween } from '../../shared/syntax/difference.ts'
import { itemAt } from '../../shared/syntax/list.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
import { cutToTokens } from './answer.ts'
import { agentPlace } from './context.ts'

/** The allowed values of a problem that are listed. */
const mostListedParts = 12

/** The fixes of a problem that are listed. */
const mostListedFixes = 4

/** A problem as an agent gets it: with the allowed values, and the titles of its fixes. */
export function agentProblem(file: CheckedFile, path: string, problem: Problem): AgentProblem {
  const { tree, list } = file
  const { entry, start, severity, code, message, field } = problem
  const { line } = positionAt(tree, tree.startOf(entry) + start)
  const fixes = shownFixes(file, problem).slice(0, mostListedFixes)
  const allowed = allowedIn(itemAt(list, entry)?.tag, problem)
  return {
    place: agentPlace(path, line),
    severity,
    code,
    message: isProblemWithheld(file, problem)
      ? 'The record has this problem, and its values are withheld.'
      : cutToTokens(message, 200),
    ...(field !== undefined && { field }),
    ...(allowed && { allowed }),
    ...(fixes.length > 0 && { fixes: fixes.map(shownTitleOfFix) }),
  }
}

/** The fixes of a problem that an agent may know, best first: none if they tell what is withheld. */
export const shownFixes = (file: CheckedFile, problem: Problem): readonly Fix[] =>
  isProblemWithheld(file, problem) ? [] : fixesIn(file, problem)

/** What an agent reads of a fix. */
export const shownTitleOfFix = ({ title }: Fix): string => cutToTokens(title, 60)

/** Whether a problem is about values that are withheld. */
function isProblemWithheld({ tree, list, context }: CheckedFile, { entry, field }: Problem): boolean {
  const tag = itemAt(list, entry)?.tag
  const record = itemAt(tree.list, entry)
  if (record?.kind === 'record' && isWithheldWhole(record, context.registry)) return true
  return tag !== undefined && field !== undefined && sensitiveFieldsOf(tag).has(field)
}

function allowedIn(tag: Tag | undefined, { code, field }: Problem): string[] | undefined {
  const values = tag && field !== undefined && code === 'not-in-enum' ? fieldOf(tag, field)?.enum : undefined
  return values?.slice(0, mostListedParts).map(value => cutToTokens(value, 40))
}

/** How many problems of each severity there are. */
export function countsOf(problems: readonly Problem[]): {
  readonly errors: number
  readonly warnings: number
  readonly information: number
} {
  const count = (severity: Problem['severity']): number => problems.filter(one => one.severity === severity).length
  return { errors: count('error'), warnings: count('warning'), information: count('information') }
}

/** The problems of a file. */
export interface FileProblems {
  readonly file: CheckedFile
  readonly problems: readonly Problem[]
  /** Which record an entry is, if it had another id or text before. */
  readonly recordBefore?: (entry: number) => string | undefined
}

/**
 * The problems of files after a change that no file had before: by the record, the code and the field. So a record that
 * moves to another file takes its problems with it.
 *
 * @param before the same files in the same order
 */
export function newProblems(before: readonly FileProblems[], after: readonly FileProblems[]): Set<Problem> {
  const left = new Map<string, number>()
  // Most problems of a large file are those of records that stay, above or below the change.
  const changes = after.map((file, index) => problemsOfChange(before[index]!, file))
  for (const [index, { gone }] of changes.entries())
    for (const problem of gone) {
      const key = toolProblemKey(problem, before[index]!)
      left.set(key, (left.get(key) ?? 0) + 1)
    }
  return new Set(
    after.flatMap((file, index) =>
      changes[index]!.come.filter(problem => {
        const key = toolProblemKey(problem, file)
        const count = left.get(key) ?? 0
        left.set(key, count - 1)
        return count <= 0
      }),
    ),
  )
}

/** The problems of two versions of a file without those that both have at their starts or ends. */
function problemsOfChange(
  before: FileProblems,
  after: FileProblems,
): { readonly gone: readonly Problem[]; readonly come: readonly Problem[] } {
  const [old, now] = [before.file.tree.entries, after.file.tree.entries]
  const { first, oldEnd, newEnd } = differenceBetween(
    before.problems,
    after.problems,
    (one, other) => one.code === other.code && one.field === other.field && old[one.entry] === now[other.entry],
  )
  return { gone: before.problems.slice(first, oldEnd), come: after.problems.slice(first, newEnd) }
}

const toolProblemKey = ({ entry, code, field = '' }: Problem, { file, recordBefore }: FileProblems): string =>
  `${code} ${field} ${recordBefore?.(entry) ?? recordKeyIn(file, entry)}`

/** Which record an entry is: by its id, or else by its text. */
export function recordKeyIn({ list, tree }: CheckedFile, entry: number): string {
  const definition = itemAt(list, entry)?.identity?.definition
  if (definition) return `${definition.path} ${definition.id}`
  return itemAt(tree.list, entry)!.text.trim().replace(/\r\n?/g, '\n')
}
