import type { Colors } from 'picocolors/types'
import type { Severity } from '../../shared/check/rule.ts'
import type { CodeSection } from '../output/codes-page.ts'
import { wrap } from '../output/layout.ts'
import { atLineStart, oneLine } from '../output/one-line.ts'

/**
 * The section on a problem code as text for a terminal, at most 80 columns wide but for its examples.
 *
 * @param isOfRecords whether it is a problem of records, which a comment can suppress
 */
export function explanation(
  { code, severity, isOff = false, source }: CodeSection,
  isOfRecords: boolean,
  colours: Colors,
): string {
  const colour = colours[isOff ? 'dim' : severityColours[severity]]
  const change = inConfiguration(code, isOff ? 'warning' : 'off')
  const parts = source
    .split(/^(```[^]*?^```)$/m)
    .map(part => part.trim())
    .filter(Boolean)
  return (
    [
      `${colours.bold(code)}  ${colour(isOff ? 'off' : severity)}`,
      ...parts.flatMap(part =>
        part.startsWith('```') ? [example(part, colours)] : part.split('\n\n').map(paragraph => wrap(paragraph, 0)),
      ),
      colours.dim(isOfRecords ? `${change}\n${inComment(code)}` : change),
    ].join('\n\n') + '\n'
  )
}

const severityColours = { error: 'red', warning: 'yellow', information: 'cyan' } as const satisfies Record<
  Severity,
  keyof Colors
>

/** An example, indented below a word on whether it has the problem. */
function example(fence: string, colours: Colors): string {
  const [info = '', ...lines] = fence.split('\n')
  const title = info.includes(' problem=') ? colours.red('Wrong:') : colours.green('Right:')
  return [title, ...lines.slice(0, -1).map(line => `    ${atLineStart(oneLine(line))}`.trimEnd())].join('\n')
}

const inConfiguration = (code: string, severity: string): string =>
  `To change its severity, write in recline.json:  "severity": { "${code}": "${severity}" }`

const inComment = (code: string): string =>
  `To ignore it once, write above the record:  # recline-disable-next-line ${code} -- reason`
