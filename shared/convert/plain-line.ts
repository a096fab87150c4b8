import { longestWord, wordIn } from '../syntax/characters.ts'
import { isBareSafe, type RecordNode } from '../syntax/nodes.ts'

/** What the fields of a record are apart from their values: `rid=`, `title=` and `maturity:int=`, and the tag. */
export interface LineShape {
  /** The name of the last field with its type, and the `=`; for a tag without fields, the tag. */
  readonly head: string
  /** The shape of the fields before it; undefined for a tag without fields. */
  readonly before: LineShape | undefined
  readonly followers: Map<string, LineShape>
  /** The field that stood behind this one the last time. */
  latest: LineShape | undefined
}

/** A record as most are, and the texts of its values. */
export interface PlainLine {
  readonly shape: LineShape
  readonly values: readonly string[]
}

/**
 * Reads a record as most are: one line in canonical notation, without escapes and lists. It needs no parsed
 * fields for that. Returns undefined for any other record.
 */
export function plainLine({ text, at, tagStart, tagEnd }: RecordNode): PlainLine | undefined {
  if (at > 0 || tagStart !== 1 || tagEnd > longestWord || !isPlainLine.test(text)) return undefined
  const word = wordIn(text, 0, tagEnd)
  let shape = tags.get(word) ?? addShape(tags, word, undefined)
  const values: string[] = []
  let position = tagEnd + 1
  if (shape === undefined || text[tagEnd] !== ' ') return undefined
  for (;;) {
    const next: LineShape | undefined = followerAt(shape, text, position)
    if (next === undefined) return undefined
    shape = next
    position += shape.head.length
    let end: number
    if (text[position] === '"') {
      end = text.indexOf('"', position + 1)
      // A quote that opens another value instead has text behind it, which is neither a separator nor the line end.
      if (end < 0) return undefined
      values.push(text.slice(position + 1, end))
      end++
    } else {
      const blank = text.indexOf(' ', position)
      end = blank < 0 ? text.trimEnd().length : blank
      const value = text.slice(position, end)
      if (!isBareSafe(value)) return undefined
      values.push(value)
    }
    if (!text.startsWith(' | ', end)) return isEnd(text, end) ? { shape, values } : undefined
    position = end + 3
  }
}

/**
 * Printable text without backslashes, and perhaps a line end: ASCII, and letters and signs of most scripts. Blanks,
 * invisible characters and halves of pairs need a closer look.
 */
const isPlainLine =
  /^@[ -[\]-~\u00a1-\u061b\u061d-\u167f\u1681-\u180a\u1810-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]*(?:\r\n?|\n)?$/

const isEnd = (text: string, end: number): boolean => end === text.length || text[end] === '\n' || text[end] === '\r'

/** The shape of the tag and each field so far, by tags. */
const tags = new Map<string, LineShape>()
let count = 0

/** A bound for files with a new name in each record: the shapes above it are not remembered. */
const mostShapes = 10_000

function addShape(shapes: Map<string, LineShape>, head: string, before: LineShape | undefined): LineShape | undefined {
  if (count >= mostShapes) return undefined
  count++
  const shape: LineShape = { head, before, followers: new Map(), latest: undefined }
  shapes.set(head, shape)
  return shape
}

/** The shape with the field whose head stands here, in canonical notation. */
function followerAt(shape: LineShape, text: string, position: number): LineShape | undefined {
  const { latest } = shape
  if (latest !== undefined && text.startsWith(latest.head, position)) return latest
  headPattern.lastIndex = position
  const [found] = headPattern.exec(text) ?? []
  // A longer one would keep the text around it in memory.
  if (found === undefined || found.length > longestWord) return undefined
  shape.latest = shape.followers.get(found) ?? addShape(shape.followers, wordIn(found, 0, found.length), shape)
  return shape.latest
}

const headPattern = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z0-9_.-]+)?=/y

/** The heads of the fields of a shape, each as its name and its type word. */
export function headsOf(shape: LineShape): { readonly name: string; readonly word: string | undefined }[] {
  const heads: { name: string; word: string | undefined }[] = []
  for (let at = shape; at.before !== undefined; at = at.before) {
    const [name = '', word] = at.head.slice(0, -1).split(':')
    heads.push({ name, word })
  }
  return heads.reverse()
}
