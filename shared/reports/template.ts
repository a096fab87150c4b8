import MarkdownIt from 'markdown-it'
import { show as shownText } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import { periods } from '../query/periods.ts'
import type { QueryOptions } from '../query/query-plan.ts'

/** How a block shows what its query finds. `problems` has no query. */
const blockLooks = ['table', 'number', 'bar', 'line', 'problems'] as const

export type BlockLook = (typeof blockLooks)[number]

/** A fence with the language `recline`: a query, and how its result is shown. */
export interface ReportBlock {
  /** Where the fence begins in the template, from 1. */
  readonly line: number
  readonly look: BlockLook
  readonly title: string | undefined
  /** Undefined for problems of all tags. */
  readonly tag: string | undefined
  readonly query: Omit<QueryOptions, 'tag' | 'format'>
}

/** A number in the text: `{count FINDING where status == "open"}`. */
export interface CountInText {
  readonly line: number
  readonly tag: string
  readonly where: string | undefined
}

/** A part of a template. Text is Markdown. */
export type TemplatePart = string | CountInText | ReportBlock

/** What is wrong with a template, and in which line, from 1. */
export interface TemplateProblem {
  readonly line: number
  readonly message: string
}

/** Makes a reader of the Markdown of templates. What looks like HTML is text. */
export const newMarkdownReader = (): ReturnType<typeof MarkdownIt> => MarkdownIt({ html: false })

/** Reads a template: Markdown with fences of the language `recline`, and with numbers in its text. */
export function readTemplate(text: string): {
  readonly parts: readonly TemplatePart[]
  readonly problems: readonly TemplateProblem[]
} {
  const lines = text.split(/(?<=\n)/)
  const parts: TemplatePart[] = []
  const problems: TemplateProblem[] = []
  let behind = 0
  const addText = (end: number): void => {
    if (end > behind) readPlainText(lines.slice(behind, end).join(''), behind + 1, parts, problems)
    behind = end
  }
  for (const { type, info, content, level, map } of newMarkdownReader().parse(text, {})) {
    if (type !== 'fence' && type !== 'code_block') continue
    const [start, end] = map!
    addText(start)
    if (!/^recline\b/.test(info.trim())) parts.push(lines.slice(start, end).join(''))
    else if (level > 0)
      problems.push({ line: start + 1, message: 'A recline block stands in a list or a quote; put it behind that.' })
    else parts.push(readBlock(content, start + 1, problems))
    behind = end
  }
  addText(lines.length)
  return { parts, problems }
}

/** A code span, or a number in braces; texts in quotes may have braces. */
const spanOrCount =
  /(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)|\{count\b((?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^"'{}\n])*)\}?/g

function readPlainText(text: string, firstLine: number, parts: TemplatePart[], problems: TemplateProblem[]): void {
  let behind = 0
  for (const { 0: all, 2: inside, index } of text.matchAll(spanOrCount)) {
    if (inside === undefined) continue
    const line = firstLine + (text.slice(0, index).match(/\n/g)?.length ?? 0)
    const [, tag, where] = /^\s+([\w.]+)(?:\s+where\s+(\S[^]*?))?\s*$/.exec(inside) ?? []
    if (tag === undefined || !all.endsWith('}')) {
      const message = `${shownText(all)} is no number; write {count FINDING} or {count FINDING where status == "open"}, in one line.`
      problems.push({ line, message })
      continue
    }
    parts.push(text.slice(behind, index), { line, tag, where })
    behind = index + all.length
  }
  parts.push(text.slice(behind))
}

/** The words of a block that are options of a query, as `recline query` has them. */
const queryWords = {
  where: 'where',
  select: 'select',
  sort: 'sort',
  limit: 'limit',
  'count-by': 'countBy',
  'count-items': 'countItems',
  sum: 'sum',
  min: 'min',
  max: 'max',
  avg: 'avg',
  rows: 'rows',
  columns: 'columns',
  every: 'every',
  since: 'since',
  until: 'until',
} as const

const blockWords = ['tag', 'show', 'title', ...Object.keys(queryWords)]

function readBlock(content: string, fenceLine: number, problems: TemplateProblem[]): ReportBlock {
  const given = new Map<string, string>()
  // A line that starts with white space goes on with the one above.
  const lines = content.split('\n')
  for (const [index, line] of lines.entries()) {
    const at = fenceLine + 1 + index
    if (/^\s*(?:#|$)/.test(line) || /^\s/.test(line)) continue
    const more = lines.slice(index + 1).findIndex(next => !/^\s+\S/.test(next))
    const whole = [line, ...lines.slice(index + 1, index + 1 + Math.max(0, more))].map(part => part.trim()).join(' ')
    const [, word = '', value = ''] = /^([\w-]+):?(?:\s+(.*))?$/.exec(whole) ?? []
    const problem = problemOfLine(word, value, whole, given)
    if (problem === undefined) given.set(word, value)
    else problems.push({ line: at, message: problem })
  }
  const tag = given.get('tag')
  const isGrouped = ['count-by', 'rows', 'columns', 'sum', 'min', 'max', 'avg'].some(word => given.has(word))
  const look = (given.get('show') ?? 'table') as BlockLook
  const query: ReportBlock['query'] = Object.fromEntries(
    Object.entries(queryWords).flatMap(([word, option]): [string, string | number | boolean][] => {
      const value = given.get(word)
      if (value === undefined) return []
      if (option === 'limit') return [[option, Number(value)]]
      return [[option, option === 'countItems' ? true : value]]
    }),
  )
  const problem = problemOfLook(look, tag, isGrouped, given)
  if (problem !== undefined) problems.push({ line: fenceLine, message: problem })
  return { line: fenceLine, look, title: given.get('title'), tag, query }
}

function problemOfLine(
  word: string,
  value: string,
  line: string,
  given: ReadonlyMap<string, string>,
): string | undefined {
  if (!blockWords.includes(word)) {
    const [meant] = nearest(word, blockWords)
    const advice = meant === undefined ? `the words are ${blockWords.join(', ')}` : `did you mean ${meant}?`
    return `${shownText(line)} starts with no word of a block; ${advice}${meant === undefined ? '.' : ''}`
  }
  if (given.has(word)) return `${word} stands in this block twice; keep one of them.`
  if (value === '' && word !== 'count-items') return `${word} says nothing; write something behind it, or take it out.`
  if (word === 'every' && !periods.some(period => period === value))
    return `every needs one of ${periods.join(', ')}, such as every month.`
  if (word === 'limit' && !/^\d{1,9}$/.test(value)) return 'limit needs a whole number, such as limit 20.'
  if (word === 'show' && !blockLooks.some(look => look === value))
    return `A block cannot show ${shownText(value)}; write ${blockLooks.join(', ')}.`
  return undefined
}

function problemOfLook(
  look: BlockLook,
  tag: string | undefined,
  isGrouped: boolean,
  given: ReadonlyMap<string, string>,
): string | undefined {
  if (look === 'problems') {
    const other = [...given.keys()].find(word => !['show', 'title', 'tag', 'limit'].includes(word))
    return other && `A block of problems takes no ${other}; take it out.`
  }
  if (tag === undefined) return 'This block names no records; write a line such as tag FINDING.'
  if (given.has('rows') || given.has('columns'))
    return look === 'table' ? undefined : `A matrix of rows and columns is a table, and no ${look}.`
  if (given.has('every'))
    return look === 'table' || look === 'line' ? undefined : `Numbers over time are a table or a line, and no ${look}.`
  if ((look === 'bar' || look === 'line') && !given.has('count-by'))
    return `A ${look} chart needs groups; write a line such as count-by status.`
  if (look === 'number' && given.has('count-by'))
    return 'A number has no groups; take count-by out, or show a table or bar.'
  if (look === 'number' && !isGrouped && given.has('select')) return 'A number shows no fields; take select out.'
  return undefined
}
