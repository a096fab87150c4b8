import type { LSPClient } from '@codemirror/lsp-client'
import type { Sender } from '../../shared/protocol/request.ts'

/** Sends requests of our own through the client of the editor, which sends it the latest text first. */
export const senderOf = (client: LSPClient): Sender<never> => ({
  sendRequest: (method, params) => {
    client.sync()
    return client.request(method, params)
  },
  sendNotification: async (method, params) => client.notification(method, params),
})
