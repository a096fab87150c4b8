import { CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'

/** Whether a file is Markdown by its name. */
export const isMarkdownFile = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

/** The language of a fence with records: the first word behind its signs, as in ```rec. */
const languageOfRecords = 'rec'

/**
 * A Markdown file with only its records: all but the lines of its `rec` fences is blank, so that each record is at
 * its place in the file.
 *
 * @param bytes a file in UTF-8, or in any encoding that has ASCII in it
 * @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function onlyRecordFences(bytes: Uint8Array): Uint8Array {
  const shown = new Uint8Array(bytes.length).fill(0x20)
  const text = characterOfEachByte(bytes)
  let fence: { readonly sign: string; readonly isOfRecords: boolean } | undefined
  for (const { 0: line, index } of text.matchAll(/[^\r\n]*(?:\r\n|[\r\n]|$)/g)) {
    const end = index + line.length
    for (let place = index; place < end; place++)
      if (bytes[place] === LINE_FEED || bytes[place] === CARRIAGE_RETURN) shown[place] = bytes[place]!
    const [, sign, info = ''] = /^[ \t]*(`{3,}(?!.*`)|~{3,}|`{3,}(?=\s*$))(.*)/.exec(line) ?? []
    if (!fence) {
      // In a list a fence is indented, so any indentation is that of a fence.
      if (sign !== undefined) fence = { sign, isOfRecords: /^\s*(\S+)/.exec(info)?.[1] === languageOfRecords }
    } else if (sign?.startsWith(fence.sign) && info.trim() === '') fence = undefined
    else if (fence.isOfRecords) shown.set(bytes.subarray(index, end), index)
  }
  return shown
}

function characterOfEachByte(bytes: Uint8Array): string {
  let text = ''
  // An engine limits how many arguments a call can have.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  return text
}
