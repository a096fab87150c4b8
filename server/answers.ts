import { ErrorCodes, type Position, ResponseError, type TextDocumentPositionParams } from 'vscode-languageserver'
import type { Refusal } from '../shared/protocol/refusal.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import type { JsonSnapshot } from './snapshot/json-snapshot.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

interface InDocument {
  readonly textDocument: { readonly uri: string }
}

/** How features answer requests about an open file: from its current version. A file that is not open gives null. */
export interface Answers {
  /** @param what names the work in the log */
  answer<Answer>(uri: string, what: string, feature: (snapshot: Snapshot) => Answer): Answer | null
  /** @param inJson answers in descriptors and configurations; without it, nothing is answered there */
  inFile<Params extends InDocument, Answer, JsonAnswer = never>(
    what: string,
    feature: (snapshot: Snapshot, params: Params) => Answer,
    inJson?: (snapshot: JsonSnapshot, params: Params) => JsonAnswer,
  ): (params: Params) => Answer | JsonAnswer | null
  /** The same at a position. */
  at<Answer, JsonAnswer = never>(
    what: string,
    feature: (snapshot: Snapshot, position: Position) => Answer,
    inJson?: (snapshot: JsonSnapshot, position: Position) => JsonAnswer,
  ): (params: TextDocumentPositionParams) => Answer | JsonAnswer | null
}

export function createAnswers({ files }: Session, { guard }: Guard): Answers {
  const answer: Answers['answer'] = (uri, what, feature) =>
    guard(`${what} in ${uri}`, () => {
      const snapshot = files.snapshot(uri)
      return snapshot ? feature(snapshot) : null
    })
  const inFile: Answers['inFile'] = (what, feature, inJson) => params => {
    const { uri } = params.textDocument
    const json = inJson && files.jsonSnapshot(uri)
    return json
      ? guard(`${what} in ${uri}`, () => inJson(json, params))
      : answer(uri, what, snapshot => feature(snapshot, params))
  }
  const at: Answers['at'] = (what, feature, inJson) =>
    inFile(
      what,
      (snapshot, { position }: TextDocumentPositionParams) => feature(snapshot, position),
      inJson && ((snapshot, { position }) => inJson(snapshot, position)),
    )
  return { answer, inFile, at }
}

/** Turns a refusal into an error, which the client shows to the user. */
export const orRefused = <Answer extends object>(
  result: Answer | Refusal | null,
): Answer | ResponseError<void> | null =>
  result && 'refusal' in result ? new ResponseError(ErrorCodes.InvalidRequest, result.refusal) : result
