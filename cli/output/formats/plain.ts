import { counted } from '../../../shared/basics/text.ts'
import { oneLine } from '../one-line.ts'
import type { Outcome, Summary } from './format.ts'

/** The line with the totals. */
export function closing({ summary, failures, which, hasFixed, hasFixedAll, colors }: Outcome): string {
  const { error, warning, files, records, fixable, answerable } = summary
  const colorWithoutErrors = warning > 0 ? colors.yellow : colors.green
  const color = error > 0 ? colors.red : colorWithoutErrors
  return [
    `${counted(files, 'file')}, ${counted(records, 'record')}: ${color(foundSummary(summary))}${which === undefined ? '' : ` ${oneLine(which)}`}.`,
    fixable > 0 && !hasFixed && `--fix can fix ${fixable} of them.`,
    answerable > 0 &&
      !hasFixedAll &&
      `--fix --unsafe-fixes can fix ${answerable}${fixable > 0 && !hasFixed ? ' more' : ' of them'}, which changes what records say.`,
    // Without their number: sentences about problems that do not matter for the result can stand between them.
    failures.size > 0 && `The result is incomplete: see the message${failures.size === 1 ? '' : 's'} above.`,
  ]
    .filter(part => part !== false)
    .join(' ')
}

function foundSummary({ error, warning, information }: Summary): string {
  const parts = [
    error > 0 && counted(error, 'error'),
    warning > 0 && counted(warning, 'warning'),
    information > 0 && `${information} information`,
  ]
  return parts.filter(part => part !== false).join(', ') || 'no problems'
}
