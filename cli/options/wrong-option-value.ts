import { InvalidArgumentError } from 'commander'
import { speak, spokenNow } from '../../shared/domains/localize.ts'
import { languageOfEnvironment } from '../../shared/domains/texts/languages.ts'
import { speakLanguage } from '../../shared/domains/texts/speak-language.ts'
import { host } from '../host/host.ts'

/** What is wrong with the value of an option. */
export const wrongOptionValue = (sentence: () => string): InvalidArgumentError =>
  new InvalidArgumentError(saidToUser(sentence))

/** Says something in the language of the user before a run speaks it: options are read first. */
export function saidToUser(sentence: () => string): string {
  const language = spokenNow()
  speakLanguage(languageOfEnvironment(host.env))
  try {
    return sentence()
  } finally {
    speak(language)
  }
}
