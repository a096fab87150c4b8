import { type Joining, sequence, wordsWithCommas } from './message-text.ts'

/** The sentences of a language, by their English text. */
type Sentences = Readonly<Record<string, string>>

/** What says sentences in another language: those of a language, or the pseudo-language for tests. */
export type Spoken = Sentences | 'qps'

/** What stands in a place of a sentence: a text, a number, or words as alternatives, in a sequence, or with commas. */
type PlaceValue =
  | string
  | number
  | { readonly or: readonly string[] }
  | { readonly and: readonly string[] }
  | { readonly list: readonly string[] }

type SentencePlaces = Readonly<Record<string, PlaceValue>>

/** What the program speaks. It is not a variable of this module, because some modules are bundles of their own. */
const program = globalThis as { reclineSpeaks?: Spoken }

const english: Sentences = {}

/** The parts of the sentences that were said: texts and the names of places in turn. */
const parts = new Map<string, readonly string[]>()

/** The language of these parts. */
let languageOfParts: Spoken | undefined

/**
 * Sets the language of all sentences. It is one for the whole program, as a program has one reader: the user of the
 * editor that started the server.
 *
 * @param language its sentences; what is not among them stays English
 */
export function speak(language: Spoken = english): void {
  program.reclineSpeaks = language
}

/** What `speak` got last, for another thread of the program. */
export const spokenNow = (): Spoken => program.reclineSpeaks ?? english

/**
 * A sentence in the language of the reader.
 *
 * @param text its text in English, with places such as `{field}`; `l10n/<language>.json` has the others by it
 * @param places what stands in its places
 */
export function localize(text: string, places: SentencePlaces = {}): string {
  const spoken = spokenNow()
  if (spoken !== languageOfParts) parts.clear()
  languageOfParts = spoken
  let known = parts.get(text)
  if (!known) {
    known = localTemplate(text).split(/\{(\w+)\}/)
    parts.set(text, known)
  }
  if (known.length === 1) return known[0]!
  let said = ''
  for (const [index, part] of known.entries()) said += index % 2 === 0 ? part : textInPlace(places[part] ?? `{${part}}`)
  return said
}

/** Clauses that are in the language of the reader as one sentence: what is wrong, then what to do about it. */
export const sentenceOfClauses = (first: string, ...others: readonly string[]): string =>
  localize('{clauses}.', {
    clauses: others.reduce((before, clause) => localize('{before}; {clause}', { before, clause }), first),
  })

/** A text in the language of the reader, with its places as they are written; in English if the language lacks it. */
export function localTemplate(text: string): string {
  const spoken = spokenNow()
  if (spoken === 'qps') return pseudoSentence(text)
  return Object.hasOwn(spoken, text) ? spoken[text]! : text
}

function textInPlace(value: PlaceValue): string {
  if (typeof value !== 'object') return String(value)
  if ('or' in value) return sequence(value.or, alternatives)
  return 'and' in value ? sequence(value.and, enumeration) : wordsWithCommas(value.list, enumeration)
}

const more = (count: number): string => localize('{count} more', { count })

const alternatives: Joining = { list: (words, last) => localize('{words} or {last}', { words, last }), more }

const enumeration: Joining = { list: (words, last) => localize('{words} and {last}', { words, last }), more }

/**
 * A sentence in the pseudo-language `qps`, for tests of what a language changes: with accents, in brackets, and a third
 * longer. What is shown without these has no translation, and what is cut has too little room.
 *
 * @param text with places such as `{field}`, or expressions in braces, which stay as they are
 */
function pseudoSentence(text: string): string {
  const accented = text
    .split(/(\{[^{}]*\})/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[aeiou]/gi, '$&\u0301').normalize('NFC') : part))
    .join('')
  return `[${accented}${'~'.repeat(Math.ceil(text.length / 3))}]`
}
