import { directiveIn } from '../../shared/check/directive.ts'
import type { Problem } from '../../shared/check/problem.ts'
import { unusedSuppression } from '../../shared/check/rules/unused-suppression.ts'
import { localize } from '../../shared/domains/localize.ts'
import { lineStartOf } from '../../shared/syntax/nodes.ts'
import type { TextChange } from '../../shared/syntax/text-change.ts'
import { lineBreakOf, type Tree } from '../../shared/syntax/tree.ts'
import type { Offer } from './refactoring.ts'

/** A code action that suppresses some problems of the same code. */
export interface SuppressOffer extends Offer {
  readonly problems: readonly Problem[]
}

/**
 * Suppresses problems with a comment above their record or line. If a comment there already suppresses others, the code
 * is added to it.
 *
 * @param problems in the order of the file
 * @returns one code action for each code
 */
export function suppressProblems(tree: Tree, problems: readonly Problem[]): SuppressOffer[] {
  // A comment that suppresses nothing should be removed, not suppressed.
  const codes = new Set(problems.map(({ code }) => code).filter(code => code !== unusedSuppression.code))
  return [...codes].map(code => {
    const same = problems.filter(problem => problem.code === code)
    const entries = new Set(same.map(({ entry }) => entry))
    return {
      title: localize('Suppress {code} here', { code }),
      changes: [...entries].map(entry => commentFor(tree, entry, code)),
      problems: same,
    }
  })
}

function commentFor(tree: Tree, entry: number, code: string): TextChange {
  const { entries, starts } = tree
  for (let index = entry - 1; index >= 0; index--) {
    const comment = entries[index]!
    if (comment.kind !== 'comment') break
    const directive = directiveIn(comment)
    if (directive?.kind !== 'disable-next-line') continue
    const end = starts[index]! + directive.span.end
    return { start: end, end, text: ` ${code}` }
  }
  const start = starts[entry]! + lineStartOf(entries[entry]!.text)
  return { start, end: start, text: `# recline-disable-next-line ${code}${lineBreakOf(tree)}` }
}
