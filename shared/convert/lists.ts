import type { Node } from 'jsonc-parser'
import { isBareSafe, quote, withoutEscapes } from '../syntax/nodes.ts'

/** A list as other forms have it. */
export interface ListValue {
  readonly items: readonly ListItem[]
}

/** A text, a list, or what JSON calls a literal: `3`, `true`, `null`. */
export type ListItem = string | { readonly literal: string } | ListValue

/** A list in canonical notation. */
export const writeList = ({ items }: ListValue): string =>
  `[${items.map(item => writeItem(item, textItem, writeList)).join(', ')}]`

/** A list of the notation as a JSON array; undefined if its items cannot be separated. */
export function listAsJson(written: string): string | undefined {
  const list = readList(written)
  return list && toJson(list)
}

/** A list in canonical notation, `[a, "b c", 3]`. A list that cannot be read stays as written. */
export function canonicalList(written: string): string {
  const list = readList(written)
  return list ? writeList(list) : written
}

/** Whether a text is a list of the notation with all its brackets and quotes closed. */
export const isList = (text: string): boolean => readList(text) !== undefined

/** A JSON array as a list of the notation; undefined if one of its items is an object. */
export function listOfJson(array: Node, text: string): string | undefined {
  const list = fromJson(array, text)
  return list && writeList(list)
}

const toJson = ({ items }: ListValue): string =>
  `[${items.map(item => writeItem(item, JSON.stringify, toJson)).join(',')}]`

function writeItem(item: ListItem, writeText: (text: string) => string, write: (list: ListValue) => string): string {
  if (typeof item === 'string') return writeText(item)
  return 'literal' in item ? item.literal : write(item)
}

const textItem = (text: string): string => (isBareSafe(text) && !jsonLiteral.test(text) ? text : quote(text))

const jsonLiteral = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/

function fromJson(array: Node, text: string): ListValue | undefined {
  const items: ListItem[] = []
  for (const node of array.children ?? []) {
    const item = itemFromJson(node, text)
    if (item === undefined) return undefined
    items.push(item)
  }
  return { items }
}

function itemFromJson(node: Node, text: string): ListItem | undefined {
  switch (node.type) {
    case 'string':
      return String(node.value)
    case 'array':
      return fromJson(node, text)
    case 'object':
      return undefined
    default:
      return { literal: text.slice(node.offset, node.offset + node.length) }
  }
}

/** Deeper lists are kept as text: reading them could exhaust the stack. */
const deepestList = 50

function readList(written: string): ListValue | undefined {
  // A quoted text, a bracket, a comma, or a run of anything else.
  const tokens = /\s*("(?:[^"\\]|\\[^])*"|[[\],]|[^[\],"\s](?:[^[\],"]*[^[\],"\s])?)\s*/y
  const next = (): string | undefined => tokens.exec(written)?.[1]

  function readItems(depth: number): ListValue | undefined {
    const items: ListItem[] = []
    for (let token = next(); ; token = next()) {
      if (token === ']' && items.length === 0) return { items }
      const item = token === '[' && depth < deepestList ? readItems(depth + 1) : itemOf(token)
      if (item === undefined) return undefined
      items.push(item)
      const behind = next()
      if (behind === ']') return { items }
      if (behind !== ',') return undefined
    }
  }

  if (next() !== '[') return undefined
  const list = readItems(1)
  return list && tokens.lastIndex === written.length ? list : undefined
}

function itemOf(token: string | undefined): string | { literal: string } | undefined {
  if (token === undefined || /^[[\],]/.test(token)) return undefined
  if (token.startsWith('"')) return withoutEscapes(token.slice(1, -1))
  return jsonLiteral.test(token) ? { literal: token } : token
}
