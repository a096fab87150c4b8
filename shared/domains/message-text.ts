import { allControls, control } from '../syntax/controls.ts'
import { numericEscape, shortEscapes } from '../syntax/nodes.ts'

/** Quotes text for a message: on one line, cut if it is long, in single quotes if it has double quotes. */
export const show = (text: string): string => (text.includes('"') ? `'${shorten(text)}'` : `"${shorten(text)}"`)

/** Prepares a name for a message: on one line, cut if it is long. */
export const shorten = (text: string): string => cutTo(40, text)

/** Prepares a text for a message: on one line, and at most this number of characters. */
export function cutTo(most: number, text: string): string {
  if (text.length <= most && !control.test(text)) return text
  const characters = text.length > most ? [...text.slice(0, 2 * most + 2)] : []
  return escapeForMessage(characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text)
}

/**
 * A message as it can be shown anywhere: on one line, cut if it is very long, and without characters that control a
 * terminal or the direction of text. Texts of records and descriptors can have all of these.
 */
export function plainMessage(text: string): string {
  const cut = text.length > longestMessage ? `${text.slice(0, longestMessage).replace(/[\ud800-\udbff]$/, '')}…` : text
  return escapeForMessage(cut)
}

/** The maximum length of a message, in UTF-16 code units. */
const longestMessage = 1000

/** The text with escapes as in the notation, such as `\n` and `\u202e`, for control characters. */
const escapeForMessage = (text: string): string =>
  control.test(text)
    ? text.replace(allControls, character => shortEscapes[character] ?? numericEscape(character))
    : text

/** A sentence, in any language, without the point at its end: for a part of another one. */
export const withoutPeriod = (sentence: string): string => sentence.trim().replace(/[.。]$/, '')

/** Words as alternatives: `draft, active or retired`. Of a long list, the first ones and how many more there are. */
export const oneOf = (words: readonly string[]): string => sequence(words, inEnglish('or'))

/** Words in a sentence: `title, status and owner`. Of a long list, the first ones and how many more there are. */
export const allOf = (words: readonly string[]): string => sequence(words, inEnglish('and'))

/** Words with commas: `title, status, owner`. Of a long list, the first ones and how many more there are. */
export const wordList = (words: readonly string[]): string => wordsWithCommas(words, inEnglish('and'))

/** How a language joins the words of a list. */
export interface Joining {
  /** The list, of the words before the last one and the last one. */
  readonly list: (words: string, last: string) => string
  /** What stands for the words of a long list that are not shown. */
  readonly more: (count: number) => string
}

const inEnglish = (conjunction: string): Joining => ({
  list: (words, last) => `${words} ${conjunction} ${last}`,
  more: count => `${count} more`,
})

/** Words in a sentence. Of a long list, the first ones and how many more there are. */
export function sequence(words: readonly string[], { list, more }: Joining): string {
  const shown = words.slice(0, Math.min(mostWords, words.length - 1)).map(cut)
  const last = words.length > mostWords ? more(words.length - mostWords) : cut(words.at(-1) ?? '')
  return shown.length === 0 ? last : list(shown.join(', '), last)
}

/** Words with commas. Of a long list, the first ones and how many more there are. */
export const wordsWithCommas = (words: readonly string[], joining: Joining): string =>
  words.length > mostWords ? sequence(words, joining) : words.map(cut).join(', ')

const cut = (word: string): string => cutTo(100, word)

/** The maximum number of words of a list in a message. */
const mostWords = 20

/** A tag with its article: `a CONTROL`, `an EMPLOYEE`, `an SLO`. */
export const withArticle = (tag: string): string => `${startsWithVowelSound.test(tag) ? 'an' : 'a'} ${tag}`

/** A vowel, but not as in `USER`, or the first letter of an abbreviation such as `SLO`, which is spoken as "ess". */
const startsWithVowelSound = /^(?!EU|ONE|UNI|US|UTI)[AEIOU]|^[FHLMNRSX](?![AEIOUY])[A-Z]{0,2}(?![A-Z])/
