import { localize } from '../../shared/domains/localize.ts'
import type { Row } from '../../shared/query/cells.ts'
import { complain } from '../output/exit.ts'
import { printData } from '../output/output.ts'
import type { Plan } from '../plan/plan.ts'
import { countByTag } from './find-records.ts'
import { rowFormats } from './row-formats.ts'

/**
 * Prints the tags that the files of a plan have records of, with their counts, for who does not know them yet.
 *
 * @returns whether all files could be read
 */
export async function printTags(plan: Plan): Promise<boolean> {
  let isComplete = true
  const counts = await countByTag(plan, sentence => {
    isComplete = false
    complain(sentence)
  })
  async function* rows(): AsyncGenerator<Row> {
    for (const [{ name, domain }, count] of counts) yield [name, count, domain.path]
  }
  if (counts.length > 0) await printData(rowFormats.table(['tag', 'count', 'domain'], rows, cell => cell))
  complain(
    counts.length === 0
      ? localize('No domain defines the tag of any record here.')
      : localize('Choose one with --tag, such as --tag {tag}. Records whose tag no domain defines are not counted.', {
          tag: counts[0]![0].name,
        }),
  )
  return isComplete
}
