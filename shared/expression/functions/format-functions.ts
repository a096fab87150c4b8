import { isLoincCode, isLuhn, isVerhoeff } from '../../domains/formats/check-digits.ts'
import { isCurrencyCode } from '../../domains/formats/currencies.ts'
import { cvssBaseScore } from '../../domains/formats/cvss.ts'
import type { TextFormatName } from '../../domains/formats/format-names.ts'
import { formatProblem, isFormatName } from '../../domains/formats/formats.ts'
import { cidrOf, ipOf } from '../../domains/formats/ip.ts'
import type { Value } from '../run/values.ts'
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
    name: 'isFormat',
    parameters: [{ name: 'format', type: 'string' }, textParameter],
    result: 'bool',
    description:
      'Whether the text has a [known form](custom-domains.md#formats), with its check digits: `iban`, `lei`, `isbn`, `email` and others. Blanks and hyphens where people write them are allowed.',
    example: 'isFormat("iban", "DE89 3704 0044 0532 0130 00") && !isFormat("iban", "DE88370400440532013000")',
    evaluate: (format, written) =>
      isFormatName(format as string)
        ? formatProblem(format as TextFormatName, written as string) === undefined
        : undefined,
  },
  {
    name: 'isCurrency',
    parameters: [textParameter],
    result: 'bool',
    description: 'Whether the text is a currency code of ISO 4217, such as `EUR`. Codes that were withdrawn count too.',
    example: 'isCurrency("EUR") && !isCurrency("EUX")',
    evaluate: code => isCurrencyCode(code as string),
  },
  {
    name: 'cvssScore',
    parameters: [{ name: 'vector', type: 'string' }],
    result: 'float',
    description:
      'The base score of a vector of CVSS 3.0 or 3.1, by the formula of FIRST. Absent for other versions, and for a vector that lacks a base metric or has a metric or a value that does not exist.',
    example: 'cvssScore("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H") == 9.8',
    evaluate: vector => cvssBaseScore(vector as string),
  },
]

const isVersion = (address: ReturnType<typeof ipOf>, version: Value | undefined): boolean =>
  address !== undefined && (version === undefined || address.version === version)
