import { type Address, cidrOf, ipOf } from './addresses.ts'
import { isLoincCode, isLuhn } from './check-digits.ts'
import { isNumber, isText, type Type, unknown } from './types.ts'
import {
  dayOf,
  durationOf,
  durationText,
  isTimestamp,
  type Timestamp,
  timestampOf,
  timestampText,
  type Value,
} from './values.ts'

/** The types of parameters and results: those of values, `number` for int or float, `list`, and `any`. */
export type TypeWord = 'string' | 'int' | 'float' | 'number' | 'bool' | 'ts' | 'duration' | 'list' | 'any'

interface Parameter {
  readonly name: string
  readonly type: TypeWord
  readonly isOptional?: true
}

/** A function of the language. Documentation, hover and completion read this, and so does the type check. */
export interface ExpressionFunction {
  readonly name: string
  /** What stands before the dot of a call; undefined for a function that is called by itself. */
  readonly receiver?: Parameter
  readonly parameters: readonly Parameter[]
  /** The type of the result. `number` is the type of the arguments. */
  readonly result: TypeWord
  /** Some sentences in Markdown. */
  readonly description: string
  /** An expression in which the function is used; one without fields is true. */
  readonly example: string
  /**
   * Calculates the result, from the receiver if there is one and the arguments. Undefined if there is no result.
   * Without it, the type check and the compiler know the function by its name.
   */
  readonly evaluate?: (...values: readonly Value[]) => Value | undefined
}

const text: Parameter = { name: 'text', type: 'string' }
const time: Parameter = { name: 'time', type: 'ts' }
const list: Parameter = { name: 'list', type: 'list' }
const condition: Parameter = { name: 'condition', type: 'bool' }
const item: Parameter = { name: 'item', type: 'any' }

/** All functions, in the order of the documentation. */
export const functions: readonly ExpressionFunction[] = [
  {
    name: 'has',
    parameters: [{ name: 'field', type: 'any' }],
    result: 'bool',
    description:
      'Whether a record has a field with an allowed value. The argument is a field, or a path such as `control_ref.owner`. It is the only function that can look at an absent value.',
    example: '!has(rid) || has(rid)',
  },
  {
    name: 'startsWith',
    receiver: text,
    parameters: [{ name: 'prefix', type: 'string' }],
    result: 'bool',
    description: 'Whether the text starts with another text.',
    example: '"CTL-001".startsWith("CTL-")',
    evaluate: (whole, prefix) => (whole as string).startsWith(prefix as string),
  },
  {
    name: 'endsWith',
    receiver: text,
    parameters: [{ name: 'suffix', type: 'string' }],
    result: 'bool',
    description: 'Whether the text ends with another text.',
    example: '"report.pdf".endsWith(".pdf")',
    evaluate: (whole, suffix) => (whole as string).endsWith(suffix as string),
  },
  {
    name: 'contains',
    receiver: text,
    parameters: [{ name: 'part', type: 'string' }],
    result: 'bool',
    description: 'Whether the text contains another text.',
    example: '"quarterly review".contains("review")',
    evaluate: (whole, part) => (whole as string).includes(part as string),
  },
  {
    name: 'matches',
    receiver: text,
    parameters: [{ name: 'pattern', type: 'string' }],
    result: 'bool',
    description:
      'Whether a part of the text matches a regular expression of RE2. Write `^` and `$` around it to match all of the text. The pattern must be a text literal.',
    example: '"CVE-2026-1234".matches("^CVE-[0-9]{4}-[0-9]+$")',
  },
  {
    name: 'lowerAscii',
    receiver: text,
    parameters: [],
    result: 'string',
    description: 'The text with the letters A to Z in lower case.',
    example: '"ISO".lowerAscii() == "iso"',
    evaluate: whole => (whole as string).replace(/[A-Z]+/g, letters => letters.toLowerCase()),
  },
  {
    name: 'upperAscii',
    receiver: text,
    parameters: [],
    result: 'string',
    description: 'The text with the letters a to z in upper case.',
    example: '"iso".upperAscii() == "ISO"',
    evaluate: whole => (whole as string).replace(/[a-z]+/g, letters => letters.toUpperCase()),
  },
  {
    name: 'trim',
    receiver: text,
    parameters: [],
    result: 'string',
    description: 'The text without white space at its start and end.',
    example: '" a b ".trim() == "a b"',
    evaluate: whole => (whole as string).trim(),
  },
  {
    name: 'split',
    receiver: text,
    parameters: [{ name: 'separator', type: 'string' }],
    result: 'list',
    description: 'The parts of the text between separators, as a list of texts.',
    example: '"a,b,c".split(",").size() == 3',
    evaluate: (whole, separator) =>
      separator === '' ? [...(whole as string)] : (whole as string).split(separator as string),
  },
  {
    name: 'size',
    receiver: { name: 'value', type: 'any' },
    parameters: [],
    result: 'int',
    description: 'The number of characters of a text, or of items of a list. `size(value)` is the same.',
    example: '"Zoë".size() == 3 && [1, 2].size() == 2',
    evaluate: sizeOf,
  },
  {
    name: 'exists',
    receiver: list,
    parameters: [item, condition],
    result: 'bool',
    description:
      'Whether a condition is true for at least one item. The first argument is a name for the item. An item for which the condition reads an absent value does not count.',
    example: '[1, 2, 3].exists(x, x > 2)',
  },
  {
    name: 'all',
    receiver: list,
    parameters: [item, condition],
    result: 'bool',
    description:
      'Whether a condition is true for all items; true for an empty list. An item for which the condition reads an absent value does not count.',
    example: '[1, 2, 3].all(x, x > 0)',
  },
  {
    name: 'exists_one',
    receiver: list,
    parameters: [item, condition],
    result: 'bool',
    description: 'Whether a condition is true for exactly one item.',
    example: '[1, 2, 3].exists_one(x, x > 2)',
  },
  {
    name: 'filter',
    receiver: list,
    parameters: [item, condition],
    result: 'list',
    description: 'The items for which a condition is true, as a list.',
    example: '[1, 2, 3].filter(x, x > 1) == [2, 3]',
  },
  {
    name: 'map',
    receiver: list,
    parameters: [item, { name: 'value', type: 'any' }],
    result: 'list',
    description: 'A value for each item, as a list. An item whose value is absent is left out.',
    example: '[1, 2, 3].map(x, x * 2) == [2, 4, 6]',
  },
  {
    name: 'referrers',
    parameters: [
      { name: 'tag', type: 'string' },
      { name: 'field', type: 'string' },
    ],
    result: 'list',
    description:
      'The records that refer to this one: those of a tag whose field holds its id. Both arguments are text literals.',
    example: 'referrers("EVIDENCE", "control_ref").exists(e, has(e.rid))',
  },
  {
    name: 'acyclic',
    parameters: [{ name: 'reference', type: 'any' }],
    result: 'bool',
    description:
      'Whether the references of a field lead in no circle, such as two employees who are the manager of each other. The argument is a field that refers to records of the same tag.',
    example: 'acyclic(manager_ref)',
  },
  {
    name: 'timestamp',
    parameters: [text],
    result: 'ts',
    description:
      'The timestamp that a text says: a date such as `"2026-06-30"`, which is the whole day, or a date and time. A time without a zone is UTC.',
    example: 'timestamp("2026-06-30") < timestamp("2026-07-01T08:00:00Z")',
    evaluate: written => timestampOf(written as string),
  },
  {
    name: 'duration',
    parameters: [text],
    result: 'duration',
    description:
      'The duration that a text says: numbers with the units `d`, `h`, `m`, `s`, `ms`, `us` and `ns`, such as `"90d"` or `"1h30m"`.',
    example: 'timestamp("2026-06-30") + duration("2d") == timestamp("2026-07-02")',
    evaluate: written => durationOf(written as string),
  },
  {
    name: 'daysBetween',
    parameters: [
      { name: 'start', type: 'ts' },
      { name: 'end', type: 'ts' },
    ],
    result: 'int',
    description: 'The number of calendar days from one timestamp to another, in UTC; negative if the end is earlier.',
    example: 'daysBetween(timestamp("2026-06-30"), timestamp("2026-07-02")) == 2',
    evaluate: (start, end) => dayOf(end as Timestamp) - dayOf(start as Timestamp),
  },
  ...[
    part('getFullYear', 'The year, in UTC.', 2026, date => date.getUTCFullYear()),
    part('getMonth', 'The month in UTC, from 0 for January, as in CEL.', 5, date => date.getUTCMonth()),
    part('getDate', 'The day of the month in UTC, from 1.', 30, date => date.getUTCDate()),
    part('getDayOfWeek', 'The day of the week in UTC, from 0 for Sunday.', 2, date => date.getUTCDay()),
    part('getHours', 'The hour in UTC, from 0.', 14, date => date.getUTCHours()),
    part('getMinutes', 'The minute in UTC, from 0.', 5, date => date.getUTCMinutes()),
    part('getSeconds', 'The second in UTC, from 0.', 9, date => date.getUTCSeconds()),
  ],
  {
    name: 'abs',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    description: 'The number without its sign.',
    example: 'abs(-3) == 3',
    evaluate: number => Math.abs(number as number),
  },
  {
    name: 'min',
    parameters: [
      { name: 'one', type: 'number' },
      { name: 'other', type: 'number' },
    ],
    result: 'number',
    description: 'The smaller one of two numbers.',
    example: 'min(2, 3) == 2',
    evaluate: (one, other) => Math.min(one as number, other as number),
  },
  {
    name: 'max',
    parameters: [
      { name: 'one', type: 'number' },
      { name: 'other', type: 'number' },
    ],
    result: 'number',
    description: 'The greater one of two numbers.',
    example: 'max(2, 3) == 3',
    evaluate: (one, other) => Math.max(one as number, other as number),
  },
  {
    name: 'round',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'int',
    description: 'The nearest whole number; a half is rounded away from zero.',
    example: 'round(2.5) == 3 && round(-2.5) == -3',
    evaluate: number => exact(Math.sign(number as number) * Math.round(Math.abs(number as number))),
  },
  {
    name: 'int',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'int',
    description: 'A text or a number as a whole number; a fraction is cut off.',
    example: 'int("42") == 42 && int(3.9) == 3',
    evaluate: value =>
      typeof value === 'string' && !/^[+-]?\d+$/.test(value) ? undefined : exact(Math.trunc(numberOf(value))),
  },
  {
    name: 'double',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'float',
    description: 'A text or a number as a number that can have a fraction.',
    example: 'double("2.5") == 2.5',
    evaluate: value =>
      typeof value === 'string' && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)
        ? undefined
        : finite(numberOf(value)),
  },
  {
    name: 'string',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'string',
    description: 'A value as text. A timestamp is written in UTC, and a duration as in `90d`.',
    example: 'string(42) == "42"',
  },
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

/** The function with a name; one with a receiver is called behind a dot. */
export const functionNamed = (name: string, hasReceiver: boolean): ExpressionFunction | undefined =>
  functions.find(one => one.name === name && (one.receiver !== undefined) === hasReceiver) ??
  // As in CEL, `size(text)` is the same as `text.size()`, and `matches` likewise.
  (!hasReceiver && (name === 'size' || name === 'matches') ? functions.find(one => one.name === name) : undefined)

/** Whether a parameter takes values of a type. */
export function accepts(word: TypeWord, type: Type): boolean {
  if (word === 'any' || type.kind === 'unknown') return true
  if (word === 'string') return isText(type)
  return word === 'number' || word === 'float' ? isNumber(type) : type.kind === word
}

/** The type of the values that a parameter takes; undefined if it takes any or several. */
export function typeOfWord(word: TypeWord): Type | undefined {
  if (word === 'any') return undefined
  if (word === 'list') return { kind: 'list', item: unknown }
  return { kind: word === 'number' ? 'float' : word }
}

/** The signature of a function, such as `text.startsWith(prefix: string): bool`. */
export function signatureOf(called: ExpressionFunction): string {
  const { name, receiver, result } = called
  return `${receiver ? `${receiver.name}.` : ''}${name}(${parametersOf(called).join(', ')}): ${result}`
}

/** The parameters of a function as its signature has them, such as `prefix: string`. */
export const parametersOf = ({ parameters }: ExpressionFunction): string[] =>
  parameters.map(({ name, type, isOptional }) => `${name}${isOptional ? '?' : ''}: ${type}`)

/** A function that reads a part of a timestamp. A date has no time of day, so its hours are absent. */
function part(name: string, description: string, example: number, read: (date: Date) => number): ExpressionFunction {
  const isOfDay = /Hours|Minutes|Seconds/.test(name)
  return {
    name,
    receiver: time,
    parameters: [],
    result: 'int',
    description: isOfDay ? `${description} A date without a time has none.` : description,
    example: `timestamp("2026-06-30T14:05:09Z").${name}() == ${example}`,
    evaluate: value => {
      const { time, isDate } = value as Timestamp
      return isOfDay && isDate ? undefined : read(new Date(time))
    },
  }
}

/** The characters of a text, as Unicode counts them, or the items of a list. */
function sizeOf(value: Value): number | undefined {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'string') return undefined
  let size = 0
  for (const _ of value) size++
  return size
}

/** A value in a message: as a record has it. */
export function valueText(value: Value, isDuration = false): string {
  if (typeof value === 'number') return isDuration ? durationText(value) : String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return value
  if (isTimestamp(value)) return timestampText(value)
  return Array.isArray(value) ? (value as readonly Value[]).map(item => valueText(item, isDuration)).join(', ') : ''
}

const numberOf = (value: Value): number =>
  typeof value === 'object' || typeof value === 'boolean' ? NaN : Number(value)
const finite = (number: number): number | undefined => (Number.isFinite(number) ? number : undefined)
const exact = (number: number): number | undefined => (Number.isSafeInteger(number) ? number + 0 : undefined)

const isVersion = (address: Address | undefined, version: Value | undefined): boolean =>
  address !== undefined && (version === undefined || address.version === version)
