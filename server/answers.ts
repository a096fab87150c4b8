import {
  ErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type TextDocumentPositionParams,
} from 'vscode-languageserver'
import type { Refusal } from '../shared/protocol/request.ts'
import { NotYetRead } from './session/current-files.ts'
import type { Guard } from './session/guard.ts'
import type { Session } from './session/session.ts'
import type { JsonSnapshot } from './snapshot/json-snapshot.ts'
import type { Snapshot } from './snapshot/snapshot.ts'

interface InDocument {
  readonly textDocument: { readonly uri: string }
}

/**
 * How features answer requests about an open file: from its current version. A file that is not open gives null. A
 * feature that reads no record below a line can name it: then it answers above it while the rest of a large file is
 * still being read. All others wait for the whole file, and so does one that looks into the index.
 */
export interface Answers {
  /**
   * @param what names the work in the log
   * @param lastLine the last line that the feature reads; without it, all of them
   */
  answer<Answer>(
    uri: string,
    what: string,
    feature: (snapshot: Snapshot) => Answer,
    lastLine?: number,
  ): Promise<Answer | null>
  /**
   * The same for a feature that also works in Markdown: it answers inside of the fences with records, and nothing
   * elsewhere. It must not keep the snapshot.
   *
   * @param place what the request is about; without it, no place
   */
  answerInFences<Answer>(
    uri: string,
    what: string,
    place: Position | Range | undefined,
    feature: (snapshot: Snapshot) => Answer,
    lastLine?: number,
  ): Promise<Answer | null>
  /**
   * @param inJson answers in descriptors and configurations; without it, nothing is answered there
   * @param lastLine returns the last line that the feature reads; without it, all of them
   */
  inFile<Params extends InDocument, Answer, JsonAnswer = never>(
    what: string,
    feature: (snapshot: Snapshot, params: Params) => Answer,
    inJson?: (snapshot: JsonSnapshot, params: Params) => JsonAnswer,
    lastLine?: (params: Params) => number,
  ): (params: Params) => Promise<Answer | JsonAnswer | null>
  /** The same at a position. */
  at<Answer, JsonAnswer = never>(
    what: string,
    feature: (snapshot: Snapshot, position: Position) => Answer,
    inJson?: (snapshot: JsonSnapshot, position: Position) => JsonAnswer,
    lastLine?: (params: TextDocumentPositionParams) => number,
  ): (params: TextDocumentPositionParams) => Promise<Answer | JsonAnswer | null>
}

/** The line of a request at a position. */
export const lineOf = <Params extends { readonly position: Position }>({ position }: Params): number => position.line

export function createAnswers(session: Session, { guard }: Guard): Answers {
  const { files } = session
  const answer: Answers['answer'] = async (uri, what, feature, lastLine) => {
    const name = `${what} in ${uri}`
    const whole = session.whenOpen(uri)
    if (whole) {
      const first = lastLine === undefined ? undefined : files.firstSnapshot(uri, lastLine)
      const early = first && guard(name, () => ifRead(() => ({ answer: feature(first) })))
      if (early) return early.answer
      await whole
    }
    return guard(name, () => {
      const snapshot = files.snapshot(uri)
      return snapshot ? feature(snapshot) : null
    })
  }
  const answerInFences: Answers['answerInFences'] = async (uri, what, place, feature, lastLine) => {
    if (!files.markdown(uri)) return answer(uri, what, feature, lastLine)
    const range = place && ('line' in place ? { start: place, end: place } : place)
    return guard(`${what} in ${uri}`, () => files.lookInFences(uri, range, feature) ?? null)
  }
  const inFile: Answers['inFile'] = (what, feature, inJson, lastLine) => async params => {
    const { uri } = params.textDocument
    const json = inJson && files.jsonSnapshot(uri)
    return json
      ? guard(`${what} in ${uri}`, () => inJson(json, params))
      : answer(uri, what, snapshot => feature(snapshot, params), lastLine?.(params))
  }
  const at: Answers['at'] = (what, feature, inJson, lastLine) =>
    inFile(
      what,
      (snapshot, { position }: TextDocumentPositionParams) => feature(snapshot, position),
      inJson && ((snapshot, { position }) => inJson(snapshot, position)),
      lastLine,
    )
  return { answer, answerInFences, inFile, at }
}

/** The result of some work, or undefined if it needs the whole of a file of which not all is read. */
function ifRead<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof NotYetRead) return undefined
    throw error
  }
}

/** Turns a refusal into an error, which the client shows to the user. */
export const orRefused = <Answer extends object>(
  result: Answer | Refusal | null,
): Answer | ResponseError<void> | null =>
  result && 'refusal' in result ? new ResponseError(ErrorCodes.InvalidRequest, result.refusal) : result
