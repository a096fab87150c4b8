import { quote } from '../syntax/nodes.ts'

/** Quotes text for a message: on one line, cut if it is long, in single quotes if it has double quotes. */
export const show = (text: string): string => (text.includes('"') ? `'${shorten(text)}'` : `"${shorten(text)}"`)

/** Prepares a name for a message: on one line, cut if it is long. */
export function shorten(text: string): string {
  if (text.length <= 40 && !unshowable.test(text)) return text
  const characters = text.length > 40 ? [...text.slice(0, 82)] : []
  const shown = characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text
  return shown.replace(/[\p{Cc}\u2028\u2029]/gu, character => quote(character).slice(1, -1))
}

const unshowable = /[\p{Cc}\u2028\u2029]/u

/** The end of a sentence about an unknown word: asks for the nearest ones, or says something else if there are none. */
export const meantOr = (nearest: readonly string[], otherwise: string): string =>
  nearest.length === 0 ? `${otherwise}.` : `; did you mean ${oneOf(nearest.map(shorten))}?`

/** Words as alternatives: `draft, active or retired`. */
export const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`

/** A tag with its article: `a CONTROL`, `an EMPLOYEE`, `an SLO`. */
export const withArticle = (tag: string): string => `${startsWithVowelSound.test(tag) ? 'an' : 'a'} ${tag}`

/** A vowel, but not as in `USER`, or the first letter of an abbreviation such as `SLO`, which is spoken as "ess". */
const startsWithVowelSound = /^(?!EU|ONE|UNI|US|UTI)[AEIOU]|^[FHLMNRSX](?![AEIOUY])[A-Z]{0,2}(?![A-Z])/
