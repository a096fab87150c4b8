import { escapeControls } from '../../shared/syntax/controls.ts'

/** The name of a file at the start of a line. */
export const nameOnLine = (file: string): string => `${isCommand(file) ? './' : ''}${oneLine(file)}`

/** Text at the start of a line, behind a dot if the line could be a workflow command. */
export const atLineStart = (text: string): string => (isCommand(text) ? `…${text}` : text)

/** Whether a line could be a workflow command: GitHub runs commands that a program prints. */
export const isCommand = (line: string): boolean => /^\s*(::|##\[)/.test(line)

/**
 * Text without workflow commands of the older form, which GitHub finds anywhere in a line: `##[` is written with an
 * escape. JSON stays the same value.
 */
export const withoutCommands = (text: string): string =>
  text.includes('##[') ? text.replaceAll('##[', '##\\u005b') : text

/**
 * Text as one line that is safe for a terminal. Line breaks and control characters, which names of files can contain,
 * are escaped.
 */
export const oneLine = (text: string): string => withoutCommands(escapeControls(text))

/** A word in single quotes for a POSIX shell, bash or zsh, which reads it exactly as it is. */
export const quotedForShell = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
