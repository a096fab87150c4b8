import { APOSTROPHE, wordIn } from './characters.ts'

/**
 * The syntax of a `.rec` file: a list of entries, each a whole number of lines.
 *
 * Entries are immutable and do not know their position in the file: every offset inside an entry counts UTF-16 code
 * units from its start. So an edit replaces the entries that it touches, and all others stay the same objects. The
 * texts of a file's entries, joined, are the file.
 */
export type Entry = RecordNode | CommentNode | BlankNode | BlockNode | MarkerNode | StrayNode

export interface EntryText {
  /** All of the entry's text, line ends included. */
  readonly text: string
  /** How many line ends the text has; one less than its lines where the file ends without one. */
  readonly lineBreaks: number
}

/** `@TAG field | field`, with its continuation lines. */
export interface RecordNode extends EntryText {
  readonly kind: 'record'
  /** Where the `@` stands. */
  readonly at: number
  /** The word behind the `@`; empty where there is none. Usually directly behind it. */
  readonly tagStart: number
  readonly tagEnd: number
  readonly fields: readonly Field[]
  /** The offsets of `|` that separate no field. */
  readonly emptyFields: readonly number[]
  /** Text in the record that is not part of a field. */
  readonly strays: readonly Stray[]
}

/** `name=value` or `name:type=value`; any part behind the name can be missing. */
export interface Field {
  /** Where the `|` before the field stands, or the comma or semicolon in its place; -1 if there is none. */
  readonly separator: number
  /** The name as written. It may be invalid, see `isFieldName`. */
  readonly name: string
  readonly nameStart: number
  readonly nameEnd: number
  /** The type word, behind the `:`; both -1 without a `:`. */
  readonly typeStart: number
  readonly typeEnd: number
  /** Where the `=` stands, or -1. */
  readonly equals: number
  readonly value: ValueNode | undefined
}

/** The value as written: `start` to `end` takes in quotes and brackets. A list stands in brackets or in braces. */
export interface ValueNode {
  readonly kind: 'quoted' | 'bare' | 'list'
  readonly start: number
  readonly end: number
  /** False where the closing quote or bracket is missing. */
  readonly closed: boolean
  /** Set where a stray stands directly behind the value. */
  readonly hasTextBehind?: true
}

/**
 * Text that is no field: anything else, text directly behind a complete value, a comment behind one, commas and
 * semicolons where a `|` belongs, or a conflict marker between the lines of the record.
 */
export interface Stray {
  readonly kind: 'text' | 'behind-value' | 'comment' | 'comma' | 'marker'
  readonly start: number
  readonly end: number
}

/** A line whose first character is `#`. */
export interface CommentNode extends EntryText {
  readonly kind: 'comment'
}

/** A run of lines with nothing but white space. */
interface BlankNode extends EntryText {
  readonly kind: 'blank'
}

/**
 * From a line `@BEGIN …` to the next line `@END …`, with white space before them or not; an unclosed one continues to
 * the end of the file.
 */
export interface BlockNode extends EntryText {
  readonly kind: 'block'
  readonly closed: boolean
}

/**
 * A line that git writes at the start or the end of a side of a merge conflict: seven `<`, `|`, `=` or `>`, then white
 * space or the end of the line.
 */
interface MarkerNode extends EntryText {
  readonly kind: 'marker'
}

/** All other lines. Those directly below each other are one entry. An `@END` that closes nothing stands alone. */
export interface StrayNode extends EntryText {
  readonly kind: 'stray'
}

/** A half-open range, in UTF-16 code units from the start of an entry. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The word behind the `@` as written. */
export const tagWord = (record: RecordNode): string => wordIn(record.text, record.tagStart, record.tagEnd)

/**
 * The tag a record means: its word in upper case with `_` for `-`, so that `@control` is read as CONTROL.
 * Undefined where the word cannot be a tag in any spelling.
 */
export function tagName(record: RecordNode): string | undefined {
  const word = tagWord(record)
  if (canonicalTagName.test(word)) return word
  const meant = word.toUpperCase().replaceAll('-', '_')
  return canonicalTagName.test(meant) ? meant : undefined
}

const canonicalTagName = /^[A-Z][A-Z0-9_]*$/

/** The names of a record's fields as written. */
export function fieldNames(record: RecordNode): ReadonlySet<string> {
  let names = rememberedNames.get(record)
  if (!names) {
    names = new Set(record.fields.map(({ name }) => name))
    rememberedNames.set(record, names)
  }
  return names
}

const rememberedNames = new WeakMap<RecordNode, ReadonlySet<string>>()

/** Whether a word can be the name of a field. */
export const isFieldName = (word: string): boolean => /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(word)

/** The field's type word as written, or undefined without a `:`. */
export const fieldType = (record: RecordNode, field: Field): string | undefined =>
  field.typeStart < 0 ? undefined : wordIn(record.text, field.typeStart, field.typeEnd)

/** Where the field stands, from its name to the end of what it has. */
export const fieldSpan = (field: Field): Span => ({
  start: field.nameStart,
  end: field.value?.end ?? Math.max(field.nameEnd, field.typeEnd, field.equals + 1),
})

/** Where the field's name stands. */
export const nameSpan = (field: Field): Span => ({ start: field.nameStart, end: field.nameEnd })

/** The span between the quotes of a value; undefined without quotes on both sides. */
export const insideQuotes = (value: ValueNode | undefined): Span | undefined =>
  value?.kind === 'quoted' && value.closed ? { start: value.start + 1, end: value.end - 1 } : undefined

/** The value as written, with its quotes or brackets. */
export const rawValue = (record: RecordNode, value: ValueNode): string => record.text.slice(value.start, value.end)

/** Whether a value is a pair of quotes with nothing in it. */
export function isEmpty(record: RecordNode, value: ValueNode): boolean {
  const { start, end } = insideOf(record, value)
  return start === end
}

/** Whether a value without double quotes is written in single ones. */
export const isSingleQuoted = ({ text }: RecordNode, { kind, start, end }: ValueNode): boolean =>
  kind === 'bare' && end > start + 1 && text.charCodeAt(start) === APOSTROPHE && text.charCodeAt(end - 1) === APOSTROPHE

/** Where the text of a value stands: without its quotes, if it has some. */
export function insideOf(record: RecordNode, value: ValueNode): Span {
  const { kind, start, end, closed } = value
  if (kind === 'quoted') return { start: start + 1, end: closed ? end - 1 : end }
  return isSingleQuoted(record, value) ? { start: start + 1, end: end - 1 } : { start, end }
}

/** The meaning of the value: without quotes, and without the escapes in double quotes; any other value as written. */
export function valueText(record: RecordNode, value: ValueNode): string {
  const { start, end } = insideOf(record, value)
  const inside = record.text.slice(start, end)
  return value.kind === 'quoted' ? withoutEscapes(inside) : inside
}

const escapes: Record<string, string> = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r' }

/** One escape sequence; the second group is absent where the escape is not one of the notation's. */
export const escapeSequence = /\\(?:(["\\ntr])|u([0-9A-Fa-f]{4})|)/g

/** What the inside of a quoted value says. */
export const withoutEscapes = (inside: string): string =>
  inside.includes('\\') ? inside.replace(escapeSequence, characterOfEscape) : inside

function characterOfEscape(written: string, letter?: string, code?: string): string {
  if (letter !== undefined) return escapes[letter]!
  return code === undefined ? written : String.fromCharCode(parseInt(code, 16))
}

/**
 * Text as a quoted value, with escapes where it needs them: for lone surrogates, which UTF-8 cannot store, and for
 * control characters and the line ends of Unicode, which confuse other programs.
 */
export const quote = (text: string): string => `"${needsNoEscape.test(text) ? text : withEscapes(text)}"`

const withEscapes = (text: string): string =>
  text.replace(/["\\\p{Cc}\p{Cs}\u2028\u2029]/gu, character => shortEscapes[character] ?? numericEscape(character))

/** Most texts need no escapes, and to see that takes less time than to look for them. */
const needsNoEscape = /^[ !#-[\]-~]*$/

/** A character as its escape with a number, such as `\u0000`. */
export const numericEscape = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The characters that have a short escape in quotes. */
export const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
}

/** Whether text can stand without quotes. */
export const isBareSafe = (text: string): boolean => text !== '' && unsafeCharacter(text) === undefined

/** The first character that cannot stand without quotes, or undefined. */
export const unsafeCharacter = (text: string): string | undefined => /[^A-Za-z0-9_./:@+#-]/u.exec(text)?.[0]

/** Whether the record is a header: `@DOC`, in upper or lower case. */
export function isHeader(record: RecordNode): boolean {
  if (record.tagEnd - record.tagStart !== 3) return false
  return record.text.slice(record.tagStart, record.tagEnd).toUpperCase() === 'DOC'
}

/** The start of the first line of a text: after a byte order mark. */
export const lineStartOf = (text: string): number => (text.charCodeAt(0) === 0xfeff ? 1 : 0)
