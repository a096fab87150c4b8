import { localize } from '../../shared/domains/localize.ts'
import type { SoFar } from '../../shared/protocol/request.ts'

/**
 * Shows what is known by now, and the rest as soon as all files of the workspace are read.
 *
 * @param show gets the answer, and a sentence if it is not of all files
 */
export async function showSoFar<Answer extends SoFar<object>>(
  ask: (params: { readonly whenRead?: true }) => Promise<Answer | null>,
  show: (answer: Answer, whatIsMissing: string) => void,
): Promise<void> {
  const first = await ask({})
  if (first)
    show(first, first.isComplete ? '' : localize('Files of the workspace are still being read. Their records follow.'))
  if (first?.isComplete !== false) return
  const last = await ask({ whenRead: true })
  if (last) show(last, last.isComplete ? '' : localize('Some files could not be read. Their records are missing here.'))
}
