import type { GenericSchema, InferOutput } from 'valibot'
import { CancellationToken, type Connection } from 'vscode-languageserver'
import { type OwnNotification, type OwnRequest, readParams, type SoFar } from '../shared/protocol/request.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

/** Connects the requests and notifications of our own with what answers them. */
export class RequestHandlers {
  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly guard: Guard,
  ) {}

  /** Answers a request; null for wrong parameters and for a handler that fails, and the log says why. */
  on<Schema extends GenericSchema<unknown, object>, Result>(
    { method, params: schema }: OwnRequest<Schema, Result>,
    handler: (params: InferOutput<Schema>, token: CancellationToken) => RequestAnswer<Result>,
  ): void {
    this.connection.onRequest<unknown, void>(method, (...given: readonly unknown[]) => {
      // The last argument is the token. Without parameters there is no other; a list of parameters is spread.
      const token = given.at(-1)
      const read = readParams(method, schema, given.length > 1 ? given[0] : {})
      if ('problem' in read) return this.refuse(read.problem)
      const { params } = read
      const what = 'uri' in params ? `${method} in ${String(params.uri)}` : method
      return this.guard.guardAsync(what, () =>
        handler(params, CancellationToken.is(token) ? token : CancellationToken.None),
      )
    })
  }

  /** Answers a request about an open file; null for a file that is not open. */
  inFile<Schema extends GenericSchema<unknown, { uri: string }>, Result>(
    request: OwnRequest<Schema, Result>,
    handler: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
  ): void {
    this.on(request, params => {
      const snapshot = this.session.files.snapshot(params.uri)
      return snapshot ? handler(snapshot, params) : null
    })
  }

  /** Answers a request about an open file when all files are read: a new id has to be free in all of them. */
  inFileWhenRead<Schema extends GenericSchema<unknown, { uri: string }>, Result>(
    request: OwnRequest<Schema, Result>,
    handler: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
  ): void {
    this.on(request, async (params, token) => {
      if (!(await this.session.whenIndexed(token))) return null
      const snapshot = this.session.files.snapshot(params.uri)
      return snapshot ? handler(snapshot, params) : null
    })
  }

  /** Answers a request about an open file, or about the workspace if it names no file. */
  inFileOrWorkspace<Schema extends GenericSchema<unknown, { uri?: string | undefined }>, Result>(
    request: OwnRequest<Schema, Result>,
    ofFile: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
    ofWorkspace: (params: InferOutput<Schema>, token: CancellationToken) => RequestAnswer<Result>,
  ): void {
    this.on(request, (params, token) => {
      if (params.uri === undefined) return ofWorkspace(params, token)
      const snapshot = this.session.files.snapshot(params.uri)
      return snapshot ? ofFile(snapshot, params) : null
    })
  }

  /**
   * Answers such a request from the files that are read by now, and says whether these are all. With `whenRead`, it
   * waits for all.
   */
  soFar<
    Schema extends GenericSchema<unknown, { uri?: string | undefined; whenRead?: boolean | undefined }>,
    Result extends object,
  >(
    request: OwnRequest<Schema, SoFar<Result>>,
    ofFile: (snapshot: Snapshot, params: InferOutput<Schema>) => Result | null,
    ofWorkspace: (params: InferOutput<Schema>, token: CancellationToken) => RequestAnswer<Result>,
  ): void {
    this.on(request, async (params, token) => {
      const { files } = this.session
      if (params.whenRead && !(await this.session.whenIndexed(token))) return null
      const isComplete = files.isIndexComplete
      const snapshot = params.uri === undefined ? undefined : files.snapshot(params.uri)
      const ofOpenFile = snapshot ? ofFile(snapshot, params) : null
      const answer = params.uri === undefined ? await ofWorkspace(params, token) : ofOpenFile
      return answer && { ...answer, isComplete }
    })
  }

  /** Takes a notification; one with wrong parameters is only logged. */
  onNotification<Schema extends GenericSchema<unknown, object>>(
    { method, params: schema }: OwnNotification<Schema>,
    handler: (params: InferOutput<Schema>) => Promise<void> | void,
  ): void {
    this.connection.onNotification(method, (given: unknown) => {
      const read = readParams(method, schema, given)
      if ('problem' in read) this.refuse(read.problem)
      else void this.guard.guardAsync(method, () => handler(read.params))
    })
  }

  private refuse(problem: string): null {
    this.connection.console.error(problem)
    return null
  }
}

/** What a handler answers; null means that there is nothing to answer. */
export type RequestAnswer<Result> = Result | null | Promise<Result | null>
