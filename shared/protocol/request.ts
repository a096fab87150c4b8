import * as v from 'valibot'

/**
 * The messages that client and server exchange besides those of the Language Server Protocol. Each is defined once, as
 * a value: the name of its method, the schema of its parameters, and the type of its result. Their positions count
 * UTF-16 code units, also if client and server have agreed on another encoding for the protocol.
 */

/** A request of our own. Its answer is null if there is none, or if the request failed; then the log says why. */
export interface OwnRequest<Schema extends v.GenericSchema, Result> {
  readonly method: string
  readonly params: Schema
  /** Never set: it only carries the type of the result. */
  readonly result?: Result
}

/** A notification of our own. */
export interface OwnNotification<Schema extends v.GenericSchema> {
  readonly method: string
  readonly params: Schema
}

/** Defines a request: `request<Result>()('recline/method', schema)`. */
export const request =
  <Result>() =>
  <Schema extends v.GenericSchema>(method: string, params: Schema): OwnRequest<Schema, Result> => ({ method, params })

/** Defines a notification. */
export const notification = <Schema extends v.GenericSchema>(
  method: string,
  params: Schema,
): OwnNotification<Schema> => ({ method, params })

/** The type of what a schema accepts, all of it read-only. */
export type Params<Schema extends v.GenericSchema> = ReadonlyDeep<v.InferOutput<Schema>>

/** The type of the parameters of a message. */
export type ParamsOf<Message extends { readonly params: v.GenericSchema }> = Params<Message['params']>

type ReadonlyDeep<Value> = { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }

/**
 * Checks the parameters of a message, which can be anything.
 *
 * @param method the name of the message, for the problem
 * @returns the parameters, without properties that are not in the schema; or a sentence that says what is wrong and
 *   where
 */
export function readParams<Schema extends v.GenericSchema>(
  method: string,
  schema: Schema,
  given: unknown,
): { readonly params: v.InferOutput<Schema> } | { readonly problem: string } {
  const { success, output, issues } = v.safeParse(schema, given)
  if (success) return { params: output }
  const path = v.getDotPath(issues[0])
  const place = path === null ? '' : ` at "${path}"`
  return { problem: `The parameters of ${method} are wrong${place}: ${issues[0].message.slice(0, 200)}.` }
}

/** What sends messages: VS Code's language client, or the connection of a server. */
export interface Sender<Token> {
  sendRequest<Result>(method: string, params: object, token?: Token): Promise<Result>
  sendNotification(method: string, params: object): Promise<void>
}

/** Sends a request of our own and returns its answer, which is trusted to be of the type that the request declares. */
export const send = <Schema extends v.GenericSchema, Result, Token>(
  to: Sender<Token>,
  { method }: OwnRequest<Schema, Result>,
  params: Params<Schema> & object,
  token?: Token,
): Promise<Result | null> =>
  // An undefined token would count as a second parameter, and parameters by position are a list.
  token === undefined
    ? to.sendRequest<Result | null>(method, params)
    : to.sendRequest<Result | null>(method, params, token)

/** Sends a notification of our own. */
export const notify = <Schema extends v.GenericSchema>(
  to: Sender<never>,
  { method }: OwnNotification<Schema>,
  params: Params<Schema> & object,
): Promise<void> => to.sendNotification(method, params)

/** The schema of a message without parameters. */
export const noParams = v.object({})

/** The schema of an index, a count, or a line: an integer from 0. */
export const naturalNumber = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The schema of a message about a file, by its address. */
export const inFile = v.object({ uri: v.string() })

/** The schema of a message about a line of a file. */
export const atLine = v.object({ ...inFile.entries, line: naturalNumber })

/** The schema of a parameter: whether the answer waits until all files of the workspace are read. */
export const whenRead = v.optional(v.boolean())

/** An answer from the files that are read by now. */
export type SoFar<Answer> = Answer & {
  /** Whether these are all files of the workspace. */
  readonly isComplete: boolean
}

/** The answer to a request for a change that is not possible. */
export interface Refusal {
  /** Why nothing was done, as a sentence for the user. */
  readonly refusal: string
}
