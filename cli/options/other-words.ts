import { didYouMean } from './choice.ts'

/** Words of other programs, and the command that does what they mean there. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['fix', 'check --fix'],
  ['lint', 'check'],
  ['validate', 'check'],
  ['verify', 'check'],
  ['test', 'check'],
  ['fmt', 'format'],
  ['prettify', 'format'],
  ['import', 'convert'],
  ['export', 'convert'],
  ['ls', 'query'],
  ['list', 'query'],
  ['find', 'query'],
  ['search', 'query'],
  ['grep', 'query'],
  ['select', 'query'],
  ['set', 'edit'],
  ['update', 'edit'],
  ['delete', 'edit --delete'],
  ['rm', 'edit --delete'],
  ['compare', 'diff'],
  ['apply', 'patch'],
  ['history', 'log'],
  ['mv', 'rename'],
  ['new', 'init'],
  ['domains', 'descriptors list'],
  ['schema', 'descriptors show'],
  ['server', 'lsp --stdio'],
])

/** The command that the user may have meant, as an addition to a message. */
export function meantCommand(word: string, commands: readonly string[]): string {
  const meant = otherWords.get(word)
  return meant === undefined ? didYouMean(word, commands) : `\n(Did you mean ${meant}?)`
}
