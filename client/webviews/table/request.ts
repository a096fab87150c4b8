import type { tablePageRequests } from '../../../shared/protocol/table/table-page.ts'
import { requester } from '../host.ts'

/** Sends a request of this page to the extension. */
export const sendRequest = requester<typeof tablePageRequests>()
