import type { AddedProblem } from '../../shared/edit/added-problems.ts'
import type { ListedProblem } from '../../shared/protocol/workspace.ts'

/** Problems that changes would add, as the client lists them. */
export const listedProblems = (problems: readonly AddedProblem[]): ListedProblem[] =>
  problems.map(({ uri, line, problem: { severity, code, message } }) => ({
    uri,
    line: line + 1,
    column: 1,
    severity,
    code,
    message,
  }))
