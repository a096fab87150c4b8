import { Message, type Position, type RequestMessage, type TextDocumentContentChangeEvent } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { FileSystem } from './file-system.ts'
import { fromUtf16, type PositionEncoding, toUtf16 } from './position-encoding.ts'

/** The open files, as the server has them now. */
export interface OpenLines {
  /** A line without its line end, empty if there is no such line; undefined for a file that is not open. */
  line(uri: string, line: number): string | undefined
  /** The whole text; undefined if the file is not open, or if the server does not keep its text. */
  text(uri: string): string | undefined
}

/** What the answer to a request is about. */
interface AskedRequest {
  readonly method: string
  /** The file of positions for which the answer names none. */
  readonly uri: string | undefined
  /** What the first parts of the answer name, if it has parts. */
  readonly parts?: string | undefined
}

/**
 * Translates the positions in messages between UTF-16, which the server counts in, and the encoding of the client.
 *
 * Only messages of the protocol are translated. Our own requests always count UTF-16 code units: their only client is
 * the extension for VS Code, which knows no other encoding, and some of their positions are those of a text to come.
 */
export class PositionTranslation {
  /** The requests that are not answered yet, by their ids. */
  private readonly asked = new Map<RequestMessage['id'], AskedRequest>()

  constructor(
    private readonly encoding: PositionEncoding,
    private readonly open: OpenLines,
    private readonly files: Pick<FileSystem, 'read'>,
  ) {}

  /**
   * A message of the client as the server reads it. It must be the next one that the server takes, so that the open
   * files are those that the client means. Positions in other files stay: of them, the server only reads the lines.
   */
  toServer<Any extends Message>(message: Any): Any {
    if (!isOfProtocol(message)) return message
    const { method, params } = message
    const uri = uriOf(params)
    if (Message.isRequest(message))
      this.asked.set(message.id, { method, uri, parts: tokenOf(params, 'partialResultToken') })
    const toServer = this.toServerBy((uri, line) => this.open.line(uri, line))
    const read = hasSeveralChanges(params)
      ? this.changesToServer(params, uri)
      : mapPositions(withoutResults(params), uri, toServer)
    return read === params ? message : { ...message, params: read }
  }

  /**
   * A message of the server as the client reads it, by the open files of this moment. A promise if it has positions in
   * other files, which are read for it.
   */
  toClient(message: Message): Message | Promise<Message> {
    if (isOfProtocol(message)) return this.withPart(message, 'params', { method: message.method, uri: undefined })
    if (!Message.isResponse(message)) return message
    const asked = this.asked.get(message.id)
    this.asked.delete(message.id)
    return asked ? this.withPart(message, 'result', asked) : message
  }

  /**
   * What a message must not be overtaken in: the problems of a file, or the parts of an answer. Undefined if it can be
   * sent at any time.
   */
  orderOf(message: Message): string | undefined {
    if (Message.isResponse(message)) return this.asked.get(message.id)?.parts
    if (!Message.isNotification(message)) return undefined
    const { method, params } = message
    if (method === 'textDocument/publishDiagnostics') return uriOf(params)
    return method === '$/progress' ? tokenOf(params, 'token') : undefined
  }

  private withPart(message: Message, name: 'params' | 'result', asked: AskedRequest): Message | Promise<Message> {
    const part = (message as Partial<Record<typeof name, unknown>>)[name]
    const lines = new NeededLines(this.open)
    mapPart(part, asked, (uri, position) => {
      // The start of a line is the same in all encodings.
      if (position.character > 0) lines.need(uri, position.line)
      return position
    })
    const translated = (): Message => {
      const other = lines.areAscii ? part : mapPart(part, asked, this.toClientBy(lines))
      return other === part ? message : { ...message, [name]: other }
    }
    return lines.closed.size > 0 ? lines.read(this.files).then(translated) : translated()
  }

  /** The ranges of several changes are each of the text after the changes before. */
  private changesToServer(params: SeveralChanges, uri: string | undefined): SeveralChanges {
    const text = uri === undefined ? undefined : this.open.text(uri)
    if (text === undefined) return params
    const document = TextDocument.create('', '', 0, text)
    const toServer = this.toServerBy((_, line) => lineIn(document, line))
    try {
      const contentChanges = params.contentChanges.map(change => {
        const read = mapPositions(change, uri, toServer)
        TextDocument.update(document, [read], 0)
        return read
      })
      return { ...params, contentChanges }
    } catch {
      // These are no changes. The server says so.
      return params
    }
  }

  private toServerBy(lineOf: (uri: string, line: number) => string | undefined): MapPosition {
    return (uri, position) => {
      const line = lineOf(uri, position.line)
      if (line === undefined || isAscii(line)) return position
      return onCharacter(position, toUtf16(line, position.character, this.encoding))
    }
  }

  private toClientBy(lines: NeededLines): MapPosition {
    return (uri, position) => {
      const line = lines.get(uri, position.line)
      return line === undefined ? position : onCharacter(position, fromUtf16(line, position.character, this.encoding))
    }
  }
}

const onCharacter = (position: Position, character: number): Position =>
  character === position.character ? position : { ...position, character }

/** The lines that the positions of a message are in. Of those, only the ones that are not ASCII are kept. */
class NeededLines {
  /** The needed lines of the files that are not open. */
  readonly closed = new Map<string, Set<number>>()
  private readonly seen = new Map<string, Map<number, string | undefined>>()
  areAscii = true

  constructor(private readonly open: OpenLines) {}

  need(uri: string, number: number): void {
    const seen = entryIn(this.seen, uri, () => new Map<number, string | undefined>())
    if (seen.has(number)) return
    const line = this.open.line(uri, number)
    if (line === undefined) entryIn(this.closed, uri, () => new Set<number>()).add(number)
    this.take(seen, number, line)
  }

  get(uri: string, number: number): string | undefined {
    return this.seen.get(uri)?.get(number)
  }

  /** Reads the needed lines of the files that are not open, one file after the other. */
  async read(files: Pick<FileSystem, 'read'>): Promise<void> {
    for (const [uri, numbers] of this.closed) {
      const text = await files.read(uri)
      if (text === undefined || isAscii(text)) continue
      const document = TextDocument.create('', '', 0, text)
      const seen = this.seen.get(uri)!
      for (const number of numbers) this.take(seen, number, lineIn(document, number))
    }
  }

  private take(seen: Map<number, string | undefined>, number: number, line: string | undefined): void {
    const isKept = line !== undefined && !isAscii(line)
    seen.set(number, isKept ? line : undefined)
    if (isKept) this.areAscii = false
  }
}

function entryIn<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** A line of a document without its line end; empty if there is no such line. */
export const lineIn = (document: TextDocument, line: number): string =>
  document
    .getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
    .replace(/\r\n$|[\r\n]$/, '')

function mapPart(part: unknown, { method, uri }: AskedRequest, map: MapPosition): unknown {
  if (uri === undefined || !method.startsWith('textDocument/semanticTokens/')) return mapPositions(part, uri, map)
  const { data } = (part ?? {}) as { data?: unknown }
  return Array.isArray(data) ? { ...(part as object), data: mapTokens(data, uri, map) } : part
}

/**
 * Parameters without the ids of earlier results, so that the answer is whole. Else it would be the difference from
 * positions that the client does not have.
 */
function withoutResults(params: unknown): unknown {
  if (typeof params !== 'object' || params === null) return params
  if ('previousResultId' in params) return { ...params, previousResultId: '' }
  return 'previousResultIds' in params ? { ...params, previousResultIds: [] } : params
}

/** The parameters of `textDocument/didChange` with more than one change. */
interface SeveralChanges {
  readonly contentChanges: readonly TextDocumentContentChangeEvent[]
}

const hasSeveralChanges = (params: unknown): params is SeveralChanges =>
  typeof params === 'object' &&
  params !== null &&
  'contentChanges' in params &&
  Array.isArray(params.contentChanges) &&
  params.contentChanges.length > 1

/** A token of parameters as text; undefined if they have none. */
function tokenOf(params: unknown, name: 'token' | 'partialResultToken'): string | undefined {
  const token = (params as Partial<Record<typeof name, unknown>> | null | undefined)?.[name]
  return typeof token === 'string' || typeof token === 'number' ? `token ${token}` : undefined
}

type ProtocolMessage = Message & { readonly method: string; readonly params?: unknown }

const isOfProtocol = (message: Message): message is ProtocolMessage =>
  (Message.isRequest(message) || Message.isNotification(message)) && !message.method.startsWith('recline/')

/** Gives another position for one of a file. It returns the same object if nothing changes. */
type MapPosition = (uri: string, position: Position) => Position

/**
 * A part of a message with other positions, copied only where they change. The file of a position is the one that the
 * objects around it name; the nearest counts.
 *
 * @param uri the file of positions for which the part itself names none
 */
const mapPositions = <Part>(part: Part, uri: string | undefined, map: MapPosition): Part =>
  mapped(part, uri, map, 0) as Part

/**
 * The semantic tokens of a file with other positions and lengths. Each token is five numbers: its line and character,
 * counted from the token before it, its length, its type and its modifiers.
 */
function mapTokens(data: readonly number[], uri: string, map: MapPosition): number[] {
  const tokens: number[] = []
  let [line, character, lastCharacter] = [0, 0, 0]
  for (let index = 0; index < data.length; index += 5) {
    const [lines, characters, length, type, modifiers] = data.slice(index, index + 5) as FiveNumbers
    line += lines
    character = lines > 0 ? characters : character + characters
    if (lines > 0) lastCharacter = 0
    const start = map(uri, { line, character }).character
    const end = map(uri, { line, character: character + length }).character
    tokens.push(lines, start - lastCharacter, end - start, type, modifiers)
    lastCharacter = start
  }
  return tokens
}

type FiveNumbers = [number, number, number, number, number]

/** The file that an object of the protocol is about; undefined if it does not say so. */
function uriOf(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined
  const { uri, targetUri, textDocument, from, item, data } = value
  // The ranges of an incoming call are in the file that the call comes from. A code lens has its file in its data.
  const named = [uri, targetUri, ...[textDocument, from, item, data].map(part => isJsonObject(part) && part.uri)]
  return named.find(candidate => typeof candidate === 'string')
}

/** No message of the protocol is deeper. What a client nests deeper is left as it is. */
const deepestMessage = 100

function mapped(value: unknown, uri: string | undefined, map: MapPosition, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepestMessage) return value
  if (Array.isArray(value)) return mappedList(value, uri, map, depth)
  if (isPositionValue(value)) return uri === undefined ? value : map(uri, value)
  return mappedParts(value, map, depth, uriOf(value) ?? uri)
}

function mappedParts(value: object, map: MapPosition, depth: number, uri: string | undefined, areUris = false): object {
  let copy: Record<string, unknown> | undefined
  for (const [key, part] of Object.entries(value)) {
    // The edits of a `WorkspaceEdit`, by URI.
    const isByUri = key === 'changes' && isJsonObject(part)
    const other = isByUri
      ? mappedParts(part, map, depth + 1, uri, true)
      : mapped(part, areUris ? key : uri, map, depth + 1)
    if (other === part) continue
    copy ??= { ...value }
    copy[key] = other
  }
  return copy ?? value
}

function mappedList(
  list: readonly unknown[],
  uri: string | undefined,
  map: MapPosition,
  depth: number,
): readonly unknown[] {
  if (typeof list[0] === 'number') return list
  const parts = list.map(part => mapped(part, uri, map, depth + 1))
  return parts.some((part, index) => part !== list[index]) ? parts : list
}

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPositionValue = (value: object): value is Position =>
  'line' in value && typeof value.line === 'number' && 'character' in value && typeof value.character === 'number'
