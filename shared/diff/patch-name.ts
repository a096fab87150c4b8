import { control } from '../syntax/controls.ts'

/**
 * The name of a file as a patch has it: in quotes if it has quotes, backslashes or control characters, as git writes
 * it. A line end in it would start another line of the patch.
 */
export const writtenName = (name: string): string =>
  special.test(name) ? `"${name.replace(allSpecial, character => letters[character] ?? bytesOf(character))}"` : name

/** The name that a patch has, with or without quotes. */
export const readName = (written: string): string =>
  /^".*"$/.test(written)
    ? written
        .slice(1, -1)
        .replace(/((?:\\[0-7]{3})+)|\\(.)/g, (whole, bytes?: string, letter = '') =>
          bytes === undefined ? (characters[letter] ?? letter) : (characterOf(bytes) ?? whole),
        )
    : written

const special = new RegExp(`["\\\\]|${control.source}`, 'u')
const allSpecial = new RegExp(special, 'gu')

const letters: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const characters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** The bytes of a character in UTF-8, each as a number in octal. */
const bytesOf = (character: string): string =>
  encodeURIComponent(character).replace(
    /%(..)/g,
    (_, hex: string) => `\\${parseInt(hex, 16).toString(8).padStart(3, '0')}`,
  )

/** The characters of such bytes; undefined if they are no UTF-8. */
function characterOf(bytes: string): string | undefined {
  try {
    return decodeURIComponent(
      bytes.replace(/\\(...)/g, (_, octal: string) => `%${(parseInt(octal, 8) & 255).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return undefined
  }
}
