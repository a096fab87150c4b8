/** The commands of VS Code that have to wait for pending changes. */
export type EditorCommand = 'undo' | 'redo' | 'save'

/** The command that a key stands for. */
export function editorCommand({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): EditorCommand | undefined {
  if (altKey || (!ctrlKey && !metaKey)) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  if (letter === 's' && !shiftKey) return 'save'
  return letter === 'y' && ctrlKey ? 'redo' : undefined
}
