import { quote } from '../syntax/nodes.ts'
import type { TypeName } from './descriptor.ts'
import { nearest } from './nearest.ts'

/** What a type accepts. Text is a value's meaning: without quotes and escapes. */
export interface ValueType {
  /** What the type is called in a sentence. */
  readonly title: string
  /** One sentence on what a value of it looks like. */
  readonly description: string
  /** Whether the text is a value of the type. */
  accepts(text: string): boolean
  /** Why the text is none, as the end of a sentence that starts with the field's name; asked only if it is none. */
  explain(text: string): string
}

/** The five types of the notation. */
export const valueTypes: Readonly<Record<TypeName, ValueType>> = {
  string: {
    title: 'text',
    description: 'Any text, in double quotes.',
    accepts: () => true,
    explain: () => '',
  },
  int: {
    title: 'a whole number',
    description: 'A whole number, with or without a sign: `5`, `-3`.',
    accepts: text => /^[+-]?\d+$/.test(text),
    explain: text =>
      isFloat(text)
        ? `is ${show(text)}, a number with a fraction or an exponent; it must be a whole number, such as ${wholeNumberNear(text)}`
        : `is ${show(text)}, not a whole number; ${unitAdvice(text) ?? 'write digits only, such as 5'}`,
  },
  float: {
    title: 'a number',
    description: 'A number with or without a fraction and an exponent: `4.5`, `-3`, `1.2e6`.',
    accepts: isFloat,
    explain: text =>
      /^[+-]?\d+(\.\d+)?[eE][+-]?\d+$/.test(text)
        ? `is ${show(text)}, too large to hold; it must be a finite number`
        : `is ${show(text)}, not a number; ${separatorAdvice(text) ?? unitAdvice(text) ?? 'write digits, such as 4.5'}`,
  },
  ts: {
    title: 'a timestamp',
    description:
      'A date or a date and time of ISO 8601: `2026-06-30`, `2026-06-30T14:05:00Z`, `2026-06-30T14:05+02:00`.',
    accepts: text => timestampProblem(text) === undefined,
    explain: text => `is ${show(text)}; ${timestampProblem(text) ?? ''}`,
  },
  bool: {
    title: 'true or false',
    description: '`true` or `false`.',
    accepts: text => text === 'true' || text === 'false',
    explain: text => `is ${show(text)}; it must be true or false, in lower case`,
  },
}

/** Types met in files from elsewhere: read and kept, their values not checked. */
export const foreignTypes: ReadonlySet<string> = new Set(['ref', 'bytes', 'stream', 'vector'])

/** The declared type that a type word stands for, or undefined. */
export const typeNamed = (word: string): TypeName | undefined => typesByWord.get(word)

const typesByWord: ReadonlyMap<string, TypeName> = new Map([
  ['string', 'string'],
  ['str', 'string'],
  ['int', 'int'],
  ['float', 'float'],
  ['ts', 'ts'],
  ['bool', 'bool'],
])

const typesByOtherNames: Readonly<Record<string, TypeName>> = {
  text: 'string',
  char: 'string',
  enum: 'string',
  integer: 'int',
  long: 'int',
  number: 'float',
  double: 'float',
  decimal: 'float',
  real: 'float',
  date: 'ts',
  time: 'ts',
  datetime: 'ts',
  timestamp: 'ts',
  boolean: 'bool',
  logical: 'bool',
}

/** The type that a word which is none most likely means, or undefined. */
export function nearestType(word: string): TypeName | undefined {
  const near = nearest(word, [...Object.keys(valueTypes), ...Object.keys(typesByOtherNames)], 1)[0]
  return near === undefined ? undefined : (typesByOtherNames[near] ?? (near as TypeName))
}

/** Text in a message: in quotes other than its own, on one line, cut where it is long. */
export const show = (text: string): string => (text.includes('"') ? `'${shorten(text)}'` : `"${shorten(text)}"`)

/** A name in a message: on one line, cut where it is long. */
export function shorten(text: string): string {
  if (text.length <= 40 && !unshowable.test(text)) return text
  const characters = text.length > 40 ? [...text.slice(0, 82)] : []
  const shown = characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text
  return shown.replace(/[\p{Cc}\u2028\u2029]/gu, character => quote(character).slice(1, -1))
}

const unshowable = /[\p{Cc}\u2028\u2029]/u

function isFloat(text: string): boolean {
  return /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text))
}

function wholeNumberNear(text: string): string {
  const rounded = Math.round(Number(text))
  return Number.isSafeInteger(rounded) ? String(rounded) : '5'
}

const unitAdvice = (text: string): string | undefined =>
  /^[+-]?\d[\d.,]*[^\d.,]\D*$/.test(text) ? 'write the number alone, without a unit' : undefined

const separatorAdvice = (text: string): string | undefined =>
  /^[+-]?\d[\d,. ']*\d$/.test(text) ? 'write a point for the decimal sign and nothing between thousands' : undefined

const timestamp = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-](\d{2}):(\d{2}))?)?$/

/**
 * What is wrong with a timestamp, or undefined. Accepted are the extended formats of ISO 8601 (ISO 8601-1:2019,
 * 5.2.2 and 5.4.2) with a full date; hour 24 and leap seconds are not.
 */
function timestampProblem(text: string): string | undefined {
  const match = timestamp.exec(text)
  if (!match) return timestampFormProblem(text)
  const [year, month, day, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map(part => (part === undefined ? undefined : Number(part))) as [number, number, number, ...(number | undefined)[]]
  if (month < 1 || month > 12) return `there is no month ${match[2]}`
  const days = daysOf(year, month)
  if (day < 1 || day > days) return `there is no day ${match[3]} in ${match[1]}-${match[2]}, which has ${days} days`
  if (hour > 23)
    return hour === 24 ? 'hour 24 does not exist, midnight is 00:00 of the next day' : `there is no hour ${match[4]}`
  if (minute > 59) return `there is no minute ${match[5]}`
  if (second > 59) return `there is no second ${match[6]}`
  if (zoneHour > 23 || zoneMinute > 59) return `there is no time zone ${match[7]}:${match[8]}`
  return undefined
}

function timestampFormProblem(text: string): string {
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(text)) return 'the year comes first: write it as YYYY-MM-DD'
  if (/^\d{4}[./]\d{1,2}[./]\d{1,2}/.test(text)) return 'write the date with hyphens, as YYYY-MM-DD'
  if (/^\d{4}-\d{2}-\d{2}[ t]+\d{1,2}:/.test(text)) return 'write T between date and time, as YYYY-MM-DDThh:mm:ssZ'
  if (/^\d{4}-(\d-\d{1,2}|\d{2}-\d)(T|$)/.test(text)) return 'write month and day with two digits, as YYYY-MM-DD'
  if (/^\d{8}(T|$)/.test(text)) return 'write hyphens between year, month and day, as YYYY-MM-DD'
  if (/^\d{4}-\d{2}-\d{2}T.*[+-]\d{1,4}$/.test(text)) return 'write the time zone as Z or as +hh:mm'
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return 'write the time as hh:mm or hh:mm:ss, then Z or +hh:mm'
  return 'it must be a date YYYY-MM-DD, or a date and time YYYY-MM-DDThh:mm:ssZ'
}

/** How many days a month of the Gregorian calendar has; months count from 1. */
export function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
