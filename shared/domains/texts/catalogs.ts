import de from '../../../descriptors/texts/de.json'
import es from '../../../descriptors/texts/es.json'
import fr from '../../../descriptors/texts/fr.json'
import ja from '../../../descriptors/texts/ja.json'
import deSentences from '../../../l10n/de.json'
import esSentences from '../../../l10n/es.json'
import frSentences from '../../../l10n/fr.json'
import jaSentences from '../../../l10n/ja.json'
import type { Spoken } from '../localize.ts'
import type { TextLanguage } from './languages.ts'

/** What a domain, a tag or a field is called in another language than English, and what it is. */
export interface PartTexts {
  readonly title: string
  /** What it is, as the descriptor says it in English. */
  readonly description?: string
  /** What to write instead of a value that it does not take. */
  readonly advice?: string
  /** Other words for it. */
  readonly aliases?: readonly string[]
  /** What the allowed values of a field mean. */
  readonly enumDescriptions?: Readonly<Record<string, string>>
  /** Why a term is doubtful, in English. The built programs leave it out. */
  readonly doubt?: string
}

/** The texts of a domain in a language. */
export interface DomainTexts extends PartTexts {
  /** By tag, `LEAVE`, and by tag and field, `LEAVE.start_date`. */
  readonly parts: Readonly<Record<string, PartTexts>>
}

type Catalog = Readonly<Record<string, DomainTexts | undefined>>

const catalogs = { de, es, fr, ja, qps: {} } as unknown as Readonly<Record<TextLanguage, Catalog>>

/**
 * The texts of a built-in domain in a language; undefined for another domain. The built programs have them in a file of
 * its own, which they load when the first text is needed: `textsLater` in `scripts/bundles.mjs` puts a module that
 * loads it in place of this one.
 */
export const textsOfDomain = (language: TextLanguage, domain: string): DomainTexts | undefined =>
  Object.hasOwn(catalogs[language], domain) ? catalogs[language][domain] : undefined

const sentencesByLanguage: Readonly<Record<TextLanguage, Spoken>> = {
  de: deSentences,
  es: esSentences,
  fr: frSentences,
  ja: jaSentences,
  qps: 'qps',
}

/** The sentences of Recline in a language. */
export const sentencesIn = (language: TextLanguage): Spoken => sentencesByLanguage[language]

/**
 * Says where the file with the texts is. A program in a browser cannot know it; elsewhere the file is beside the
 * program, and this does nothing.
 */
export const setTextsAddress = (_address: string | undefined): void => undefined
