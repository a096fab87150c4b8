/**
 * A text whose Latin letters are in lower case and without accents, and whose other letters are in their usual form, to
 * find and compare words: `Début` and `debut` are the same, as are `ﾊﾞｲﾀﾙ` and `バイタル`.
 */
export const plainLetters = (text: string): string =>
  // Most names are plain.
  /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .replaceAll('ß', 'ss')
        .normalize('NFC')
