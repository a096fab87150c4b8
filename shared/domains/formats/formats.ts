import { localize } from '../localize.ts'
import {
  checkDigits97,
  digitOr10,
  digitsOf,
  gs1CheckDigit,
  isLoincCode,
  isLuhn,
  isVerhoeff,
  weightedSum,
} from './check-digits.ts'
import { countries, ibanLengths, languages } from './codes.ts'
import { currentCurrencies, isCurrencyCode } from './currencies.ts'
import type { TextFormatName } from './format-names.ts'
import { cidrOf, ipOf } from './ip.ts'
import { ucumProblem } from './ucum.ts'
import { purlProblem, uriProblem } from './uri.ts'

/** A form of texts that everybody knows by name, such as IBAN. */
interface TextFormat {
  /** What such a text is, behind `which is no` and `an`, in the language of the reader. */
  readonly title: () => string
  /** What is wrong with a text, as a clause; undefined if nothing is. */
  readonly problem: (text: string) => string | undefined
  /** The text as programs write it, from one with blanks or hyphens for people. */
  readonly plain?: (text: string) => string
  /** All texts, where they are few. */
  readonly values?: readonly string[]
}

/** A function that returns a demand as a clause, if a text does not match a pattern. */
const demanding = (pattern: RegExp, demand: () => string) => (text: string) =>
  pattern.test(text) ? undefined : demand()

const withoutGroups = (text: string): string => text.replace(/(?<=\w)[ \u00a0-]+(?=\w)/g, '')

const countrySet: ReadonlySet<string> = new Set(countries)
const languageSet: ReadonlySet<string> = new Set(languages)

/** What is wrong with capital letters at the start of a code that name a country. */
function countryProblem(code: string, more: readonly string[] = []): string | undefined {
  if (countrySet.has(code) || more.includes(code)) return undefined
  return code === 'UK'
    ? localize('the code of the United Kingdom is GB')
    : localize('no country has the code {code}', { code })
}

const wrongCheckDigit = (written: string, right: string): string | undefined =>
  written === right ? undefined : localize('its check digit is {written}, and must be {right}', { written, right })

const wrongCheckDigits = (written: string, right: string): string | undefined =>
  written === right ? undefined : localize('its check digits are {written}, and must be {right}', { written, right })

function ibanProblem(text: string): string | undefined {
  const [, country, check, rest] = /^([A-Z]{2})(\d\d)([A-Z0-9]+)$/.exec(text) ?? []
  if (country === undefined)
    return localize('it must be two capital letters, two digits, and digits or capital letters')
  const length = ibanLengths.get(country)
  if (length === undefined) return localize('no country with IBANs has the code {code}', { code: country })
  if (text.length !== length)
    return localize('one of {country} has {length} characters, and this has {count}', {
      country,
      length,
      count: text.length,
    })
  return wrongCheckDigits(check!, checkDigits97(digitsOf(rest! + country)))
}

function bicProblem(text: string): string | undefined {
  const match = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.exec(text)
  if (!match) return localize('it must be six capital letters, and two or five letters or digits')
  return countryProblem(match[1]!, ['XK'])
}

function leiProblem(text: string): string | undefined {
  if (!/^[A-Z0-9]{18}\d\d$/.test(text)) return localize('it must be 18 digits or capital letters, and two check digits')
  return wrongCheckDigits(text.slice(18), checkDigits97(digitsOf(text.slice(0, 18))))
}

function isinProblem(text: string): string | undefined {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text))
    return localize('it must be two capital letters, nine letters or digits, and a digit')
  const country = countryProblem(text.slice(0, 2), isinRegions)
  if (country) return country
  const right = [...'0123456789'].find(digit => isLuhn(digitsOf(text.slice(0, 11)) + digit))!
  return wrongCheckDigit(text[11]!, right)
}

/** The prefixes of numbers that belong to no country of today (ISO 6166), such as that of Euroclear. */
const isinRegions = 'AN EU QS QT XA XB XC XD XF XK XS XT'.split(' ')

function orcidProblem(text: string): string | undefined {
  if (!/^(?:\d{4}-){3}\d{3}[\dX]$/.test(text)) return localize('it must be four groups of four digits with hyphens')
  const digits = text.replaceAll('-', '')
  // ISO/IEC 7064, MOD 11-2.
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  return wrongCheckDigit(digits[15]!, digitOr10((12 - (total % 11)) % 11))
}

function isbnProblem(text: string): string | undefined {
  if (/^\d{9}[\dX]$/.test(text)) {
    const sum = weightedSum(text, [10, 9, 8, 7, 6, 5, 4, 3, 2])
    return wrongCheckDigit(text[9]!, digitOr10((11 - (sum % 11)) % 11))
  }
  if (!/^\d{13}$/.test(text)) return localize('it must have 10 or 13 digits')
  if (!/^97[89]/.test(text)) return localize('one of 13 digits starts with 978 or 979')
  return wrongCheckDigit(text[12]!, gs1CheckDigit(text.slice(0, 12)))
}

function issnProblem(text: string): string | undefined {
  if (!/^\d{4}-\d{3}[\dX]$/.test(text)) return localize('it must be two groups of four digits with a hyphen')
  const digits = text.replace('-', '')
  return wrongCheckDigit(digits[7]!, digitOr10((11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11))
}

function gtinProblem(text: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return localize('it must have 8, 12, 13 or 14 digits')
  return wrongCheckDigit(text.at(-1)!, gs1CheckDigit(text.slice(0, -1)))
}

function npiProblem(text: string): string | undefined {
  if (!/^[12]\d{9}$/.test(text)) return localize('it must have 10 digits, of which the first is 1 or 2')
  const right = [...'0123456789'].find(digit => isLuhn(`80840${text.slice(0, 9)}${digit}`))!
  return wrongCheckDigit(text[9]!, right)
}

function imoProblem(text: string): string | undefined {
  const digits = /^(?:IMO ?)?(\d{7})$/.exec(text)?.[1]
  if (digits === undefined) return localize('it must have 7 digits, with or without IMO before them')
  return wrongCheckDigit(digits[6]!, String(weightedSum(digits, [7, 6, 5, 4, 3, 2]) % 10))
}

function containerProblem(text: string): string | undefined {
  if (!/^[A-Z]{4}\d{7}$/.test(text)) return localize('it must be four capital letters and seven digits')
  if (!/^...[UJZR]/.test(text)) return localize('its fourth letter must be U, J, Z or R')
  // Letters count from 10, without the multiples of 11.
  const valueOfSign = (sign: string): number => {
    const place = sign.charCodeAt(0) - 65
    return place < 0 ? Number(sign) : place + 10 + Math.floor((place + 9) / 10)
  }
  const sum = [...text.slice(0, 10)].reduce((all, sign, index) => all + valueOfSign(sign) * 2 ** index, 0)
  return wrongCheckDigit(text[10]!, String((sum % 11) % 10))
}

function vinProblem(text: string): string | undefined {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(text)) return localize('it must be 17 digits or capital letters without I, O and Q')
  // Only North America and China demand the check digit (49 CFR 565.15, GB 16735).
  if (!/^[1-5L]/.test(text)) return undefined
  const values = [...text].map(sign => (/\d/.test(sign) ? Number(sign) : Number(vinValues[sign.charCodeAt(0) - 65])))
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
  const sum = weights.reduce((all, weight, index) => all + weight * values[index]!, 0)
  return wrongCheckDigit(text[8]!, digitOr10(sum % 11))
}

/** The values of the letters from A to Z; those that no number has are 0. */
const vinValues = '12345678012345070923456789'

function emailProblem(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  if (at < 1) return localize('it must have a name, @ and a host')
  const name = text.slice(0, at)
  if (!/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(name) || name.length > 64)
    return localize('its part before @ is no name')
  const host = text.slice(at + 1)
  return host.includes('.') ? hostProblem(host) : localize('its host has no dot')
}

function hostProblem(text: string): string | undefined {
  const labels = text.replace(/\.$/, '').split('.')
  if (text === '' || text.length > 253) return localize('a host has 1 to 253 characters')
  const wrong = labels.find(label => !/^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u.test(label))
  if (wrong !== undefined)
    return wrong === ''
      ? localize('a part between two dots is empty')
      : localize('{part} is no part of a host', { part: wrong.slice(0, 70) })
  return /^\d+$/.test(labels.at(-1)!) ? localize('its last part must not be a number') : undefined
}

function doiProblem(text: string): string | undefined {
  if (!/^10\.\d{4,9}(?:\.\d+)*\//.test(text)) return localize('it must start with 10., a number and /')
  return /^[^/]+\/\S+$/.test(text) ? undefined : localize('its part behind / is empty or has a blank')
}

function languageProblem(text: string): string | undefined {
  if (text.includes('_')) return localize('its parts have hyphens between them')
  const tag =
    /^(?<language>[a-z]{2,3})(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?<region>[a-z]{2}|\d{3}))?(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*(?:-[a-wy-z0-9](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?$/i.exec(
      text,
    )
  if (!tag)
    return /^x(?:-[a-z0-9]{1,8})+$/i.test(text)
      ? undefined
      : localize('it must be a language, such as en, and parts of it, such as en-GB')
  const { language = '', region } = tag.groups!
  if (language.length === 2 && !languageSet.has(language.toLowerCase()))
    return localize('no language has the code {code}', { code: language })
  return region?.length === 2 ? countryProblem(region.toUpperCase(), ['EU', 'XK']) : undefined
}

function codeProblem(text: string, isCode: (code: string) => boolean, unknown: () => string): string | undefined {
  if (isCode(text)) return undefined
  return isCode(text.toUpperCase()) ? localize('it is written {code}', { code: text.toUpperCase() }) : unknown()
}

function jsonTextProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return localize('it is not valid: {reason}', { reason: (error as Error).message.replace(/\.$/, '') })
  }
}

function checkDigitForm(pattern: RegExp, isRight: (text: string) => boolean, demand: () => string) {
  return (text: string): string | undefined => {
    if (!pattern.test(text)) return demand()
    return isRight(text) ? undefined : localize('its check digit is wrong')
  }
}

const formatTable: Readonly<Record<TextFormatName, TextFormat>> = {
  iban: { title: () => 'IBAN', problem: ibanProblem, plain: withoutGroups },
  bic: { title: () => 'BIC', problem: bicProblem, plain: withoutGroups },
  lei: { title: () => 'LEI', problem: leiProblem, plain: withoutGroups },
  isin: { title: () => 'ISIN', problem: isinProblem, plain: withoutGroups },
  orcid: {
    title: () => 'ORCID iD',
    problem: orcidProblem,
    plain: text => withoutGroups(text).replace(/^(\d{4})(\d{4})(\d{4})(\d{3}[\dX])$/, '$1-$2-$3-$4'),
  },
  doi: {
    title: () => 'DOI',
    problem: doiProblem,
    plain: text => text.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi: ?)/i, ''),
  },
  isbn: { title: () => 'ISBN', problem: isbnProblem, plain: withoutGroups },
  issn: {
    title: () => 'ISSN',
    problem: issnProblem,
    plain: text => withoutGroups(text).replace(/^(\d{4})(\d{3}[\dX])$/, '$1-$2'),
  },
  gtin: { title: () => 'GTIN', problem: gtinProblem, plain: withoutGroups },
  npi: { title: () => 'NPI', problem: npiProblem, plain: withoutGroups },
  imo: { title: () => localize('IMO number'), problem: imoProblem },
  iso6346: { title: () => localize('container number of ISO 6346'), problem: containerProblem, plain: withoutGroups },
  vin: { title: () => 'VIN', problem: vinProblem, plain: withoutGroups },
  luhn: {
    title: () => localize('number with a check digit of Luhn'),
    problem: checkDigitForm(/^\d{2,100}$/, isLuhn, () => localize('it must have digits only')),
    plain: withoutGroups,
  },
  email: { title: () => localize('email address'), problem: emailProblem },
  uri: { title: () => 'URI', problem: uriProblem },
  hostname: { title: () => localize('host name'), problem: hostProblem },
  ipv4: {
    title: () => localize('IPv4 address'),
    problem: text =>
      ipOf(text)?.version === 4 ? undefined : localize('it must be four numbers from 0 to 255 with dots'),
  },
  ipv6: {
    title: () => localize('IPv6 address'),
    problem: text =>
      ipOf(text)?.version === 6 ? undefined : localize('it must be hexadecimal groups with colons, at most eight'),
  },
  ip: {
    title: () => localize('IP address'),
    problem: text => (ipOf(text) ? undefined : localize('it is neither one of IPv4 nor of IPv6')),
  },
  cidr: {
    title: () => localize('block of IP addresses'),
    problem: text => (cidrOf(text) ? undefined : localize('it must be an IP address, / and the length of its prefix')),
  },
  uuid: {
    title: () => 'UUID',
    problem: demanding(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, () =>
      localize('it must be groups of 8, 4, 4, 4 and 12 hexadecimal digits with hyphens'),
    ),
  },
  cve: {
    title: () => localize('CVE id'),
    problem: demanding(/^CVE-(?:1999|2\d{3})-(?:\d{4}|[1-9]\d{4,18})$/, () =>
      localize('it must be CVE-, a year from 1999 on, - and four digits or more'),
    ),
  },
  cwe: {
    title: () => localize('CWE id'),
    problem: demanding(/^CWE-[1-9]\d{0,4}$/, () => localize('it must be CWE- and a number')),
  },
  purl: { title: () => localize('package URL'), problem: purlProblem },
  semver: {
    title: () => localize('semantic version'),
    problem: demanding(
      /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/,
      () => localize('it must be three numbers with dots, such as 1.4.0, without v and zeros before them'),
    ),
  },
  sha256: {
    title: () => localize('SHA-256 hash'),
    problem: demanding(/^(?:sha256:)?[0-9a-f]{64}$/i, () => localize('it must have 64 hexadecimal digits')),
  },
  loinc: {
    title: () => localize('LOINC code'),
    // Codes of answers and parts have other check digits.
    problem: checkDigitForm(
      /^(?:L[AP])?\d{1,7}-\d$/,
      code => code.startsWith('L') || isLoincCode(code),
      () => localize('it must be a number, - and a check digit'),
    ),
  },
  snomed: {
    title: () => localize('SNOMED CT identifier'),
    problem: checkDigitForm(/^[1-9]\d{5,17}$/, isVerhoeff, () => localize('it must have 6 to 18 digits')),
  },
  icd10cm: {
    title: () => localize('ICD-10-CM code'),
    problem: demanding(/^[A-Z]\d[\dAB](?:\.[\dA-Z]{1,4})?$/, () =>
      localize(
        'it must be a capital letter, a digit, a digit or A or B, and then perhaps . and up to four digits or letters',
      ),
    ),
    plain: text => text.replace(/^([A-Z]\d[\dAB])([\dA-Z]{1,4})$/, '$1.$2'),
  },
  ucum: { title: () => localize('unit of UCUM'), problem: ucumProblem },
  country: {
    title: () => localize('country code of ISO 3166-1'),
    problem: text =>
      text === 'UK'
        ? countryProblem(text)
        : codeProblem(
            text,
            code => countrySet.has(code),
            () => localize('no country has this code'),
          ),
    values: countries,
  },
  currency: {
    title: () => localize('currency code of ISO 4217'),
    problem: text => codeProblem(text, isCurrencyCode, () => localize('no currency has this code')),
    values: currentCurrencies,
  },
  language: { title: () => localize('language tag of BCP 47'), problem: languageProblem, values: languages },
  json: { title: () => localize('JSON text'), problem: jsonTextProblem },
}

/** Whether there is a format with a name. */
export const isFormatName = (name: string): name is TextFormatName => Object.hasOwn(formatTable, name)

/** What a text of a format is called: `IBAN`. */
export const formatTitle = (name: TextFormatName): string => formatTable[name]!.title()

/** All texts of a format, where they are few and known. */
export const valuesOfFormat = (name: TextFormatName): readonly string[] | undefined => formatTable[name]!.values

/**
 * What is wrong with a text as one of a format, as a clause; undefined if nothing is. Blanks and hyphens where people
 * write them are not wrong.
 */
export function formatProblem(name: TextFormatName, text: string): string | undefined {
  const { problem, plain } = formatTable[name]!
  return problem(plain ? plain(text) : text)
}

/** A text of a format as programs write it, without what people write to read it more easily. */
export const plainOfFormat = (name: TextFormatName, text: string): string => formatTable[name]!.plain?.(text) ?? text
