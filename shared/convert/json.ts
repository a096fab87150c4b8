import type { Node } from 'jsonc-parser'
import { headSpan, type JsonProblem, jsonItemSpans, notJson, parseJson, showNode, spanOf } from '../config/json.ts'
import { localize } from '../domains/localize.ts'
import { show } from '../domains/message-text.ts'
import type { Entry, Span } from '../syntax/nodes.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { behindSpace, flatObjectReader } from './flat-object.ts'
import { isJsonLines, noRecord } from './foreign-tables/json-table.ts'
import { keysOfTexts, lookOfNumber } from './json-lines.ts'
import { onlyEntry, readKey, tagProblem } from './keys.ts'
import { listOfJson } from './lists.ts'
import { plainRecord, plainRecordSays } from './plain-record.ts'
import { type Reading, type ReadingOptions, type ReadProblem, written } from './reading.ts'
import type { Given, GivenField } from './record-text.ts'

/**
 * Reads JSON, a list of objects or one object, as the text of a `.rec` file: records in canonical notation, with types
 * by descriptor. A key with the value null gives no field.
 */
export function recordsFromJson(text: string, { context, tag }: ReadingOptions): Reading {
  const given: Given[] = []
  const problems = readJson(text, tag, entry => given.push(entry))
  return problems.length > 0 ? { problems } : { text: written(given, context) }
}

/**
 * Reads JSON, a list of objects or one object.
 *
 * @param use is called with each entry and its offset
 * @returns what is wrong; if there is something, the entries are not all that the text has
 */
export function readJson(
  text: string,
  tag: string | undefined,
  use: (entry: Given, start: number) => void,
): readonly ReadProblem[] {
  const readObject = jsonObjectReader(tag)
  const flat = readFlatList(text, tag, use)
  if (flat.isAll) return []
  const items = jsonItemSpans(text)
  if ('reason' in items) return [jsonReadProblem(items, isJsonLines(text))]
  const problems: ReadProblem[] = []
  for (const item of items.slice(flat.count)) {
    const read = readObject(text.slice(item.start, item.end))
    if (!('problems' in read)) use(read, item.start)
    else
      for (const { message, start, end } of read.problems)
        problems.push({ message, start: item.start + start, end: item.start + end })
  }
  return problems
}

/** Reads the flat objects at the start of a list. */
function readFlatList(
  text: string,
  tag: string | undefined,
  use: (entry: Given, start: number) => void,
): { readonly count: number; readonly isAll: boolean } {
  const readFlat = flatObjectReader(tag)
  let count = 0
  let position = behindSpace(text, 0)
  if (text[position] !== '[') return { count, isAll: false }
  do {
    const start = behindSpace(text, position + 1)
    const read = readFlat(text, start)
    if (!read) return { count, isAll: false }
    use(read.given, start)
    count++
    position = behindSpace(text, read.end)
  } while (text[position] === ',')
  return { count, isAll: text[position] === ']' && behindSpace(text, position + 1) === text.length }
}

/** Makes a function that reads one object of JSON. */
export function jsonObjectReader(
  tag: string | undefined,
): (text: string) => Given | { readonly problems: readonly ReadProblem[] } {
  const readFlat = flatObjectReader(tag)
  return text => {
    const flat = readFlat(text, behindSpace(text, 0))
    return flat && behindSpace(text, flat.end) === text.length ? flat.given : readAnyObject(text, tag)
  }
}

function readAnyObject(text: string, tag: string | undefined): Given | { readonly problems: readonly ReadProblem[] } {
  const node = parseJson(text)
  if ('reason' in node) return { problems: [jsonReadProblem(node)] }
  const problems: ReadProblem[] = []
  const entry = readObject(node, text, tag, (message, { start, end }) => problems.push({ message, start, end }))
  return entry && problems.length === 0 ? entry : { problems: problems.sort((one, other) => one.start - other.start) }
}

const jsonReadProblem = (problem: JsonProblem, hasLines = false): ReadProblem => ({
  start: problem.start,
  end: problem.end,
  message: notJson(problem, hasLines),
})

/** The type of a JSON value if no descriptor declares one. */
function jsonLook({ type }: Node, source: string): TypeName {
  if (type === 'boolean') return 'bool'
  return type === 'number' ? lookOfNumber(source) : 'string'
}

type ReportAt = (message: string, at: Span) => void

function readObject(node: Node, text: string, defaultTag: string | undefined, report: ReportAt): Given | undefined {
  if (node.type !== 'object') {
    report(noRecord(showNode(node), '{"$tag":"CONTROL","rid":"CTL-1"}'), spanOf(node))
    return undefined
  }
  const members = (node.children ?? []).map(({ children }) => ({ key: children![0]!, value: children![1]! }))
  const kind = entryKinds.find(candidate => members.some(({ key }) => key.value === keysOfTexts[candidate]))
  if (kind) return readOtherEntry(node, kind, members, report)

  const memberValue = (wanted: string): Node | undefined => members.find(({ key }) => key.value === wanted)?.value
  const tagNode = memberValue('$tag')
  const textNode = memberValue('$text')
  const fields = members.flatMap(({ key, value }) => {
    if (value === tagNode || value === textNode) return []
    if (key.value !== '$tag' && key.value !== '$text') return readMember(key, value, text, report) ?? []
    report(localize('{key} stands in this object twice; keep one of them.', { key: show(key.value) }), spanOf(key))
    return []
  })
  if (textNode) return readWritten(textNode, tagNode && String(tagNode.value), fields, report)
  const tag = tagNode ? String(tagNode.value) : defaultTag
  if (tag === undefined) {
    report(
      localize('This object does not say what kind of record it is; give it a tag, as in {example}.', {
        example: '"$tag":"CONTROL"',
      }),
      headSpan(node),
    )
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
function readOtherEntry(
  node: Node,
  kind: (typeof entryKinds)[number],
  [member, ...others]: readonly Member[],
  report: ReportAt,
): Given | undefined {
  const key = keysOfTexts[kind]
  const text = member!.value.type === 'string' ? String(member!.value.value) : ''
  if (others.length > 0) {
    report(
      localize('{key} stands for a line that is no record, and so alone in its object; take the other keys out.', {
        key,
      }),
      headSpan(node),
    )
  } else if (entryKind(onlyEntry(text)) !== kind) {
    report(
      localize('The text of {key} has to be {shape}; change it, or take it out.', {
        key,
        shape: shapesOfTexts[kind](),
      }),
      spanOf(member!.value),
    )
  }
  return { kind: 'text', text }
}

/** A conflict marker is a line that is no record, too. */
const entryKind = (entry: Entry | undefined): string | undefined => (entry?.kind === 'marker' ? 'stray' : entry?.kind)

const shapesOfTexts = {
  comment: () => localize('one line that starts with #'),
  block: () => localize('all lines from @BEGIN to @END'),
  stray: () => localize('lines that are neither records nor comments'),
} as const

function readMember(key: Node, value: Node, text: string, report: ReportAt): GivenField | undefined {
  if (value.type === 'null') return undefined
  const read = readKey(String(key.value))
  const list = value.type === 'array' ? listOfJson(value, text) : undefined
  if ('problem' in read) report(read.problem, spanOf(key))
  else if (value.type === 'object' || (value.type === 'array' && list === undefined)) {
    report(
      localize(
        '{field} holds an object; a field holds a text, a number, true or false, or a list of them, so write its parts as fields of their own.',
        { field: read.name },
      ),
      spanOf(value),
    )
  } else {
    const source = text.slice(value.offset, value.offset + value.length)
    const { name, type } = read
    const said = list ?? (value.type === 'string' ? String(value.value) : source)
    return { name, type, look: jsonLook(value, source), value: said, isList: list !== undefined }
  }
  return undefined
}

/** A record with its text. The text counts as long as the fields beside it have the same values. */
function readWritten(node: Node, tag: string | undefined, fields: readonly GivenField[], report: ReportAt): Given {
  const text = node.type === 'string' ? String(node.value) : ''
  const entry = onlyEntry(text)
  const record = entry?.kind === 'record' ? plainRecord(entry, []) : undefined
  if (!record)
    report(
      localize('The text of $text has to be one record; take $text out, and the fields beside it count.'),
      spanOf(node),
    )
  else if ((tag ?? record.tag) !== record.tag || (fields.length > 0 && !plainRecordSays(record, fields))) {
    report(
      localize('$text says something else than the fields beside it; take $text out, and the fields count.'),
      spanOf(node),
    )
  }
  return { kind: 'text', text }
}
