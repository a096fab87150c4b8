import { localize } from '../../domains/localize.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import {
  readDayFirst,
  readDayNumber,
  readDayNumberSince1904,
  readMilliseconds,
  readMonthFirst,
  readSeconds,
} from './dates.ts'
import { truthOf } from './local-words.ts'
import { type NumberDress, readDecimalComma, readDecimalPoint, withoutDress } from './numbers.ts'
import type { NotedValues } from './table-notes.ts'
import type { DateOrder, DecimalMark } from './value-choices.ts'

/** The ways in which spreadsheets and programs write values, and what sentences say about each. */

/** A way to read the values of a type. */
export interface ReadingWay {
  readonly name?: DateOrder | DecimalMark
  /** The end of a sentence about a value: `can only be read with a decimal comma`. */
  readonly has: () => string
  /** Parts of a sentence about all values: `are read with …`. */
  readonly how: () => readonly string[]
  readonly read: (text: string) => string | undefined
}

export interface ForeignForm {
  /** What the values are called in a sentence. */
  readonly noun: NotedValues
  readonly ways: readonly [ReadingWay, ...ReadingWay[]]
  /** Ways that count only if they read all values of a column. */
  readonly ofWholeColumn: readonly ReadingWay[]
  /** Whether a text can be read in a column in which all can; undefined for a form without whole columns. */
  readonly isInPart?: (text: string) => boolean
  /** Parts of a sentence about how a value is read; by default those of the way. */
  readonly howOf?: (text: string, way: ReadingWay | undefined) => readonly string[]
  /** What the user can say about them. */
  readonly choice?: 'dateOrder' | 'decimalMark'
}

const numbers: ForeignForm = {
  noun: 'number',
  choice: 'decimalMark',
  ofWholeColumn: [],
  ways: [
    {
      name: 'comma',
      has: () => localize('a decimal comma'),
      how: () => [localize('with the comma as decimal sign')],
      read: readDecimalComma,
    },
    {
      name: 'point',
      has: () => localize('a decimal point'),
      how: () => [localize('with the point as decimal sign')],
      read: readDecimalPoint,
    },
  ],
}

const dayFirst: ReadingWay = {
  name: 'day-month',
  has: () => localize('the day before the month'),
  how: () => [localize('with the day before the month')],
  read: readDayFirst,
}

const noForm = (): string => ''

const daysSince1900: ReadingWay = {
  has: noForm,
  how: () => [localize('from the number of days since {year}', { year: 1900 })],
  read: readDayNumber,
}
const daysSince1904: ReadingWay = {
  has: noForm,
  how: () => [localize('from the number of days since {year}', { year: 1904 })],
  read: readDayNumberSince1904,
}

export const since1904 = (way: ReadingWay): ReadingWay => (way === daysSince1900 ? daysSince1904 : way)

const wholeDates: readonly ReadingWay[] = [
  daysSince1900,
  { has: noForm, how: () => [localize('from the number of seconds since 1970')], read: readSeconds },
  { has: noForm, how: () => [localize('from the number of milliseconds since 1970')], read: readMilliseconds },
]

/** The types whose values spreadsheets and programs write in another way than the notation. */
const foreignForms: Readonly<Partial<Record<TypeName, ForeignForm>>> = {
  int: numbers,
  float: numbers,
  ts: {
    noun: 'date',
    howOf: howOfDate,
    choice: 'dateOrder',
    ofWholeColumn: wholeDates,
    isInPart: text => wholeDates.some(({ read }) => read(text) !== undefined),
    ways: [
      dayFirst,
      {
        name: 'month-day',
        has: () => localize('the month before the day'),
        how: () => [localize('with the month before the day')],
        read: readMonthFirst,
      },
    ],
  },
  bool: {
    noun: 'value',
    ofWholeColumn: [{ has: noForm, how: () => [], read: truthOf }],
    isInPart: text => truthOf(text) !== undefined,
    ways: [{ has: () => localize('capital letters'), how: () => [], read: text => text.toLowerCase() }],
  },
}

/** How spreadsheets and programs write the values of a type; undefined for a type that is written in one way. */
export const foreignFormOf = (type: TypeName): ForeignForm | undefined => foreignForms[type]

/** Whether the values of a form are numbers, which can be dressed with a sign of a currency. */
export const isOfNumbers = (form: ForeignForm): boolean => form.noun === 'number'

/** The ways to read numbers that are dressed with a sign of a currency or of percent, or without one. */
export const dressedWays = ({ ways }: ForeignForm, unit: string): ForeignForm['ways'] => {
  const bareOf = withoutDress(unit)
  return ways.map(way => ({
    ...way,
    read: (text: string): string | undefined => {
      const bare = bareOf(text)
      return bare === undefined ? undefined : way.read(bare)
    },
  })) as [ReadingWay, ...ReadingWay[]]
}

/** The form of numbers of a type that are dressed. */
export const dressedForm = (
  form: ForeignForm,
  ways: ForeignForm['ways'],
  type: TypeName,
  dress: NumberDress,
): ForeignForm => ({
  ...form,
  ways,
  howOf: (text, way) => {
    const ofWay = way?.how() ?? []
    return valueTypes[type].accepts(text) ? ofWay : [...ofWay, ...dress.how]
  },
})

export const howRead = ({ howOf }: ForeignForm, text: string, way: ReadingWay | undefined): readonly string[] =>
  howOf ? howOf(text, way) : (way?.how() ?? [])

/** That values are read, and how. */
export const sayHowRead = (how: readonly string[]): string =>
  how.length === 0 ? localize('read') : localize('read {how}', { how: how.join(', ') })

/** Whether a text is a date only in a column in which all texts are: a number of days or seconds. */
export const isOfWhole = (text: string): boolean => wholeDates.some(({ read }) => read(text) !== undefined)

/** How a date is read, in parts of a sentence. */
function howOfDate(text: string, way: ReadingWay | undefined): readonly string[] {
  if (way && (wholeDates.includes(way) || way === daysSince1904)) return way.how()
  if (/^\d{1,2}\./.test(text)) return dayFirst.how()
  return /^\d{1,2}[/-]\d/.test(text) ? (way?.how() ?? []) : []
}
