import type { Node } from 'jsonc-parser'
import { jsonItemSpans, notJson, parseJson, showNode, spanOf } from '../../config/json.ts'
import { localize, sentenceOfClauses } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { nearest } from '../../domains/nearest.ts'
import type { Span } from '../../syntax/nodes.ts'
import { behindSpace, flatObjectReader } from '../flat-object.ts'
import { listOfJson } from '../lists.ts'
import type { Look } from '../rows.ts'
import type { ForeignTable, TableProblem } from './foreign-table.ts'
import { plainNote, type TableNote } from './table-notes.ts'

/** How JSON becomes a table. */
export interface JsonOptions {
  /** Where the list of records is: keys with points between them, such as `data.items`. */
  readonly records?: string | undefined
  /** Whether the parts of objects in objects become columns, such as `site.name`. */
  readonly isFlattened?: boolean | undefined
  /** Whether each line is a value of its own. */
  readonly isLines?: boolean
}

/** Whether JSON names the tags of its records, as Recline writes it. */
export const hasOwnKeys = (text: string): boolean => /"\$(?:tag|comment|block|line)"\s*:/.test(text)

/** Whether each line of a text is a value of JSON, but the whole text is not. */
export function isJsonLines(text: string): boolean {
  const [first = ''] = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/[\r\n]/, 1)
  return first.length < text.trim().length && !('reason' in parseJson(first)) && 'reason' in jsonItemSpans(text)
}

/** JSON Lines as a JSON list; any other text as it is. */
export function listOfJsonLines(text: string): string {
  if (!isJsonLines(text)) return text
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter(line => line.trim() !== '')
  const list = `[${lines.join(',')}]`
  return 'reason' in jsonItemSpans(list) ? text : list
}

/**
 * Reads JSON as a table: a row for each object and a column for each key. The objects are those of a list, which can be
 * below a key of the only object.
 */
export function readJsonTable(text: string, options: JsonOptions = {}): ForeignTable {
  const found = options.isLines ? jsonLinesOf(text) : jsonItemsOf(text, options.records)
  if ('problem' in found) return { names: [], rows: [], notes: [], problems: [found.problem], placeOf: recordNumbered }
  const { items, notes } = found
  const names = new Map<string, number>()
  const looks: (Look | undefined)[] = []
  const problems: TableProblem[] = []
  const rows: (string | undefined)[][] = []
  const starts: number[] = []
  const readFlat = flatObjectReader('A', name => ({ name, type: undefined }))
  const columnOf = (key: string): number => {
    const column = names.get(key) ?? names.size
    names.set(key, column)
    return column
  }
  const addCell = (cells: (string | undefined)[], key: string, value: string, look: Look): void => {
    const column = columnOf(key)
    cells[column] = value
    looks[column] = (looks[column] ?? look) === look ? look : 'string'
  }
  for (const { start, end } of items) {
    const cells: (string | undefined)[] = []
    const flat = readFlat(text, start)
    if (flat && flat.end === end && flat.given.kind === 'record')
      for (const { name, value, look } of flat.given.fields) addCell(cells, name, value, look)
    else {
      const item = text.slice(start, end)
      const node = parseJson(item)
      const at = (span: Span): Span => ({ start: span.start + start, end: span.end + start })
      if ('reason' in node) problems.push({ message: notJson(node), span: at(node) })
      else if (node.type !== 'object')
        problems.push({
          message: noRecord(showNode(node), '{"rid":"CTL-1"}'),
          row: rows.length,
          span: at(spanOf(node)),
        })
      else addObject(cells, node, '', item, at)
    }
    rows.push(cells)
    starts.push(start)
  }

  function addObject(
    cells: (string | undefined)[],
    object: Node,
    prefix: string,
    item: string,
    at: (span: Span) => Span,
  ): void {
    for (const { children } of object.children ?? []) {
      const [key, value] = [prefix + String(children![0]!.value), children![1]!]
      if (value.type === 'object' && options.isFlattened) addObject(cells, value, `${key}.`, item, at)
      else if (value.type === 'null') columnOf(key)
      else {
        const cell = cellOf(value, item)
        if (cell !== undefined) addCell(cells, key, cell, lookOf(value, item))
        else
          problems.push({
            message: nestedIn(key, value),
            ...(value.type === 'object' && { about: 'nested' as const }),
            row: rows.length,
            column: columnOf(key),
            span: at(spanOf(value)),
          })
      }
    }
  }

  return {
    names: [...names.keys()],
    looks: Array.from({ length: names.size }, (_, column) => looks[column] ?? 'string'),
    rows,
    notes,
    problems,
    placeOf: recordNumbered,
    startOf: row => starts[row]!,
    spanOf: row => ({ start: starts[row ?? 0] ?? 0, end: starts[row ?? 0] ?? 0 }),
  }
}

const recordNumbered = (row: number): string => localize('record {number}', { number: row + 1 })

/** That a value is no record, as a sentence. */
export const noRecord = (value: string, example: string): string =>
  localize('Here is {value}, and no record; a record is an object, as in {example}.', { value, example })

const nestedIn = (key: string, value: Node): string =>
  value.type === 'object'
    ? localize('{key} holds an object, which no field can hold; make fields of its parts, such as {example}.', {
        key: show(key),
        example: show(`${key}.name`),
      })
    : localize(
        '{key} holds a list of objects, which no field can hold; give each of its objects a record of its own.',
        { key: show(key) },
      )

interface JsonItems {
  readonly items: readonly Span[]
  readonly notes: readonly TableNote[]
}

/** The spans of the lines that are not blank. */
function jsonLinesOf(text: string): JsonItems {
  const items: Span[] = []
  for (const { index, 0: line } of text.matchAll(/[^\r\n]+/g)) {
    const start = behindSpace(line, line.startsWith('\ufeff') ? 1 : 0)
    if (start < line.length) items.push({ start: index + start, end: index + line.trimEnd().length })
  }
  return { items, notes: [] }
}

/** The spans of the objects of JSON. */
function jsonItemsOf(text: string, path: string | undefined): JsonItems | { readonly problem: TableProblem } {
  const start = behindSpace(text, text.startsWith('\ufeff') ? 1 : 0)
  if (path === undefined && text[start] === '[') return spansIn(text, 0)
  const root = parseJson(text)
  if ('reason' in root)
    return { problem: { message: notJson(root, isJsonLines(text)), span: { start: root.start, end: root.end } } }
  const lists = [...listsIn(root, '')]
  const names = lists.map(([name]) => name)
  const whole = { start: root.offset, end: root.offset + 1 }
  if (path !== undefined) {
    const list = lists.find(([name]) => name === path)?.[1] ?? nodeAt(root, path)
    if (list?.type === 'array') return spansIn(text.slice(list.offset, list.offset + list.length), list.offset)
    if (list?.type === 'object') return { items: [spanOf(list)], notes: [] }
    const near = nearest(path, names)
    return {
      problem: {
        message: noList(path, near, names),
        span: whole,
      },
    }
  }
  if (lists.length > 1)
    return {
      problem: {
        about: 'records',
        message: localize('There are several lists of objects: {lists}.', { lists: { list: names } }),
        span: whole,
      },
    }
  const [only] = lists
  if (!only) return { items: [spanOf(root)], notes: [] }
  const [name, list] = only
  const others = (root.children ?? [])
    .map(({ children }) => String(children![0]!.value))
    .filter(key => key !== name.split('.')[0])
  const read = spansIn(text.slice(list.offset, list.offset + list.length), list.offset)
  return 'problem' in read ? read : { ...read, notes: [plainNote(listNote(show(name), others.map(show)))] }
}

function listNote(list: string, others: readonly string[]): string {
  if (others.length === 0) return localize('The records are the list {list}.', { list })
  return others.length === 1
    ? localize('The records are the list {list}; {key} is left out.', { list, key: others[0]! })
    : localize('The records are the list {list}; {keys} are left out.', { list, keys: { and: others } })
}

function noList(path: string, near: readonly string[], names: readonly string[]): string {
  const wrong = localize('There is no list at {path}', { path: show(path) })
  if (near.length > 0) return sentenceOfClauses(wrong, localize('{names} may be meant', { names: { or: near } }))
  return names.length === 0
    ? localize('There is no list at {path}.', { path: show(path) })
    : sentenceOfClauses(wrong, localize('there are {lists}', { lists: { list: names } }))
}

function spansIn(list: string, offset: number): JsonItems | { readonly problem: TableProblem } {
  const spans = jsonItemSpans(list)
  if ('reason' in spans)
    return {
      problem: {
        message: notJson(spans, isJsonLines(list)),
        span: { start: spans.start + offset, end: spans.end + offset },
      },
    }
  return { items: spans.map(({ start, end }) => ({ start: start + offset, end: end + offset })), notes: [] }
}

/** The lists of objects below the keys of an object, each with its path. Lists in records do not count. */
function* listsIn(node: Node, prefix: string): Generator<readonly [path: string, list: Node]> {
  if (node.type !== 'object') return
  for (const { children } of node.children ?? []) {
    const [key, value] = [String(children![0]!.value), children![1]]
    if (value?.type === 'object') yield* listsIn(value, `${prefix}${key}.`)
    else if (value?.type === 'array' && value.children?.some(({ type }) => type === 'object'))
      yield [prefix + key, value]
  }
}

/** The value at a path of keys and, in lists, of numbers. */
function nodeAt(root: Node, path: string): Node | undefined {
  let node: Node | undefined = root
  for (const key of path.split('.')) {
    if (node?.type === 'array') node = node.children?.[Number(key)]
    else node = node?.children?.find(property => property.children?.[0]?.value === key)?.children?.[1]
  }
  return node
}

/** A value as text; undefined for one that holds an object. */
function cellOf(value: Node, source: string): string | undefined {
  if (value.type === 'string') return String(value.value)
  if (value.type === 'array') return listOfJson(value, source)
  return value.type === 'object' ? undefined : sourceOf(value, source)
}

function lookOf(value: Node, source: string): Look {
  if (value.type === 'boolean') return 'bool'
  if (value.type === 'array') return 'list'
  if (value.type !== 'number') return 'string'
  return /^-?\d+$/.test(sourceOf(value, source)) ? 'int' : 'float'
}

const sourceOf = ({ offset, length }: Node, source: string): string => source.slice(offset, offset + length)
