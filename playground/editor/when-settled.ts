import { setDiagnosticsEffect } from '@codemirror/lint'
import { LSPPlugin } from '@codemirror/lsp-client'
import type { EditorView, PluginValue, ViewUpdate } from '@codemirror/view'

/** How long a text has to stay as it is before the server is asked again, in milliseconds. */
const settlePause = 60

/**
 * Asks the server about a text again and again: a moment after each change, after each check, which can be due to
 * another file, and when the editor scrolls; one request at a time. An answer about an older text is dropped, as the
 * next request is on its way.
 *
 * @param ask sends the request and returns what shows its answer
 */
export function whenSettled(view: EditorView, ask: (plugin: LSPPlugin) => Promise<() => void>): PluginValue {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isStale = false
  let isOver = false

  async function run(): Promise<void> {
    const plugin = LSPPlugin.get(view)
    if (!plugin || isOver) return
    isAsking = true
    isStale = false
    try {
      plugin.client.sync()
      const { doc } = view.state
      const show = await ask(plugin)
      if (!isOver && view.state.doc === doc) show()
    } catch {
      // The colors and hints of the last answer stay; what fails is in the log of the server.
    } finally {
      isAsking = false
      if (isStale) plan()
    }
  }

  function plan(): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isAsking) isStale = true
      else void run()
    }, settlePause)
  }

  plan()
  return {
    update: ({ docChanged, viewportChanged, transactions }: ViewUpdate) => {
      const isChecked = transactions.some(({ effects }) => effects.some(effect => effect.is(setDiagnosticsEffect)))
      if (docChanged || viewportChanged || isChecked) plan()
    },
    destroy: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
