import { speak } from '../localize.ts'
import { sentencesIn } from './catalogs.ts'
import type { TextLanguage } from './languages.ts'

/**
 * Says all sentences of this program in a language from now on.
 *
 * @param language undefined for English
 */
export const speakLanguage = (language: TextLanguage | undefined): void =>
  speak(language === undefined ? undefined : sentencesIn(language))
