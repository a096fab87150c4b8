import type { PageParams, PageRequests, PageResult } from './page.ts'
import { readParams } from './request.ts'

/** The functions that answer the requests of a page. An error is shown in the page, so its message is a sentence. */
export type PageAnswers<Requests extends PageRequests> = {
  readonly [Name in keyof Requests]: (params: PageParams<Requests[Name]>) => Answer<PageResult<Requests[Name]>>
}

type Answer<Result> = Result | null | PromiseLike<Result | null>

/** What a page gets for a request. */
export type PageReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }

/**
 * Answers a message of a page, which is checked like any other input.
 *
 * @returns the reply to the page; undefined if the message is no request
 */
export async function answerPage<Requests extends PageRequests>(
  requests: Requests,
  answers: PageAnswers<Requests>,
  message: unknown,
): Promise<PageReply | undefined> {
  if (!isRequest(message)) return undefined
  const { id, method, params } = message
  try {
    return { id, result: (await answer(requests, answers, method, params)) ?? null }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

function answer<Requests extends PageRequests, Method extends keyof Requests & string>(
  requests: Requests,
  answers: PageAnswers<Requests>,
  method: Method,
  given: unknown,
): Answer<PageResult<Requests[Method]>> {
  if (!Object.hasOwn(requests, method)) throw new Error(`The view sent an unknown request: "${method}".`)
  const read = readParams<Requests[Method]['params']>(method, requests[method]!.params, given)
  if ('problem' in read) throw new Error(read.problem)
  return answers[method](read.params)
}

interface RequestOfPage {
  readonly id: number
  readonly method: string
  readonly params: unknown
}

function isRequest(message: unknown): message is RequestOfPage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'id' in message &&
    typeof message.id === 'number' &&
    'method' in message &&
    typeof message.method === 'string'
  )
}
