import { type Node, type ParseError, type ParseOptions, parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import type { Fix } from '../check/rule.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { Span } from '../syntax/nodes.ts'

/** Where a text is not JSON, and what to do there, as a clause. */
export interface JsonProblem extends Span {
  readonly reason: string
}

/**
 * That a text is not JSON, and why, as a sentence.
 *
 * @param hasLines whether each of its lines is a value of its own
 */
export const notJson = ({ reason }: JsonProblem, hasLines = false): string =>
  hasLines
    ? localize('This is not JSON: {reason}, or read this as ndjson, as its lines are values of their own.', { reason })
    : localize('This is not JSON: {reason}.', { reason })

/**
 * Parses JSON into nodes with offsets. It may start with a byte order mark.
 *
 * @param options by default strict: without comments and trailing commas
 */
export function parseJson(text: string, options: ParseOptions = strictly): Node | JsonProblem {
  const errors: ParseError[] = []
  let root: Node | undefined
  try {
    root = parseTree(withoutMark(text), errors, options)
  } catch {
    return nestedTooDeeply(text)
  }
  return root && errors.length === 0 ? root : parseProblem(errors[0], text)
}

/** Parses JSON that the user may still be writing, as far as it can be read; undefined if that is nothing. */
export function parseBrokenJson(text: string): Node | undefined {
  try {
    return parseTree(withoutMark(text), [], withComments)
  } catch {
    return undefined
  }
}

/**
 * The spans of the items of a JSON list, or the span of the only value. For texts that need too much memory as one
 * tree: each item can be given to `parseJson`, which is as strict.
 */
export function jsonItemSpans(text: string): readonly Span[] | JsonProblem {
  const items: Span[] = []
  let error: ParseError | undefined
  let isList = false
  let depth = 0
  let start = 0
  const add = (from: number, to: number): void => {
    if (depth === (isList ? 1 : 0)) items.push({ start: from, end: to })
  }
  const begin = (offset: number): void => {
    if (depth++ === (isList ? 1 : 0)) start = offset
  }
  const end = (offset: number, length: number): void => {
    depth--
    add(start, offset + length)
  }
  try {
    visit(
      withoutMark(text),
      {
        onObjectBegin: begin,
        onObjectEnd: end,
        onArrayBegin: offset => {
          isList ||= depth === 0
          begin(offset)
        },
        onArrayEnd: end,
        onLiteralValue: (_value, offset, length) => add(offset, offset + length),
        onError: (code, offset, length) => {
          error ??= { error: code, offset, length }
        },
      },
      strictly,
    )
  } catch {
    return nestedTooDeeply(text)
  }
  return error || (items.length === 0 && !isList) ? parseProblem(error, text) : items
}

const strictly: ParseOptions = { disallowComments: true }

/** The form of configurations, as in those of many other tools. */
export const withComments: ParseOptions = { disallowComments: false, allowTrailingComma: true }

const withoutMark = (text: string): string => text.replace(/^\ufeff/, ' ')

/** The parser is recursive and overflows the stack on deep nesting. */
const nestedTooDeeply = (text: string): JsonProblem => ({
  start: 0,
  end: Math.min(1, text.length),
  reason: localize('it is nested too deeply to be read; it needs no more than ten levels'),
})

function parseProblem(error: ParseError | undefined, text: string): JsonProblem {
  const marker = /^<{7} .*$/m.exec(text)
  if (marker && /^>{7} /m.test(text))
    return {
      start: marker.index,
      end: marker.index + marker[0].length,
      reason: localize('it has a merge conflict, which begins here; resolve it first'),
    }
  if (text.trim() === '')
    return { start: 0, end: text.length, reason: localize('it is empty; write its contents in { }') }
  if (!error) return { start: 0, end: 0, reason: localize('a value is missing here; write one') }
  return { start: error.offset, end: error.offset + error.length, reason: parseReason(error, text) }
}

/** The span of a value or property. */
export const spanOf = (node: Node): Span => ({ start: node.offset, end: node.offset + node.length })

/** The span to mark for a whole object: its key, or its opening bracket. */
export const headSpan = (node: Node): Span =>
  node.parent?.type === 'property' ? spanOf(node.parent.children![0]!) : { start: node.offset, end: node.offset + 1 }

/** The property of an object with this key. If there are several, the last one counts. Other values have none. */
export const propertyOf = (object: Node, key: string): Node | undefined =>
  childrenOf(object, 'object').findLast(property => property.children?.[0]?.value === key)

/** The value of a property of an object. */
export const propertyValue = (object: Node, key: string): Node | undefined => propertyOf(object, key)?.children?.[1]

/** The keys and values of an object, and of no other value. The JSON can be incomplete. */
export const propertiesOf = (object: Node | undefined): readonly (readonly [key: Node, value: Node | undefined])[] =>
  childrenOf(object, 'object').flatMap(({ children: [key, value] = [] }) => (key ? [[key, value] as const] : []))

/** The items of a list, and of no other value. */
export const arrayItems = (list: Node | undefined): readonly Node[] => childrenOf(list, 'array')

const childrenOf = (node: Node | undefined, type: Node['type']): readonly Node[] =>
  node?.type === type ? (node.children ?? []) : []

/** How a message shows a value. */
export function showNode(node: Node): string {
  if (node.type === 'object') return localize('an object')
  if (node.type === 'array') return localize('a list')
  return typeof node.value === 'string' ? `"${shorten(node.value)}"` : String(node.value)
}

/** A fix that replaces a value. */
export const changeFix = (node: Node, text: string): Fix => ({
  title: localize('Change to {text}', { text: shorten(text) }),
  edits: [{ ...spanOf(node), text }],
  isPreferred: true,
})

/** Fixes that replace a value with one of several texts. If there is only one, it is preferred. */
export const changeFixes = (node: Node, texts: readonly string[]): Fix[] =>
  texts.map(text => ({ ...changeFix(node, JSON.stringify(text)), isPreferred: texts.length === 1 }))

/**
 * A fix that removes a property from its object, or an item from its list, together with its comma.
 *
 * @param title by default says which property or item
 */
export function removeFix(node: Node, title = localize('Remove {text}', { text: shownPart(node) })): Fix {
  const siblings = node.parent!.children!
  const index = siblings.indexOf(node)
  const { start, end } = spanOf(node)
  const next = siblings[index + 1]
  const previous = siblings[index - 1]
  if (next) return { title, edits: [{ start, end: next.offset, text: '' }] }
  return { title, edits: [{ start: previous ? spanOf(previous).end : start, end, text: '' }] }
}

const shownPart = (node: Node): string =>
  node.type === 'property' ? shorten(String(node.children![0]!.value)) : showNode(node)

function parseReason({ error, offset, length }: ParseError, text: string): string {
  const before = text.slice(0, offset).trimEnd().at(-1)
  const found = text.slice(offset, offset + length)
  if (before === ',' && /^[}\]]?$/.test(found))
    return localize('there is a comma with nothing behind it; remove the comma')
  if (printParseErrorCode(error) === 'InvalidSymbol')
    return localize('"{text}" has no place in JSON; put text in double quotes', { text: shorten(found) })
  return reasons[printParseErrorCode(error)]?.() ?? localize('there is something that JSON has no place for; remove it')
}

/** Explanations by the parser's names for its errors. */
const reasons: Readonly<Record<string, () => string>> = {
  InvalidNumberFormat: () => localize('there is a number of a wrong form; write it as 5 or 4.5'),
  PropertyNameExpected: () => localize('a key is missing here; write one in double quotes'),
  ValueExpected: () => localize('a value is missing here; write one'),
  ColonExpected: () => localize('a colon is missing here; write it behind the key'),
  CommaExpected: () => localize('a comma is missing before this; add it'),
  CloseBraceExpected: () => localize('a closing } is missing; add it'),
  CloseBracketExpected: () => localize('a closing ] is missing; add it'),
  EndOfFileExpected: () => localize('there is something behind the end; remove it'),
  InvalidCommentToken: () => localize('there is a comment; remove it'),
  UnexpectedEndOfComment: () => localize('there is a comment; remove it'),
  UnexpectedEndOfString: () => localize('there is text without its closing quote; add it'),
  UnexpectedEndOfNumber: () => localize('there is a number that is not complete; write it as 5 or 4.5'),
  InvalidUnicode: () =>
    localize('there is \\u without four hexadecimal digits after it; write four, or a double backslash'),
  InvalidEscapeCharacter: () => localize('there is a single backslash in text; write it twice'),
  InvalidCharacter: () =>
    localize(
      'there is a tab, line end or other control character in text; write it as \\t, \\n or \\u and four digits',
    ),
}

/**
 * Converts offsets between what a JSON string says and the file that it is in, through its escapes. All offsets count
 * UTF-16 code units.
 */
interface StringOffsets {
  /** The offset in the file of a character of the string, or of its end. */
  toFile(offset: number): number
  /** The character of the string at an offset of the file; inside an escape, the character that it stands for. */
  toText(offset: number): number
}

/** The offsets of a string of a file. */
export function offsetsInString(text: string, { offset, length }: Node): StringOffsets {
  const end = offset + Math.max(1, length - (/^"(?:[^\\]|\\.)*"$/s.test(text.slice(offset, offset + length)) ? 1 : 0))
  const places: number[] = []
  for (let place = offset + 1; place < end; place += lengthAt(text, place)) places.push(place)
  places.push(end)
  return {
    toFile: offset => places[Math.max(0, Math.min(offset, places.length - 1))]!,
    toText: offset =>
      Math.max(
        0,
        places.findLastIndex(place => place <= offset),
      ),
  }
}

/** A text as the inside of a JSON string. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The length of a character of a JSON string as it is written. */
function lengthAt(text: string, place: number): number {
  if (text[place] !== '\\') return 1
  return text[place + 1] === 'u' ? 6 : 2
}
