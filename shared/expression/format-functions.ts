import { type Address, cidrOf, ipOf } from './addresses.ts'
import { isLoincCode, isLuhn } from './check-digits.ts'
import { type ExpressionFunction, text } from './function.ts'
import type { Value } from './values.ts'

/** The functions that check texts of a standard form. */
export const formatFunctions: readonly ExpressionFunction[] = [
  {
    name: 'isIp',
    parameters: [text, { name: 'version', type: 'int', isOptional: true }],
    result: 'bool',
    description: 'Whether the text is an IP address. The version is 4 or 6; without it, both are allowed.',
    example: 'isIp("192.0.2.1", 4) && isIp("2001:db8::1") && !isIp("192.0.2.256")',
    evaluate: (written, version) => isVersion(ipOf(written as string), version),
  },
  {
    name: 'isCidr',
    parameters: [text],
    result: 'bool',
    description: 'Whether the text is a block of IP addresses in CIDR notation, such as `10.0.0.0/8`.',
    example: 'isCidr("10.0.0.0/8") && !isCidr("10.0.0.0/33")',
    evaluate: written => cidrOf(written as string) !== undefined,
  },
  {
    name: 'hasHostBits',
    parameters: [text],
    result: 'bool',
    description: 'Whether a block of IP addresses names an address inside it instead of its first one.',
    example: 'hasHostBits("10.0.0.1/8") && !hasHostBits("10.0.0.0/8")',
    evaluate: written => cidrOf(written as string)?.hasHostBits,
  },
  {
    name: 'luhn',
    parameters: [text],
    result: 'bool',
    description: 'Whether the digits of the text end with their check digit of the Luhn algorithm, as card numbers do.',
    example: 'luhn("79927398713")',
    evaluate: digits => isLuhn(digits as string),
  },
  {
    name: 'loincCheckDigit',
    parameters: [text],
    result: 'bool',
    description: 'Whether the text is a LOINC code with the right check digit behind its hyphen.',
    example: 'loincCheckDigit("2345-7") && !loincCheckDigit("2345-8")',
    evaluate: code => isLoincCode(code as string),
  },
]

const isVersion = (address: Address | undefined, version: Value | undefined): boolean =>
  address !== undefined && (version === undefined || address.version === version)
