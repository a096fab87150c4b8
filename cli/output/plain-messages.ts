import { plainMessage } from '../../shared/domains/message-text.ts'
import type { PlacedProblem } from './file-result.ts'

/** A problem whose messages can be shown in every format: see `plainMessage`. */
export function withPlainMessages(problem: PlacedProblem): PlacedProblem {
  const message = plainMessage(problem.message)
  const { related } = problem
  // Most messages are plain already, and a new object takes time.
  if (message === problem.message && related === undefined) return problem
  return {
    ...problem,
    message,
    related: related?.map(other => ({ ...other, message: plainMessage(other.message) })),
  }
}
