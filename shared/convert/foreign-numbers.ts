/** Numbers as spreadsheets write them into CSV: `1.234,50`, `1,234.50` and `1 234`. */

/** Reads a number with a decimal comma, and maybe points, blanks or apostrophes between thousands. */
export const readDecimalComma = (text: string): string | undefined =>
  readNumber(/^([+-]?)(\d+|\d{1,3}(?:([.'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:,(\d+))?([eE][+-]?\d+)?$/, text)

/** Reads a number with a decimal point, and maybe commas, blanks or apostrophes between thousands. */
export const readDecimalPoint = (text: string): string | undefined =>
  readNumber(/^([+-]?)(\d+|\d{1,3}(?:([,'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:\.(\d+))?([eE][+-]?\d+)?$/, text)

function readNumber(form: RegExp, text: string): string | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', , fraction, exponent = ''] = match
  return `${sign}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}${exponent}`
}
