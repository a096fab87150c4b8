import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { type JSONRPCMessage, ProtocolErrorCode, parseJSONRPCMessage } from '@modelcontextprotocol/server'

/** Why a line of a client is no message. */
export interface RefusedMessage {
  /** The id that the answer gets; null if it cannot be known. */
  readonly id: string | number | null
  readonly code: ProtocolErrorCode
  /** One sentence. */
  readonly message: string
}

/** The most UTF-16 code units of a line. The text of records in one call has at most a million. */
export const longestLine = 10_000_000

/**
 * Passes on the messages of a client, one a line: those of a batch come one by one. The library behind it reads no
 * batches, leaves out a line that is no JSON without a word, and closes when a line is too long.
 *
 * @param ids the ids that the library does not read
 * @param refuse is called for each line, or message of a batch, that is no message
 */
export function jsonMessages(ids: FractionalIds, refuse: (refused: RefusedMessage) => void): Transform {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  const add = (part: string): void => {
    const wasTooLong = length > longestLine
    length += part.length
    if (length <= longestLine) parts.push(part)
    else if (!wasTooLong) {
      parts = []
      const message = `A line has more than ${longestLine.toLocaleString('en')} characters, so it is not read; send less in one call.`
      refuse({ id: null, code: ProtocolErrorCode.InvalidRequest, message })
    }
  }
  const endLine = (): string => {
    const line = parts.join('')
    parts = []
    length = 0
    return line
  }
  return new Transform({
    transform(bytes: Buffer, _, done) {
      const [rest = '', ...starts] = decoder.write(bytes).split('\n')
      add(rest)
      for (const start of starts) {
        for (const message of readMessages(endLine(), ids, refuse)) this.push(`${JSON.stringify(message)}\n`)
        add(start)
      }
      done()
    },
  })
}

/** The messages of a line, without those that are refused. */
function readMessages(
  line: string,
  ids: FractionalIds,
  refuse: (refused: RefusedMessage) => void,
): readonly JSONRPCMessage[] {
  if (line.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    refuse({ id: null, code: ProtocolErrorCode.ParseError, message: 'This is not JSON.' })
    return []
  }
  const isBatch = Array.isArray(value) && value.length > 0
  return (isBatch ? (value as unknown[]) : [value]).flatMap(one => {
    try {
      return parseJSONRPCMessage(ids.received(one))
    } catch {
      const message = 'This is no message of the protocol.'
      refuse({ id: idOfMessage(one), code: ProtocolErrorCode.InvalidRequest, message })
      return []
    }
  })
}

function idOfMessage(value: unknown): string | number | null {
  const { id } = Object(value) as { readonly id?: unknown }
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** Ids such as 1.5, which JSON-RPC has and the library does not: it sees a text in their place. */
export class FractionalIds {
  private readonly ids = new Map<string, number>()

  /** A message of the client, with a text for an id that is a fraction. */
  received(value: unknown): unknown {
    const { id, params } = Object(value) as {
      readonly id?: unknown
      readonly params?: { readonly requestId?: unknown }
    }
    if (isFraction(id)) {
      this.ids.set(textOfFraction(id), id)
      return { ...(value as object), id: textOfFraction(id) }
    }
    const canceled = Object(params).requestId as unknown
    return isFraction(canceled)
      ? { ...(value as object), params: { ...params, requestId: textOfFraction(canceled) } }
      : value
  }

  /** An answer with the id that the client gave its request. */
  answered(message: JSONRPCMessage): JSONRPCMessage {
    if ('method' in message || typeof message.id !== 'string') return message
    const id = this.ids.get(message.id)
    if (id === undefined) return message
    this.ids.delete(message.id)
    return { ...message, id }
  }
}

const isFraction = (id: unknown): id is number => typeof id === 'number' && !Number.isInteger(id)

/** No client has a text with such a character as an id. */
const textOfFraction = (id: number): string => `\0${id}`
