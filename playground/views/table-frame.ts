import { editorCommand } from '../../client/webviews/table/editing/editor-command.ts'

/**
 * In the frame of the table: gives the page what VS Code gives its webviews. Messages go to the playground around it.
 */

let savedState: unknown
try {
  savedState = JSON.parse(window.name)
} catch {
  // The frame is new.
}

const hostApi = {
  postMessage: (message: unknown): void => parent.postMessage(message, location.origin),
  getState: (): unknown => savedState,
  setState: (newState: unknown): void => {
    savedState = newState
    window.name = JSON.stringify(newState)
  },
}

Object.assign(globalThis, { acquireVsCodeApi: () => hostApi })

// What VS Code does with keys in its webviews. F6 leads out of the frame.
addEventListener('keydown', event => {
  if (event.defaultPrevented) return
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
  const command = isTyping ? undefined : editorCommand(event)
  if (event.key !== 'F6' && !command) return
  event.preventDefault()
  hostApi.postMessage(command ? { command } : { leave: event.shiftKey ? 'back' : 'on' })
})
