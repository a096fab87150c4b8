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
