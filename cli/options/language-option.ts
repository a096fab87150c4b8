import type { Option } from 'commander'
import {
  languageOfEnvironment,
  languageOfLocale,
  shownLanguages,
  type TextLanguage,
} from '../../shared/domains/texts/languages.ts'
import { speakLanguage } from '../../shared/domains/texts/speak-language.ts'
import { choice } from './choice.ts'

/** The option for the language of texts. */
export const languageOption = (): Option =>
  choice(
    '--language <language>',
    'language of titles and other words; by default RECLINE_LANGUAGE or the locale',
    shownLanguages,
  )

/**
 * The language that a run shows texts in, and says its sentences in from now on; undefined for English.
 *
 * @param asked what the user wrote for the option
 * @param env the variables of the environment
 */
export function languageOfRun(
  asked: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): TextLanguage | undefined {
  const language = asked === undefined ? languageOfEnvironment(env) : languageOfLocale(asked)
  speakLanguage(language)
  return language
}
