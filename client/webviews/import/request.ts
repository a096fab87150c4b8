import type { importPageRequests } from '../../../shared/protocol/import-page.ts'
import { requester } from '../host.ts'

/** Sends a request of this page to the extension. */
export const sendRequest = requester<typeof importPageRequests>()
