import { filesInWords, recordsInWords } from '../../../shared/domains/counts-in-words.ts'
import { localize } from '../../../shared/domains/localize.ts'
import { oneLine } from '../one-line.ts'
import type { Outcome, Summary } from './format.ts'

/** The line with the totals. */
export function closing({ summary, failures, which, hasFixed, hasFixedAll, colors }: Outcome): string {
  const { error, warning, files, records, fixable, answerable } = summary
  const colorWithoutErrors = warning > 0 ? colors.yellow : colors.green
  const color = error > 0 ? colors.red : colorWithoutErrors
  const hasFixable = fixable > 0 && !hasFixed
  const counts = { files: filesInWords(files), records: recordsInWords(records), found: color(foundSummary(summary)) }
  return [
    which === undefined
      ? localize('{files}, {records}: {found}.', { ...counts })
      : localize('{files}, {records}: {found} {which}.', { ...counts, which: oneLine(which) }),
    hasFixable && localize('--fix can fix {count} of them.', { count: fixable }),
    answerable > 0 && !hasFixedAll && answerableText(answerable, hasFixable),
    // Without their number: sentences about problems that do not matter for the result can stand between them.
    failures.size > 0 &&
      (failures.size === 1
        ? localize('The result is incomplete: see the message above.')
        : localize('The result is incomplete: see the messages above.')),
  ]
    .filter(part => part !== false)
    .join(' ')
}

const answerableText = (count: number, isMore: boolean): string =>
  isMore
    ? localize('--fix --unsafe-fixes can fix {count} more, which changes what records say.', { count })
    : localize('--fix --unsafe-fixes can fix {count} of them, which changes what records say.', { count })

function foundSummary({ error, warning, information }: Summary): string {
  const parts = [
    error > 0 && (error === 1 ? localize('1 error') : localize('{count} errors', { count: error })),
    warning > 0 && warningsInWords(warning),
    information > 0 && localize('{count} information', { count: information }),
  ]
  return parts.filter(part => part !== false).join(', ') || localize('no problems')
}

/** How many warnings there are. */
export const warningsInWords = (count: number): string =>
  count === 1 ? localize('1 warning') : localize('{count} warnings', { count })
