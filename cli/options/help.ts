const pages = 'https://github.com/recline/recline/blob/main/docs/'

/** A command line, and what it does. */
type Example = readonly [string, string]

/**
 * The end of the help of a command, for `addHelpText`.
 *
 * @param codes what the exit codes 0, 1 and 2 say; a command without code 1 leaves it out
 * @param page the page of the documentation, with the section, below `docs/`
 */
export function helpEnd(examples: readonly [Example, Example, Example], codes: ExitCodes, page: string): string {
  const width = Math.max(...examples.map(([line]) => line.length))
  const shown = examples.map(([line, does]) =>
    width < 40 ? `  ${line.padEnd(width)}  ${does}` : `  ${line}\n      ${does}`,
  )
  const ends = Object.entries({ ...codes, 2: codes[2] ?? 'something is wrong, and a message says what' })
  return [
    '',
    'Examples:',
    ...shown,
    '',
    'Exit codes:',
    ...ends.map(([code, when]) => `  ${code}  ${when}`),
    '',
    `Page: ${pages}${page}`,
  ].join('\n')
}

interface ExitCodes {
  readonly 0: string
  readonly 1?: string
  readonly 2?: string
}

/** The exit codes of commands that list problems. */
export const codesOfProblems: ExitCodes = {
  0: 'there are no errors',
  1: 'there are errors',
  2: 'something could not be checked',
}

/** The exit codes of commands that change files. */
export const codesOfWriting: ExitCodes = {
  0: 'the changes are shown or written, or there are none',
  1: 'with --check: there is something to write',
  2: 'nothing was written, or not everything',
}

/** The exit codes of commands that only print or write something. */
export const codesOfOutput: ExitCodes = { 0: 'it is done' }
