import { plainLetters } from '../../shared/basics/letters.ts'
import type { FieldDefinition, Tag } from '../../shared/domains/registry.ts'
import { foreignWords, partTexts, titleAndAliases } from '../../shared/domains/texts/part-texts.ts'
import type { Client } from '../snapshot/snapshot.ts'

/**
 * Other words that find a tag or a field in a completion list: those of the user's language, the English ones, and of
 * all other languages those that begin with what is typed. VS Code reads only the first 128 characters of all words,
 * and more words find more than is meant.
 *
 * @param typed what is typed of the word; with an empty text, the words of other languages are left out
 */
export function wordsToFind(
  { language }: Pick<Client, 'language'>,
  typed: string,
  tag: Tag,
  field?: FieldDefinition,
): readonly string[] {
  const { aliases = [] } = field ?? tag.descriptor
  const own = [...titleAndAliases(partTexts(language, tag, field)), ...aliases]
  const start = plainLetters(typed)
  if (start === '') return own
  const meant = foreignWords(tag, field).filter(word => plainLetters(word).startsWith(start))
  return [...new Set([...meant, ...own])]
}
