// The other module starts with what only Node has; this one runs everywhere.
import { deflateSync, Inflate } from 'fflate/browser'
import dictionaryLines from './dictionary-1.json'
import { problemOfName, type TextFile } from './text-file.ts'

/**
 * The links of the playground. All of its files are in the fragment of the address, which a browser never sends to a
 * server: a number for the format, a slash, and the files, deflated and as base64url.
 */

/** What a link opens. */
export interface LinkedFiles {
  readonly files: readonly TextFile[]
  /** The index of the file that is shown first. */
  readonly shown: number
  /** Whether its records are shown as a table. */
  readonly isTable: boolean
}

/** The number of the format. Another dictionary is another format: links of this one must stay as they are. */
const formatVersion = 1

/** The most characters that a link may hold of its files, as text. */
const mostText = 1_000_000
const mostFiles = 50
/** The longest fragment that is read; browsers cut off longer ones at different places. */
const longestFragment = 500_000

/**
 * The fragment of a link to files, without the `#`.
 *
 * @returns the fragment; or a sentence that says why there can be no link
 */
export function fragmentOf({ files, shown, isTable }: LinkedFiles): { fragment: string } | { problem: string } {
  const start = `${shown} ${isTable ? 'table' : 'text'}\n`
  const text = start + files.map(file => `${file.name}\n${file.text.length}\n${file.text}`).join('')
  if (text.length > mostText)
    return { problem: 'The files are too large for a link, which holds at most 1,000,000 characters.' }
  const fragment = `${formatVersion}/${toBase64(deflateSync(encoder.encode(text), deflating))}`
  if (fragment.length > longestFragment)
    return { problem: 'The link would have more than 500,000 characters, which browsers do not open; share less text.' }
  return { fragment }
}

/**
 * Reads the fragment of a link, which can be anything.
 *
 * @returns the files; or a sentence that says why nothing is opened
 */
export function readFragment(fragment: string): LinkedFiles | { readonly problem: string } {
  const [, version, data] = /^(\d{1,9})\/([A-Za-z0-9_-]*)$/.exec(fragment) ?? []
  if (version === undefined || data === undefined || fragment.length > longestFragment) return { problem: damaged }
  if (Number(version) !== formatVersion)
    return {
      problem: `This link has format ${version}, and this playground reads format ${formatVersion}: open it in a newer one.`,
    }
  const text = inflated(data)
  if (text === undefined) return { problem: damaged }
  if (text.length > mostText)
    return { problem: 'This link holds more than 1,000,000 characters of text, so nothing was opened.' }
  return readLinkedFiles(text) ?? { problem: damaged }
}

const damaged = 'This link is damaged or not complete, so nothing was opened; copy all of it and try again.'

/** The text of inflated data, or more than is allowed of it; undefined if it is damaged. */
function inflated(data: string): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let text = ''
  let isComplete = false
  try {
    const inflate = new Inflate({ dictionary }, (part, isLast) => {
      text += decoder.decode(part, { stream: !isLast })
      isComplete ||= isLast
    })
    const bytes = fromBase64(data)
    // Some bytes at a time: each can become a thousand, and too many of them are not even made.
    for (let start = 0; start < bytes.length && text.length <= mostText; start += step)
      inflate.push(bytes.subarray(start, start + step), start + step >= bytes.length)
  } catch {
    return undefined
  }
  return isComplete || text.length > mostText ? text : undefined
}

const step = 512

/** The files in a text that a link holds; undefined if it is none. */
function readLinkedFiles(text: string): LinkedFiles | undefined {
  const [start, shown, view] = /^(\d{1,3}) (text|table)\n/.exec(text) ?? []
  if (start === undefined) return undefined
  const files: TextFile[] = []
  for (let rest = start.length; rest < text.length; ) {
    const [head, name, length] = /^([^\n]*)\n(\d{1,7})\n/.exec(text.slice(rest, rest + 200)) ?? []
    if (head === undefined || name === undefined) return undefined
    const from = rest + head.length
    rest = from + Number(length)
    const isWrong =
      rest > text.length ||
      problemOfName(
        name,
        files.map(file => file.name),
      ) !== undefined
    if (isWrong || files.length === mostFiles) return undefined
    files.push({ name, text: text.slice(from, rest) })
  }
  return files.length > Number(shown) ? { files, shown: Number(shown), isTable: view === 'table' } : undefined
}

// What Node and all browsers have.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array, options: { readonly stream: boolean }): string }
declare const btoa: (bytes: string) => string
declare const atob: (text: string) => string

const encoder = new TextEncoder()
const dictionary = encoder.encode(dictionaryLines.map(line => `${line}\n`).join(''))
/** `mem: 4` is a table of 65,536 places. The largest one takes 32 MB for each link, and makes none shorter. */
const deflating = { level: 9, mem: 4, dictionary } as const

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character: string) => character.charCodeAt(0))
