import { Redactor } from '../../shared/domains/redact.ts'
import type { Failure } from '../files/failure.ts'
import type { Plan } from './plan.ts'
import { redactionNote, withRedacted } from './redacted.ts'

/**
 * Runs some work on the files of a plan without the values of sensitive fields.
 *
 * @returns the result with a sentence about what is withheld, or why a file cannot be read
 */
export async function withRedactedPlan<Result>(
  plan: Plan,
  run: (plan: Plan) => Promise<Result>,
): Promise<{ readonly result: Result; readonly note: string } | Failure> {
  const redactor = new Redactor(plan.registry)
  const sources = plan.files.map(({ source }) => source)
  return withRedacted(sources, redactor, async copyOf => ({
    result: await run({ ...plan, files: plan.files.map(file => ({ ...file, source: copyOf(file.source) })) }),
    note: redactionNote(redactor),
  }))
}
