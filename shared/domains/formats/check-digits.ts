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

/** What is left of a text of digits and letters divided by 97, where A is 10 and Z is 35 (ISO/IEC 7064, MOD 97-10). */
function restOf97(text: string): number {
  let rest = 0
  for (const digit of digitsOf(text)) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** The check digits that make a text with them at its end, as `restOf97` reads it, 1. */
export const checkDigits97 = (before: string): string => String(98 - restOf97(`${before}00`)).padStart(2, '0')

/** A text with its letters as numbers: A is 10, and Z is 35. */
export const digitsOf = (text: string): string => text.replace(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 55))

/** The sum of digits, each times the weight of its place. */
export const weightedSum = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)

/** The check digit of GS1 behind some digits: from the right they count three times and once in turn. */
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits].reduceRight(
    (all, digit, index) => all + Number(digit) * ((digits.length - index) % 2 ? 3 : 1),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** A check digit of 11 values, of which the last one is X. */
export const digitOr10 = (value: number): string => (value === 10 ? 'X' : String(value))
