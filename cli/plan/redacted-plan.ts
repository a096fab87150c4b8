import { Redactor } from '../../shared/domains/redact.ts'
import type { Failure } from '../files/failure.ts'
import type { Source } from '../files/read-text.ts'
import type { Plan } from './plan.ts'
import { redactionNote, withRedacted } from './redacted.ts'

/**
 * Runs some work on the files of a plan without the values of sensitive fields.
 *
 * @param run gets the plan of the files without these values, and that of the files as they are written
 * @returns the result with a sentence about what is withheld, or why a file cannot be read
 */
export async function withRedactedPlan<Result>(
  plan: Plan,
  run: (read: Plan, written: Plan) => Promise<Result>,
): Promise<{ readonly result: Result; readonly note: () => string } | Failure> {
  const redactor = new Redactor(plan.registry)
  const sources = plan.files.map(({ source }) => source)
  const withSources = (sourceOf: (source: Source) => Source): Plan => ({
    ...plan,
    files: plan.files.map(file => ({ ...file, source: sourceOf(file.source) })),
  })
  return withRedacted(sources, redactor, async (copyOf, writtenOf) => ({
    result: await run(withSources(copyOf), withSources(writtenOf)),
    note: () => redactionNote(redactor),
  }))
}
