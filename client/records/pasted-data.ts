/**
 * Whether a pasted text may be data that can become records: JSON, or at least two lines of CSV or of a table. What
 * starts as a record or a comment is none.
 */
export const mayBeData = (text: string): boolean =>
  /^\s*[[{]/.test(text) || /^(?!\s*[@#])[^\r\n]*[,;\t|][^\r\n]*[\r\n]+[^\r\n]/.test(text)
