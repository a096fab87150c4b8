import type { comparePageRequests } from '../../../shared/protocol/compare-page.ts'
import { requester } from '../host.ts'

/** Sends a request of this page to the extension. */
export const sendRequest = requester<typeof comparePageRequests>()
