import type { Node } from 'jsonc-parser'
import { headSpan, type JsonProblem, jsonItemSpans, parseJson, showNode, spanOf } from '../config/json.ts'
import type { Entry, Span } from '../syntax/nodes.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { keysOfTexts, lookOfNumber } from './json-lines.ts'
import { onlyEntry, readKey, tagProblem } from './keys.ts'
import { listOfJson } from './lists.ts'
import { isTag, plainRecord, saysTheSame } from './plain-record.ts'
import { type Reading, type ReadOptions, type ReadProblem, written } from './reading.ts'
import type { Given, GivenField } from './record-text.ts'

/**
 * Reads JSON, a list of objects or one object, as the text of a `.rec` file: records in canonical notation, with types
 * by descriptor. A key with the value null gives no field.
 */
export function recordsFromJson(text: string, { context, tag }: ReadOptions): Reading {
  const { given, problems } = readJson(text, tag)
  return problems.length > 0
    ? { problems }
    : {
        text: written(
          given.map(({ entry }) => entry),
          context,
        ),
      }
}

/** The result of reading JSON: each object with its offset. */
export interface ReadJson {
  readonly given: readonly { readonly entry: Given; readonly start: number }[]
  readonly problems: readonly ReadProblem[]
}

/** Reads JSON, a list of objects or one object. */
export function readJson(text: string, tag: string | undefined): ReadJson {
  const items = jsonItemSpans(text)
  if ('reason' in items) return { given: [], problems: [notJson(items, adviceOn(text))] }
  const given: { entry: Given; start: number }[] = []
  const problems: ReadProblem[] = []
  for (const item of items) {
    const read = readJsonObject(text.slice(item.start, item.end), tag)
    if (!('problems' in read)) given.push({ entry: read, start: item.start })
    else
      for (const { message, start, end } of read.problems)
        problems.push({ message, start: item.start + start, end: item.start + end })
  }
  return { given, problems }
}

/** Reads one object of JSON. */
export function readJsonObject(
  text: string,
  tag: string | undefined,
): Given | { readonly problems: readonly ReadProblem[] } {
  return readPlainObject(text, tag) ?? readAnyObject(text, tag)
}

/**
 * Reads an object as most are: written without blanks, with simple values and correct keys. The parser of the engine
 * reads it three times as fast as one that keeps what is written. Returns undefined for others.
 */
function readPlainObject(text: string, defaultTag: string | undefined): Given | undefined {
  const object = parsedExactly(text)
  if (!object) return undefined
  let tag: unknown = defaultTag
  const fields: GivenField[] = []
  for (const [key, value] of Object.entries(object)) {
    if (key === '$tag') tag = value
    else if (typeof value === 'object' || key.startsWith('$')) return undefined
    else {
      const read = readKey(key)
      if ('problem' in read) return undefined
      const { name, type } = read
      fields.push({ name, type, look: lookOfValue(value), value: String(value), isList: false })
    }
  }
  return typeof tag === 'string' && isTag(tag) ? { kind: 'record', tag, fields } : undefined
}

/** The object in a text that is exactly its JSON, so that no digit of a number and no key is lost. */
function parsedExactly(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && JSON.stringify(value) === text ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

function readAnyObject(text: string, tag: string | undefined): Given | { readonly problems: readonly ReadProblem[] } {
  const node = parseJson(text)
  if ('reason' in node) return { problems: [notJson(node)] }
  const problems: ReadProblem[] = []
  const entry = readObject(node, text, tag, (message, { start, end }) => problems.push({ message, start, end }))
  return entry && problems.length === 0 ? entry : { problems: problems.sort((one, other) => one.start - other.start) }
}

const notJson = ({ start, end, reason }: JsonProblem, advice = ''): ReadProblem => ({
  start,
  end,
  message: `This is not JSON: ${reason}${advice}.`,
})

/** If each line is a value of its own, the text is NDJSON. */
function adviceOn(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const isLines = text.trim().length > first.length && !('reason' in parseJson(first))
  return isLines ? ', or read this as ndjson, as its lines are values of their own' : ''
}

/** The type of a JSON value if no descriptor declares one. */
function lookOf({ type }: Node, source: string): TypeName {
  if (type === 'boolean') return 'bool'
  return type === 'number' ? lookOfNumber(source) : 'string'
}

function lookOfValue(value: unknown): TypeName {
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'number' ? lookOfNumber(String(value)) : 'string'
}

type Report = (message: string, at: Span) => void

function readObject(node: Node, text: string, defaultTag: string | undefined, report: Report): Given | undefined {
  if (node.type !== 'object') {
    report(
      `Here is ${showNode(node)}, and no record; a record is an object, as in {"$tag":"CONTROL","rid":"CTL-1"}.`,
      spanOf(node),
    )
    return undefined
  }
  const members = (node.children ?? []).map(({ children }) => ({ key: children![0]!, value: children![1]! }))
  const kind = entryKinds.find(candidate => members.some(({ key }) => key.value === keysOfTexts[candidate]))
  if (kind) return readText(node, kind, members, report)

  const memberValue = (wanted: string): Node | undefined => members.find(({ key }) => key.value === wanted)?.value
  const tagNode = memberValue('$tag')
  const textNode = memberValue('$text')
  const fields = members.flatMap(({ key, value }) =>
    value === tagNode || value === textNode ? [] : (readMember(key, value, text, report) ?? []),
  )
  if (textNode) return readWritten(textNode, tagNode && String(tagNode.value), fields, report)
  const tag = tagNode ? String(tagNode.value) : defaultTag
  if (tag === undefined) {
    report('This object does not say what kind of record it is; give it a tag, as in "$tag":"CONTROL".', headSpan(node))
    return undefined
  }
  const problem = tagProblem(tag)
  if (problem !== undefined) report(problem, spanOf(tagNode ?? node))
  return { kind: 'record', tag, fields }
}

interface Member {
  readonly key: Node
  readonly value: Node
}

const entryKinds = ['comment', 'block', 'stray'] as const

/** A comment, a block or a line that is no record. */
function readText(
  node: Node,
  kind: (typeof entryKinds)[number],
  [member, ...others]: readonly Member[],
  report: Report,
): Given | undefined {
  const key = keysOfTexts[kind]
  const text = member!.value.type === 'string' ? String(member!.value.value) : ''
  if (others.length > 0) {
    report(
      `${key} stands for a line that is no record, and so alone in its object; take the other keys out.`,
      headSpan(node),
    )
  } else if (kindOf(onlyEntry(text)) !== kind) {
    report(`The text of ${key} has to be ${shapesOfTexts[kind]}; change it, or take it out.`, spanOf(member!.value))
  }
  return { kind: 'text', text }
}

/** A conflict marker is a line that is no record, too. */
const kindOf = (entry: Entry | undefined): string | undefined => (entry?.kind === 'marker' ? 'stray' : entry?.kind)

const shapesOfTexts = {
  comment: 'one line that starts with #',
  block: 'all lines from @BEGIN to @END',
  stray: 'lines that are neither records nor comments',
} as const

function readMember(key: Node, value: Node, text: string, report: Report): GivenField | undefined {
  if (value.type === 'null') return undefined
  const read = readKey(String(key.value))
  const list = value.type === 'array' ? listOfJson(value, text) : undefined
  if ('problem' in read) report(read.problem, spanOf(key))
  else if (value.type === 'object' || (value.type === 'array' && list === undefined)) {
    const advice =
      'a field holds a text, a number, true or false, or a list of them, so write its parts as fields of their own'
    report(`${read.name} holds an object; ${advice}.`, spanOf(value))
  } else {
    const source = text.slice(value.offset, value.offset + value.length)
    const { name, type } = read
    const said = list ?? (value.type === 'string' ? String(value.value) : source)
    return { name, type, look: lookOf(value, source), value: said, isList: list !== undefined }
  }
  return undefined
}

/** A record with its text. The text counts as long as the fields beside it have the same values. */
function readWritten(node: Node, tag: string | undefined, fields: readonly GivenField[], report: Report): Given {
  const text = node.type === 'string' ? String(node.value) : ''
  const entry = onlyEntry(text)
  const record = entry?.kind === 'record' ? plainRecord(entry, []) : undefined
  if (!record)
    report('The text of $text has to be one record; take $text out, and the fields beside it count.', spanOf(node))
  else if ((tag ?? record.tag) !== record.tag || (fields.length > 0 && !saysTheSame(record, fields))) {
    report('$text says something else than the fields beside it; take $text out, and the fields count.', spanOf(node))
  }
  return { kind: 'text', text }
}
