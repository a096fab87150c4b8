import type { Value } from '../run/values.ts'
import { isCurrencyCode } from './currencies.ts'
import { type ExpressionFunction, textParameter } from './function.ts'

/** The functions that check texts of a standard form. */
export const formatFunctions: readonly ExpressionFunction[] = [
  {
    name: 'isIp',
    parameters: [textParameter, { name: 'version', type: 'int', isOptional: true }],
    result: 'bool',
    description: 'Whether the text is an IP address. The version is 4 or 6; without it, both are allowed.',
    example: 'isIp("192.0.2.1", 4) && isIp("2001:db8::1") && !isIp("192.0.2.256")',
    evaluate: (written, version) => isVersion(ipOf(written as string), version),
  },
  {
    name: 'isCidr',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether the text is a block of IP addresses in CIDR notation, such as `10.0.0.0/8`.',
    example: 'isCidr("10.0.0.0/8") && !isCidr("10.0.0.0/33")',
    evaluate: written => cidrOf(written as string) !== undefined,
  },
  {
    name: 'hasHostBits',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether a block of IP addresses names an address inside it instead of its first one.',
    example: 'hasHostBits("10.0.0.1/8") && !hasHostBits("10.0.0.0/8")',
    evaluate: written => cidrOf(written as string)?.hasHostBits,
  },
  {
    name: 'luhn',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether the digits of the text end with their check digit of the Luhn algorithm, as card numbers do.',
    example: 'luhn("79927398713")',
    evaluate: digits => isLuhn(digits as string),
  },
  {
    name: 'loincCheckDigit',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether the text is a LOINC code with the right check digit behind its hyphen.',
    example: 'loincCheckDigit("2345-7") && !loincCheckDigit("2345-8")',
    evaluate: code => isLoincCode(code as string),
  },
  {
    name: 'verhoeff',
    parameters: [textParameter],
    result: 'bool',
    description:
      'Whether the digits of the text end with their check digit of Verhoeff, as identifiers of SNOMED CT do.',
    example: 'verhoeff("385093006") && !verhoeff("385093007")',
    evaluate: digits => isVerhoeff(digits as string),
  },
  {
    name: 'isCurrency',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether the text is a currency code of ISO 4217, such as `EUR`. Codes that were withdrawn count too.',
    example: 'isCurrency("EUR") && !isCurrency("EUX")',
    evaluate: code => isCurrencyCode(code as string),
  },
]

const isVersion = (address: Address | undefined, version: Value | undefined): boolean =>
  address !== undefined && (version === undefined || address.version === version)

/** An IP address. */
interface Address {
  readonly version: 4 | 6
  /** Its bytes, the first one first. */
  readonly bytes: readonly number[]
}

/** The IP address of a text, of RFC 791 or RFC 4291; undefined for any other text. */
export function ipOf(text: string): Address | undefined {
  if (!text.includes(':')) {
    const bytes = bytesOfVersion4(text)
    return bytes && { version: 4, bytes }
  }
  const bytes = bytesOfVersion6(text)
  return bytes && { version: 6, bytes }
}

/** Whether a text is a block of addresses such as `10.0.0.0/8` (RFC 4632); undefined if it is not. */
export function cidrOf(text: string): { readonly hasHostBits: boolean } | undefined {
  const match = /^([^/]*)\/(0|[1-9]\d{0,2})$/.exec(text)
  if (!match) return undefined
  const found = ipOf(match[1]!)
  const length = Number(match[2])
  if (!found || length > found.bytes.length * 8) return undefined
  const hasHostBits = found.bytes.some((byte, index) => {
    const networkBits = Math.min(8, Math.max(0, length - index * 8))
    return (byte & (0xff >> networkBits)) !== 0
  })
  return { hasHostBits }
}

/** The bytes of an address such as `192.0.2.1`. Rules call this for each record, so it makes no parts of the text. */
function bytesOfVersion4(text: string, start = 0): number[] | undefined {
  const bytes: number[] = []
  let position = start
  while (bytes.length < 4) {
    const first = position
    let byte = 0
    for (let digit = digitAt(text, position); digit >= 0 && position < first + 3; digit = digitAt(text, position)) {
      byte = byte * 10 + digit
      position++
    }
    // With a zero before it, some systems read a number as an octal one.
    if (position === first || byte > 255 || (position > first + 1 && text[first] === '0')) return undefined
    bytes.push(byte)
    if (bytes.length < 4 && text[position++] !== '.') return undefined
  }
  return position === text.length ? bytes : undefined
}

/** The bytes of an address such as `2001:db8::1`, or `::ffff:192.0.2.1`, of which the end has the form of version 4. */
function bytesOfVersion6(text: string): number[] | undefined {
  const bytes: number[] = []
  let missingAt = text.startsWith('::') ? 0 : -1
  let position = missingAt < 0 ? 0 : 2
  while (position < text.length) {
    const first = position
    let group = 0
    for (
      let digit = hexDigitAt(text, position);
      digit >= 0 && position < first + 4;
      digit = hexDigitAt(text, position)
    ) {
      group = group * 16 + digit
      position++
    }
    if (position === first || bytes.length === 16) return undefined
    if (text[position] === '.') {
      const tail = bytesOfVersion4(text, first)
      if (!tail) return undefined
      bytes.push(...tail)
      break
    }
    bytes.push(group >> 8, group & 0xff)
    if (position === text.length) break
    if (text[position++] !== ':' || position === text.length) return undefined
    if (text[position] !== ':') continue
    if (missingAt >= 0) return undefined
    missingAt = bytes.length
    position++
  }
  const missing = 16 - bytes.length
  if (missingAt < 0) return missing === 0 ? bytes : undefined
  if (missing < 2) return undefined
  return [...bytes.slice(0, missingAt), ...new Array<number>(missing).fill(0), ...bytes.slice(missingAt)]
}

/** The value of a decimal digit; negative for any other character. */
function digitAt(text: string, position: number): number {
  const digit = text.charCodeAt(position) - 0x30
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** The value of a hexadecimal digit; negative for any other character. */
function hexDigitAt(text: string, position: number): number {
  const digit = digitAt(text, position)
  const letter = (text.charCodeAt(position) | 0x20) - 0x61
  return digit < 0 && letter >= 0 && letter <= 5 ? letter + 10 : digit
}

/** Whether digits end with their check digit of the Luhn algorithm (ISO/IEC 7812-1, annex B). */
export function isLuhn(digits: string): boolean {
  return /^\d{2,100}$/.test(digits) && luhnSum(digits) % 10 === 0
}

/**
 * Whether a text is a LOINC code with the right check digit behind its hyphen. LOINC uses the Luhn algorithm (LOINC
 * Users' Guide, appendix C).
 */
export function isLoincCode(code: string): boolean {
  return /^\d{1,7}-\d$/.test(code) && luhnSum(code.replace('-', '')) % 10 === 0
}

/** The sum of the digits, where every second one from the right counts twice. */
function luhnSum(digits: string): number {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const counted = index % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum
}

/**
 * Whether digits end with their check digit of Verhoeff: J. Verhoeff, "Error Detecting Decimal Codes", 1969. SNOMED CT
 * uses it (SNOMED CT Release File Specification, section 6.5).
 */
export function isVerhoeff(digits: string): boolean {
  if (!/^\d{2,100}$/.test(digits)) return false
  let check = 0
  for (let index = 0; index < digits.length; index++)
    check = dihedral(check, permuted(Number(digits[digits.length - 1 - index]), index % 8))
  return check === 0
}

/** The product of two elements of the dihedral group of a pentagon: 0 to 4 turn it, and 5 to 9 turn it over as well. */
function dihedral(one: number, other: number): number {
  const turned = one < 5 ? one + other : one + 5 - (other % 5)
  return (turned % 5) + (one < 5 === other < 5 ? 0 : 5)
}

/** A digit after some rounds of Verhoeff's permutation. */
const permuted = (digit: number, rounds: number): number =>
  rounds === 0 ? digit : permuted([1, 5, 7, 6, 2, 8, 3, 0, 9, 4][digit]!, rounds - 1)
