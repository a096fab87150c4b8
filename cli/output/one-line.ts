/** A file's name at the start of a line. */
export const nameOnLine = (file: string): string => `${isCommand(file) ? './' : ''}${oneLine(file)}`

/**
 * Whether a line that starts so would be a command to the service that runs the check: GitHub takes commands from what
 * is printed.
 */
export const isCommand = (line: string): boolean => /^\s*(::|##\[)/.test(line)

/**
 * Text as one line for a terminal: what breaks a line or steers the terminal, as a file's name can, is written as an
 * escape.
 */
export const oneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
