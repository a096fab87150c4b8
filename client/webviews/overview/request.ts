import type { overviewPageRequests } from '../../../shared/protocol/overview-page.ts'
import { requester } from '../host.ts'

/** Sends a request of this page to the extension. */
export const sendRequest = requester<typeof overviewPageRequests>()
