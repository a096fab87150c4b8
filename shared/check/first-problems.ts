import { allItems } from '../syntax/list.ts'
import type { CheckedFile } from './check.ts'
import { indicesWith, Mark } from './marks.ts'
import { type Problem, problemAt } from './problem.ts'
import { unusedSuppression } from './rules/unused-suppression.ts'
import { withoutRests } from './stretches.ts'
import { suppress } from './suppression.ts'

/**
 * The problems in the first entries of a file, from `checkFirst`, that no later line can change: a part of its
 * problems, sorted by position. A suppression may be used below, a merge conflict may end there, and other records may
 * decide the definition of a tag.
 */
export function firstProblems({ tree, list, marks }: CheckedFile): Problem[] {
  const entries = allItems(list)
  const found = indicesWith(marks, Mark.findings).flatMap(entry => {
    const { candidates, findings } = entries[entry]!
    return candidates ? [] : findings.map(finding => problemAt(entry, finding))
  })
  return suppress(tree, withoutRests(tree, found), indicesWith(marks, Mark.suppression), false).filter(
    ({ code }) => code !== unusedSuppression.code,
  )
}
