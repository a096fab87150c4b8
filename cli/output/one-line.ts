/** The name of a file at the start of a line. */
export const nameOnLine = (file: string): string => `${isCommand(file) ? './' : ''}${oneLine(file)}`

/** Whether a line could be a workflow command: GitHub runs commands that a program prints. */
export const isCommand = (line: string): boolean => /^\s*(::|##\[)/.test(line)

/**
 * Text as one line that is safe for a terminal. Line breaks and control characters, which names of files can contain,
 * are escaped.
 */
export const oneLine = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
