import type { AgentProblem } from '../../shared/agents/outputs.ts'
import type { CheckedFile } from '../../shared/check/check.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { fieldOf, type Tag } from '../../shared/domains/registry.ts'
import { itemAt } from '../../shared/syntax/list.ts'
import { positionAt } from '../../shared/syntax/tree.ts'
import { cutToTokens } from './answer.ts'

/** The allowed values and the fixes of a problem that are listed. */
const mostListedParts = 12

/** A problem as an agent gets it: with the allowed values, and the titles of its fixes. */
export function agentProblem({ tree, list }: CheckedFile, path: string, problem: Problem): AgentProblem {
  const { entry, start, severity, code, message, field } = problem
  const { line, character } = positionAt(tree, tree.startOf(entry) + start)
  const fixes = problem.fixes?.().slice(0, 3) ?? []
  const allowed = allowedIn(itemAt(list, entry)?.tag, problem)
  return {
    path,
    line: line + 1,
    column: character + 1,
    severity,
    code,
    message: cutToTokens(message, 200),
    ...(field !== undefined && { field }),
    ...(allowed && { allowed }),
    ...(fixes.length > 0 && { fixes: fixes.map(({ title }) => cutToTokens(title, 60)) }),
  }
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

/**
 * The problems of a file after a change that it did not have before: by the record, the code and the field.
 */
export function newProblems(
  before: readonly Problem[],
  fileBefore: CheckedFile,
  after: readonly Problem[],
  fileAfter: CheckedFile,
): Problem[] {
  const left = new Map<string, number>()
  for (const problem of before) {
    const key = toolProblemKey(problem, fileBefore)
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return after.filter(problem => {
    const key = toolProblemKey(problem, fileAfter)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

function toolProblemKey({ entry, code, field = '' }: Problem, { list, tree }: CheckedFile): string {
  const definition = itemAt(list, entry)?.identity?.definition
  const record = definition ? `${definition.path} ${definition.id}` : itemAt(tree.list, entry)!.text
  return `${code} ${field} ${record}`
}
