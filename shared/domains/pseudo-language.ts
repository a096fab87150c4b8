/**
 * A sentence in the pseudo-language `qps`, for tests of what a language changes: with accents, in brackets, and a third
 * longer. What is shown without these has no translation, and what is cut has too little room.
 *
 * @param english with places such as `{field}`, which stay as they are
 */
export function pseudoSentence(english: string): string {
  const accented = english
    .split(/(\{\w+\})/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/[aeiou]/gi, '$&\u0301').normalize('NFC') : part))
    .join('')
  return `[${accented}${'~'.repeat(Math.ceil(english.length / 3))}]`
}
