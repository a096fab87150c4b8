import { CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'
import type { Span } from '../syntax/nodes.ts'

/** Whether a file is Markdown by its name, or its URI. */
export const isMarkdownFile = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

/** The lines of a fence, with their line ends and without those of its signs. */
export interface RecordFence extends Span {
  /** Whether a line with signs ends it. If not, its end is that of the text. */
  readonly isClosed: boolean
  /** The blanks before its signs, as in a list. */
  readonly indent: string
}

/**
 * The fences of a Markdown text that have records: the first word behind their signs is `rec`.
 *
 * @param text a text, or the bytes of one as characters, which has the same fences
 */
export const recordFences = (text: string): RecordFence[] => fencesOf(text, 'rec')

/**
 * The fences of a Markdown text in a language: the first word behind their signs.
 *
 * @param text a text, or the bytes of one as characters, which has the same fences
 * @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function fencesOf(text: string, language: string): RecordFence[] {
  const fences: RecordFence[] = []
  // Most files have none, and are not read line by line.
  if (!new RegExp(`(?:\`\`\`|~~~)[ \\t]*${language}(?![^ \\t\\r\\n])`).test(text)) return fences
  let open: { readonly sign: string; readonly start: number; readonly found?: Pick<RecordFence, 'indent'> } | undefined
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|[\r\n]|$)/g)) {
    const end = index + line.length
    const [, byteOrderMark = '', indent = '', sign, info = ''] = signsOfFence.exec(line) ?? []
    if (sign === undefined || (byteOrderMark !== '' && index > 0)) continue
    if (!open) {
      const isWanted = /^[ \t]*([^ \t\r\n]*)/.exec(info)![1] === language
      open = { sign, start: end, ...(isWanted && { found: { indent } }) }
    } else if (sign.startsWith(open.sign) && /^[ \t]*$/.test(info)) {
      if (open.found) fences.push({ start: open.start, end: index, isClosed: true, ...open.found })
      open = undefined
    }
  }
  if (open?.found) fences.push({ start: open.start, end: text.length, isClosed: false, ...open.found })
  return fences
}

/**
 * The line of signs that begins or ends a fence. In a list a fence is indented, so any indentation is that of a fence.
 * A byte order mark, as a character or as bytes, is no part of the first line.
 */
const signsOfFence = /^(\ufeff|\u00ef\u00bb\u00bf)?([ \t]*)(`{3,}(?![^\r\n]*`)|~{3,})([^\r\n]*)/

/**
 * A Markdown text with only its records: all but the lines of its `rec` fences is blank, so that each record is at its
 * place in the text.
 */
export function onlyFences(text: string, fences: readonly Span[]): string {
  let shown = ''
  let shownTo = 0
  for (const { start, end } of fences) {
    shown += blanked(text.slice(shownTo, start)) + text.slice(start, end)
    shownTo = end
  }
  return shown + blanked(text.slice(shownTo))
}

const blanked = (text: string): string => text.replace(/[^\r\n]+/g, line => ' '.repeat(line.length))

/** The records of a file that has this text: of Markdown, only those in its fences. */
export const onlyRecords = (path: string, text: string): string =>
  isMarkdownFile(path) ? onlyFences(text, recordFences(text)) : text

/**
 * A Markdown text with other records in its fences. In the fence of a list, new lines are indented as its signs are.
 *
 * @param page the text before
 * @param records what `onlyFences` gives of the text after
 * @returns undefined if something is to stand outside of the fences, or would end one of them
 */
export function withRecords(page: string, records: string): string | undefined {
  const fences = recordFences(page)
  let written = ''
  let wanted = ''
  let [readTo, writtenTo, wantedFrom] = [0, 0, 0]
  for (const [index, { start, end, indent }] of fences.entries()) {
    const from = readTo + start - writtenTo
    const below = blanked(page.slice(end, fences[index + 1]?.start))
    const isLast = index === fences.length - 1
    const same = page.slice(start, end) + below
    // Behind a fence that no signs close stands nothing that tells where it ends.
    const isSame = records.startsWith(same, from) && !(isLast && records.length > from + same.length)
    if (isSame) readTo = from + end - start
    else readTo = isLast ? records.length - below.length : records.indexOf(below, from)
    if (readTo < from) return undefined
    const inFence = indented(records.slice(from, readTo), page.slice(start, end), indent)
    if (inFence === undefined) return undefined
    written += page.slice(writtenTo, start) + inFence
    wanted += records.slice(wantedFrom, from) + inFence
    wantedFrom = readTo
    writtenTo = end
  }
  written += page.slice(writtenTo)
  wanted += records.slice(wantedFrom)
  // A sign of a fence in a record, or a record below the last fence, gives another text.
  return onlyFences(written, recordFences(written)) === wanted ? written : undefined
}

/**
 * The lines of a fence with the blanks that its signs have before them, but for those that were there before. A line
 * with fewer blanks would end the item of a list, and the fence with it.
 *
 * @returns undefined if a new line is neither a record nor a comment: blanks can be a part of it
 */
function indented(lines: string, before: string, indent: string): string | undefined {
  if (indent === '' || lines === before) return lines
  const known = new Set(linesWithEnds(before))
  let written = ''
  for (const line of linesWithEnds(lines)) {
    const isRight = line.trim() === '' || line.startsWith(indent) || known.has(line)
    if (!isRight && !/^[@#]/.test(line)) return undefined
    written += isRight ? line : indent + line
  }
  return written
}

const linesWithEnds = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g) ?? []

/**
 * The same of a file that is bytes.
 *
 * @param bytes a file in UTF-8, or in any encoding that has ASCII in it
 */
export function onlyRecordFences(bytes: Uint8Array): Uint8Array {
  const shown = bytes.map(byte => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? byte : 0x20))
  for (const { start, end } of recordFences(characterOfEachByte(bytes))) shown.set(bytes.subarray(start, end), start)
  return shown
}

function characterOfEachByte(bytes: Uint8Array): string {
  let text = ''
  // An engine limits how many arguments a call can have.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return text
}
