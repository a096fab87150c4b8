// A server that does no work: it reads what an editor sends, and writes what Recline wrote before. `replay.mjs` starts
// it with the path of the recording.
import { readFileSync } from 'node:fs'

/** @typedef {import('./replay.mjs').Recording} Recording */

/** @type {Recording | undefined} */
let recording
/** What came in and is not yet a whole message. @type {Buffer[]} */
let pieces = []
let length = 0
/** The length of the next message with its header, once the header is there. */
let expected = 0

process.stdin.on('data', piece => {
  pieces.push(piece)
  length += piece.length
  if (length >= expected) readMessages()
})

function readMessages() {
  let bytes = Buffer.concat(pieces)
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n')
    const size = Number(/Content-Length: (\d+)/.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1])
    expected = end < 0 ? 0 : end + 4 + size
    if (end < 0 || bytes.length < expected) break
    answer(JSON.parse(bytes.toString('utf8', end + 4, expected)))
    bytes = bytes.subarray(expected)
  }
  pieces = [bytes]
  length = bytes.length
}

/**
 * @typedef {object} Message
 * @property {number | string} [id]
 * @property {string} method
 * @property {{ textDocument?: { uri: string, version: number } }} [params]
 *
 * @param {Message} message
 */
function answer({ id, method, params }) {
  if (method === 'exit') process.exit()
  if (method === 'replay/load') recording = JSON.parse(readFileSync(process.argv[2], 'utf8'))
  if (params?.textDocument && (method === 'textDocument/didOpen' || method === 'textDocument/didChange')) {
    const { uri, version } = params.textDocument
    const found = `{"uri":"${uri}","version":${version},"diagnostics":${recording?.problems}}`
    write(`"method":"textDocument/publishDiagnostics","params":${found}`)
  }
  if (id === undefined) return
  const result = method === 'initialize' ? '{"capabilities":{"textDocumentSync":2}}' : recording?.answers[method]
  write(`"id":${id},"result":${result ?? 'null'}`)
}

/** @param {string} properties those of the message */
function write(properties) {
  const message = `{"jsonrpc":"2.0",${properties}}`
  process.stdout.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`)
}
