import { Option } from 'commander'
import { localize } from '../../shared/domains/localize.ts'
import { didYouMean } from './did-you-mean.ts'
import { wrongOptionValue } from './wrong-option-value.ts'

/** An option that takes one of a few words; another word is answered with the nearest of them. */
export const choice = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices).argParser(word => chosen(word, choices))

/** The word if it is one of the choices; throws what the user reads if it is none. */
export function chosen<Choice extends string>(word: string, choices: readonly Choice[]): Choice {
  const found = choices.find(one => one === word)
  if (found === undefined)
    throw wrongOptionValue(
      () => localize('Allowed choices are {choices}.', { choices: choices.join(', ') }) + didYouMean(word, choices),
    )
  return found
}

/** A number in digits; throws what the user reads if it is none. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw wrongOptionValue(() => localize('It must be a whole number, 0 or more.'))
  return Number(text)
}
