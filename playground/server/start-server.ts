import type { LSPClient } from '@codemirror/lsp-client'
import type { Project } from '../files/project.ts'
import { applyWorkspaceEdit } from '../files/workspace-edit.ts'
import { workerTransport } from './transport.ts'

/**
 * Starts the language server in a worker and connects the client.
 *
 * @param say tells the user why there is no server
 */
export function startServer(client: LSPClient, project: Project, say: (text: string) => void): void {
  if (location.protocol === 'file:') {
    say(openedFromFile)
    return
  }
  const worker = new Worker('server.js')
  worker.addEventListener('error', () =>
    say('The language server has ended, so nothing is checked any more. Reload the page; your text stays.'),
  )
  client.connect(
    workerTransport(worker, {
      // All files are open, and the server needs no list of those.
      'recline/listFiles': () => [],
      'recline/readFile': params => textOf(project, params),
      'workspace/applyEdit': params => {
        const failureReason = applyWorkspaceEdit(project, (params as { edit: object }).edit)
        return { applied: failureReason === undefined, failureReason }
      },
      'window/workDoneProgress/create': () => null,
      'client/registerCapability': () => null,
      'client/unregisterCapability': () => null,
    }),
  )
}

const openedFromFile =
  'Browsers start no language server for a page that is opened from a file, so nothing is checked: put the folder on a server, for example with "npx serve".'

function textOf(project: Project, params: unknown): string | null {
  const uri = typeof params === 'object' && params !== null && 'uri' in params ? params.uri : undefined
  return project.files.find(file => file.uri === uri)?.state.doc.toString() ?? null
}
