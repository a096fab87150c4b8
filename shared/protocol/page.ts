import type * as v from 'valibot'
import { type Params, readParams } from './request.ts'
import type { TableFilter, TableRecord } from './table/table.ts'

/**
 * What the page in a webview requests from the extension. A page imports only the types of its requests: the schemas
 * are for the extension, which checks what a page sends.
 */

export type PageRequests = Readonly<Record<string, PageRequest<v.GenericSchema, unknown>>>

/** A request of a page. */
export interface PageRequest<Schema extends v.GenericSchema, Result> {
  readonly params: Schema
  /** Never set: it only carries the type of the result. */
  readonly result?: Result
}

/** Defines a request of a page: `pageRequest<Result>()(schema)`. */
export const pageRequest =
  <Result>() =>
  <Schema extends v.GenericSchema>(params: Schema): PageRequest<Schema, Result> => ({ params })

/** The type of the parameters of a request. */
export type PageParams<Request extends { readonly params: v.GenericSchema }> = Params<Request['params']>

/** The type of the result of a request. */
export type PageResult<Request> = Request extends { readonly result?: infer Result } ? Result : never

/** What the extension tells a page. */
export type PageEvent =
  /** What the page shows may have changed. */
  | { readonly event: 'changed' }
  /** The user ran a command of VS Code while the page had the focus. */
  | { readonly event: 'command'; readonly command: string }
  /** A table is to show other records. */
  | { readonly event: 'filter'; readonly filter: TableFilter }
  /** A table is to open the form of a record. */
  | { readonly event: 'form'; readonly record: TableRecord }

/** The functions that answer the requests of a page. An error is shown in the page, so its message is a sentence. */
export type PageAnswers<Requests extends PageRequests> = {
  readonly [Name in keyof Requests]: (params: PageParams<Requests[Name]>) => PageAnswer<PageResult<Requests[Name]>>
}

type PageAnswer<Result> = Result | null | PromiseLike<Result | null>

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
    return { id, result: (await answerPageRequest(requests, answers, method, params)) ?? null }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

function answerPageRequest<Requests extends PageRequests, Method extends keyof Requests & string>(
  requests: Requests,
  answers: PageAnswers<Requests>,
  method: Method,
  given: unknown,
): PageAnswer<PageResult<Requests[Method]>> {
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
