import { localize } from '../../shared/domains/localize.ts'
import { nearest } from '../../shared/domains/nearest.ts'

/** The words most like this one, as an addition to a message; nothing where none is like it. */
export function didYouMean(word: string, words: Iterable<string>): string {
  const [first, second] = nearest(word, words, 2)
  if (first === undefined) return ''
  return `\n${
    second === undefined
      ? localize('(Did you mean {name}?)', { name: first })
      : localize('(Did you mean one of {names}?)', { names: `${first}, ${second}` })
  }`
}
