import { localize } from '../domains/localize.ts'
import { show as shownText } from '../domains/message-text.ts'
import { nearest } from '../domains/nearest.ts'
import { periods } from '../query/periods.ts'
import type { QueryOptions } from '../query/query-plan.ts'

/** How a block shows what its query finds. `problems` and `changes` have no query. */
export const blockLooks = ['table', 'number', 'bar', 'line', 'timeline', 'graph', 'problems', 'changes'] as const

export type BlockLook = (typeof blockLooks)[number]

/** A fence with the language `recline`: a query, and how its result is shown. */
export interface ReportBlock {
  /** Where the fence begins in the template, from 1. */
  readonly line: number
  /** What stands in the fence; undefined for a block of no template. */
  readonly content?: string
  readonly look: BlockLook
  readonly title: string | undefined
  /** Undefined for problems and changes of all tags. */
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

/** A word that a line of a block can start with. */
export type BlockWord = 'tag' | 'show' | 'title' | keyof typeof queryWords

/** The words of a block, in the order in which they are told. */
export const blockWords: readonly string[] = ['tag', 'show', 'title', ...Object.keys(queryWords)]

/** The most rows of a block without `limit`. */
export const usualRows = 100

/** A line of a block with those that go on with it, as one text. */
export interface BlockLine {
  /** Where it starts in the block, from 0. */
  readonly line: number
  readonly text: string
  /** The lines that it is made of, each with where its part starts in the text and in its line. */
  readonly parts: readonly { readonly line: number; readonly column: number; readonly start: number }[]
  /** The word that it starts with; empty if there is none. */
  readonly word: string
  /** What it says, and where that starts in the text. */
  readonly value: string
  readonly valueStart: number
}

/** The lines of a block. One that starts with white space goes on with the one above; comments are left out. */
export function blockLines(content: string): BlockLine[] {
  const all: { readonly line: number; readonly column: number; readonly text: string }[][] = []
  let open = false
  for (const [line, written] of content.split('\n').entries()) {
    const text = written.replace(/\r$/, '')
    if (text.trim() === '' || text.startsWith('#')) open = false
    else if (!/^\s/.test(text)) {
      all.push([{ line, column: 0, text }])
      open = true
    } else {
      const part = { line, column: text.length - text.trimStart().length, text: text.trimStart() }
      if (open) all.at(-1)!.push(part)
      else if (!part.text.startsWith('#')) all.push([part])
    }
  }
  return all.map(joinedLine)
}

function joinedLine(
  lines: readonly { readonly line: number; readonly column: number; readonly text: string }[],
): BlockLine {
  const parts: BlockLine['parts'][number][] = []
  let text = ''
  for (const [index, { line, column, text: part }] of lines.entries()) {
    if (index > 0) text = `${text.trimEnd()} `
    parts.push({ line, column, start: text.length })
    text += part
  }
  const [first] = parts
  const whole = text.trimEnd()
  // What goes on with no line starts with no word.
  const [, word = '', value = ''] = (first!.column === 0 && /^([\w-]+):?(?:\s+(.*))?$/.exec(whole)) || []
  return {
    line: first!.line,
    text,
    parts,
    word,
    value,
    valueStart: value === '' ? text.length : whole.length - value.length,
  }
}

/** Reads the content of a fence that starts in a line, from 1. Its mistakes are added to the problems. */
export function readBlock(content: string, fenceLine: number, problems: TemplateProblem[]): ReportBlock {
  const given = new Map<string, string>()
  for (const { line, text, parts, word, value } of blockLines(content)) {
    const problem = parts[0]!.column > 0 ? goesOnWithNothing() : problemOfLine(word, value, text.trimEnd(), given)
    if (problem === undefined) given.set(word, value)
    else problems.push({ line: fenceLine + 1 + line, message: problem })
  }
  const tag = given.get('tag')
  const isGrouped = groupWords.some(word => given.has(word))
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
  return { line: fenceLine, content, look, title: given.get('title'), tag, query }
}

const goesOnWithNothing = (): string =>
  localize('A line that starts with a blank goes on with the one above, and there is none; take the blank out.')

/** The words that count records instead of listing them. */
export const groupWords = ['count-by', 'rows', 'columns', 'sum', 'min', 'max', 'avg']

function problemOfLine(
  word: string,
  value: string,
  line: string,
  given: ReadonlyMap<string, string>,
): string | undefined {
  if (!blockWords.includes(word)) {
    const [meant] = nearest(word, blockWords)
    return meant === undefined
      ? localize('{line} starts with no word of a block; the words are {words}.', {
          line: shownText(line),
          words: blockWords.join(', '),
        })
      : localize('{line} starts with no word of a block; did you mean {word}?', { line: shownText(line), word: meant })
  }
  if (given.has(word)) return localize('{word} stands in this block twice; keep one of them.', { word })
  if (value === '' && word !== 'count-items')
    return localize('{word} says nothing; write something behind it, or take it out.', { word })
  if (word === 'every' && !periods.some(period => period === value))
    return localize('every needs one of {periods}, such as every month.', { periods: periods.join(', ') })
  if (word === 'limit' && !/^\d{1,9}$/.test(value)) return localize('limit needs a whole number, such as limit 20.')
  if (word === 'show' && !blockLooks.some(look => look === value))
    return localize('A block cannot show {value}; write {looks}.', {
      value: shownText(value),
      looks: blockLooks.join(', '),
    })
  return undefined
}

function problemOfLook(
  look: BlockLook,
  tag: string | undefined,
  isGrouped: boolean,
  given: ReadonlyMap<string, string>,
): string | undefined {
  const words = queryOfLook[look]
  const other = words && [...given.keys()].find(word => !['show', 'title', 'tag', ...words].includes(word))
  if (other !== undefined)
    return localize('A block of {look} takes no {word}; take it out.', { look: lookInWords(look), word: other })
  if (look === 'problems' || look === 'changes') return undefined
  if (tag === undefined) return localize('This block names no records; write a line such as tag FINDING.')
  if (given.has('rows') || given.has('columns'))
    return look === 'table' ? undefined : localize('A matrix of rows and columns is a table, and no {look}.', { look })
  if (given.has('every'))
    return look === 'table' || look === 'line'
      ? undefined
      : localize('Numbers over time are a table or a line, and no {look}.', { look })
  if ((look === 'bar' || look === 'line') && !given.has('count-by'))
    return localize('A {look} chart needs groups; write a line such as count-by status.', { look })
  if (look === 'number' && given.has('count-by'))
    return localize('A number has no groups; take count-by out, or show a table or bar.')
  if (look === 'number' && !isGrouped && given.has('select'))
    return localize('A number shows no fields; take select out.')
  return undefined
}

/** The words of a query that a look takes; all of them if it is not here. */
const queryOfLook: Readonly<Partial<Record<BlockLook, readonly string[]>>> = {
  problems: ['limit'],
  changes: ['limit'],
  timeline: ['where', 'limit'],
  graph: ['where', 'sort', 'limit'],
}

function lookInWords(look: BlockLook): string {
  if (look === 'timeline') return localize('due days')
  return look === 'graph' ? localize('references') : look
}
