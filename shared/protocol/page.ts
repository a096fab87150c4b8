import type * as v from 'valibot'
import type { Params } from './request.ts'
import type { TableFilter, TableRecord } from './table.ts'

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
