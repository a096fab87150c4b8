import { isHeader } from '../../../shared/domains/domains-in-force.ts'
import { AT, CARRIAGE_RETURN, LINE_FEED } from '../../../shared/syntax/characters.ts'
import { parseEntries } from '../../../shared/syntax/parse.ts'
import type { Carried } from './facts.ts'
import { nothingAbove } from './map-part.ts'
import type { Piece } from './pieces.ts'

/** What a stretch from the start of a file leaves to what comes below it. Only lines are counted, and headers and blocks looked for. */
export async function leftBy(pieces: AsyncIterable<Piece>): Promise<Carried> {
  let left = nothingAbove
  for await (const piece of pieces) left = leftByPiece(piece, left)
  return left
}

function leftByPiece({ bytes, start }: Piece, { header, isInBlock, line }: Carried): Carried {
  const text = start === 0 && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes
  let counted = 0
  for (let at = nextMark(text, 0); at >= 0; at = nextMark(text, at + 1)) {
    const lineStart = startOfLine(text, at)
    if (text.subarray(lineStart, at).toString().trim() !== '') continue
    // Up to the next line with `@` there is all of an entry that starts here.
    const stretch = text.toString('utf8', lineStart, nextBorder(text, at))
    if (isInBlock) {
      const block = parseEntries(`@BEGIN\n${stretch}`)[0]!
      isInBlock = block.kind === 'block' && !block.closed
      continue
    }
    const entry = parseEntries(stretch)[0]!
    if (entry.kind === 'block') isInBlock = !entry.closed
    else if (entry.kind === 'record' && isHeader(entry)) {
      line += countLines(text, counted, lineStart)
      counted = lineStart
      header = { text: entry.text, line }
    }
  }
  return { header, isInBlock, line: line + countLines(text, counted, text.length) }
}

const byteOrderMark = Buffer.from('\ufeff')

/** The next `@` behind which the word of a header or a block may stand. */
function nextMark(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(AT, from)
  while (at >= 0 && at + 1 < bytes.length && startsOtherWord[bytes[at + 1]!] === 1) at = bytes.indexOf(AT, at + 1)
  return at
}

/** The letters with which neither DOC, BEGIN nor END start. */
const startsOtherWord = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(/^[acf-z]$/i.test(String.fromCharCode(code))),
)

function startOfLine(bytes: Buffer, at: number): number {
  let start = at
  while (start > 0 && bytes[start - 1] !== LINE_FEED && bytes[start - 1] !== CARRIAGE_RETURN) start--
  return start
}

function nextBorder(bytes: Buffer, at: number): number {
  let next = bytes.indexOf(AT, at + 1)
  while (next >= 0 && bytes[next - 1] !== LINE_FEED && bytes[next - 1] !== CARRIAGE_RETURN)
    next = bytes.indexOf(AT, next + 1)
  return next < 0 ? bytes.length : next
}

function countLines(bytes: Buffer, start: number, end: number): number {
  let lines = 0
  for (let position = start; position < end; position++) {
    const code = bytes[position]
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && bytes[position + 1] !== LINE_FEED)) lines++
  }
  return lines
}
