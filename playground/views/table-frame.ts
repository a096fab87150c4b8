/**
 * In the frame of the table: gives the page what VS Code gives its webviews. Messages go to the playground around it.
 */

let state: unknown
try {
  state = JSON.parse(window.name)
} catch {
  // The frame is new.
}

const api = {
  postMessage: (message: unknown): void => parent.postMessage(message, location.origin),
  getState: (): unknown => state,
  setState: (newState: unknown): void => {
    state = newState
    window.name = JSON.stringify(newState)
  },
}

Object.assign(globalThis, { acquireVsCodeApi: () => api })

// Nobody who uses only the keyboard is caught in the frame.
addEventListener('keydown', event => {
  if (event.key !== 'F6') return
  event.preventDefault()
  api.postMessage({ leave: event.shiftKey ? 'back' : 'on' })
})
