import { localize } from '../../domains/localize.ts'
import { type BinaryOperator, type Expression, partsOf } from './nodes.ts'

/** What people of SQL, spreadsheets, Python and JavaScript write, and how it is written here. */

export const otherOperators: ReadonlyMap<string, BinaryOperator> = new Map([
  ['=', '=='],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['=<', '<='],
  ['=>', '>='],
  ['&', '&&'],
  ['|', '||'],
])

const operatorWords: ReadonlyMap<string, BinaryOperator | '!'> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['not', '!'],
  ['in', 'in'],
  ['mod', '%'],
])

/** The operator that a word means in another language, in any case. */
export const operatorOfWord = (word: string): BinaryOperator | '!' | undefined => operatorWords.get(word.toLowerCase())

/** Writes a test of a value against one other, or of `between` against two. */
type WriteTest = (value: string, one: string, other: string) => string

const tests: ReadonlyMap<string, WriteTest> = new Map<string, WriteTest>([
  ['like', like],
  ['ilike', like],
  ['in', (value, list) => `${value} in ${list}`],
  ['between', (value, least, most) => `${value} >= ${least} && ${value} <= ${most}`],
  ['contains', (value, part) => `${value}.contains(${part})`],
  ['includes', (value, part) => `${value}.contains(${part})`],
  ['startswith', (value, prefix) => `${value}.startsWith(${prefix})`],
  ['endswith', (value, suffix) => `${value}.endsWith(${suffix})`],
  ['matches', (value, pattern) => `${value}.matches(${pattern})`],
  ['regexp', (value, pattern) => `${value}.matches(${pattern})`],
  ['rlike', (value, pattern) => `${value}.matches(${pattern})`],
])

/** How a test is written here that another language writes with a word between values, in any case. */
export const testOfWord = (word: string): WriteTest | undefined => tests.get(word.toLowerCase())

/** A pattern of SQL, as a text in quotes. */
function like(value: string, pattern: string): string {
  const [, quote = '"', before, text = '', behind] = /^(["'])(%?)([^%_\\]*)(%?)\1$/.exec(pattern) ?? []
  const part = quote + text + quote
  if (before === undefined) return `${value}.matches("…")`
  if (before && behind) return `${value}.contains(${part})`
  if (before || behind) return `${value}.${before ? 'endsWith' : 'startsWith'}(${part})`
  return `${value} == ${part}`
}

/** Whether a node was read without a problem, so that its text can be written elsewhere. */
export const isComplete = (node: Expression): boolean => node.kind !== 'missing' && partsOf(node).every(isComplete)

/** What functions are called in other languages, in lower case and without `_`, and how their like is called here. */
const functionCalls: Readonly<Record<string, string>> = {
  'size(value)': 'len length count strlen charlength',
  'text.lowerAscii()': 'lower lowercase tolower tolowercase lcase',
  'text.upperAscii()': 'upper uppercase toupper touppercase ucase',
  'text.trim()': 'strip',
  'text.startsWith(prefix)': 'startswith beginswith hasprefix',
  'text.endsWith(suffix)': 'endswith hassuffix',
  'text.contains(part)': 'contains includes indexof instr search find',
  'startsWith, endsWith, contains or matches': 'substring substr slice left right mid charat',
  'text.matches(pattern)': 'match test regex regexp regexplike regexmatch ismatch',
  'list.exists(item, condition)': 'any some',
  'list.all(item, condition)': 'every',
  'timestamp("2026-06-30")': 'date datetime todate todatetime parsedate datevalue',
  'daysBetween(start, end)': 'datediff datedif',
  'addMonths(time, months)': 'edate dateadd',
  'time.getFullYear()': 'year',
  'time.getMonth()': 'month',
  'time.getDate()': 'day getday',
  'time.getDayOfWeek()': 'weekday dayofweek',
  'time.getHours()': 'hour',
  'time.getMinutes()': 'minute',
  'time.getSeconds()': 'second',
  'string(value)': 'str tostring text',
  'int(value)': 'parseint toint integer',
  'double(value)': 'float parsefloat tofloat number',
  'condition ? yes : no': 'if iif iff case',
  'has(field) ? field : other': 'coalesce ifnull nvl',
  'one && other': 'and',
  'one || other': 'or',
  'one + other': 'concat concatenate',
  now: 'now today getdate currentdate currenttimestamp sysdate utcnow',
}

const callsByName = new Map(
  Object.entries(functionCalls).flatMap(([call, names]) => names.split(' ').map(name => [name, call] as const)),
)

/** The name of the function in a call such as `text.trim()`. */
export const nameOfCall = (call: string): string | undefined => /(\w+)\(/.exec(call)?.[1]

/** A call as a sentence has it: two need more than themselves. */
export function callInWords(call: string): string {
  if (call === 'time.getMonth()') return localize('time.getMonth(), which is 0 for January')
  if (call === 'startsWith, endsWith, contains or matches')
    return localize('startsWith, endsWith, contains or matches to look into a text')
  return call
}

/** How a function of another language is called here, such as `size(value)` for `len`. */
export const callHere = (name: string): string | undefined => callsByName.get(name.replaceAll('_', '').toLowerCase())

/** The word here for one of another language, in any case. */
export const wordHere = (name: string): string | undefined => {
  const word = name.toLowerCase()
  if (word === 'true' || word === 'false') return word
  return callHere(name) === 'now' ? 'now' : undefined
}

/** What has the form of an id, such as `CTL-0001` or `FND-2026-001`, and starts at an offset; undefined without one. */
export function idAt(source: string, start: number): string | undefined {
  // Of the words in a row, only the first one is looked at, so that the time stays linear.
  if (source[start - 1] === '-') return undefined
  idForm.lastIndex = start
  return idForm.exec(source)?.[0]
}

const idForm = /[A-Za-z_]\w*(?:-\w+)*-\d\w*(?![\w.(-])/y
