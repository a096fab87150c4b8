import { notice } from '../../shared/agents/outputs.ts'
import { estimatedTokens, mostTokens } from '../../shared/agents/tokens.ts'
import { visibleJson } from '../../shared/agents/visible-json.ts'
import { fingerprint } from '../../shared/basics/fingerprint.ts'
import { counted, firstSentences } from '../../shared/basics/text.ts'
import type { FileToWrite, ToolAnswer, ToolError } from '../../shared/protocol/agents.ts'

/** The tokens that lists leave for the rest of an answer. */
const reserve = 500

/** What a tool throws to answer with an error. */
export class CallRefused extends Error {
  constructor(readonly error: ToolError) {
    super(error.message)
  }
}

export function refuse(error: ToolError): never {
  throw new CallRefused(error)
}

export function cancelled(): never {
  refuse({ code: 'cancelled', message: 'The call was cancelled.' })
}

/** An answer with content. */
export const answered = (
  content: object,
  {
    cursor,
    notes = [],
    files = [],
  }: { cursor?: string | undefined; notes?: readonly string[]; files?: readonly FileToWrite[] } = {},
): ToolAnswer => ({
  isError: false,
  answer: { notice, content, ...(notes.length > 0 && { notes }), ...(cursor !== undefined && { cursor }) },
  files,
})

/** A part of a list, and how to get the rest. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Undefined for the last page. */
  readonly cursor: string | undefined
}

/** An array, or what makes each item when it is asked for. */
export interface Items<Item> {
  readonly length: number
  at(index: number): Item | undefined
}

/** What a page is of: the cursor of one list is refused for any other. */
export interface Paged {
  readonly cursor: string | undefined
  /** The arguments, and the version of what they were answered from. */
  readonly of: unknown
}

/**
 * The items of a list that fit into an answer.
 *
 * @param used the tokens of the rest of the answer
 * @param limit the most items of a page
 */
export function pageOf<Item>(list: Items<Item>, { cursor, of }: Paged, used = 0, limit = Infinity): Page<Item> {
  const version = fingerprint(visibleJson(of))
  const start = cursor === undefined ? 0 : cursorStart(cursor, version)
  const items: Item[] = []
  let tokens = used
  for (let index = start; index < list.length && items.length < limit; index++) {
    const item = list.at(index)!
    tokens += estimatedTokens(visibleJson(item)) + 1
    // One item that is longer than a page is cut by whoever made it.
    if (tokens > mostTokens - reserve && items.length > 0) break
    items.push(item)
  }
  const end = start + items.length
  return { items, cursor: end < list.length && items.length > 0 ? `${end}.${version}` : undefined }
}

function cursorStart(cursor: string, version: string): number {
  const [, start, known] = /^(\d{1,9})\.(.+)$/.exec(cursor) ?? []
  if (known !== version)
    refuse({
      code: 'stale-cursor',
      message: 'The cursor is not one of this call, or records have changed since; call again without a cursor.',
      at: 'cursor',
    })
  return Number(start)
}

/** A text that takes at most so many tokens. What is left out is said at its end. */
export function cutToTokens(text: string, most: number): string {
  if (estimatedTokens(text) <= most) return text
  let end = Math.min(text.length, most * 3)
  while (estimatedTokens(text.slice(0, end)) > most) end = Math.floor(end * 0.8)
  return `${text.slice(0, end)}… (${text.length - end} more characters are left out)`
}

/** A sentence, cut if it is long. */
export const cutSentence = (sentence: string): string => cutToTokens(sentence, 100)

/** The first notes of many, each cut; the last one says how many are left out. */
export const firstNotes = (notes: readonly string[]): readonly string[] =>
  firstSentences(notes, left => `And ${counted(left, 'more note')}.`).map(cutSentence)
