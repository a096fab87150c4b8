import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { hasShortYear, missingDay } from './dates.ts'
import {
  type ForeignForm,
  formOfColumn,
  howRead,
  isOfWhole,
  type ReadingWay,
  sayHowRead,
  since1904,
} from './foreign-forms.ts'
import { readDecimalComma } from './numbers.ts'
import { becameText, noteOnValues, plainNote, type TableNote, textInPlaceOf, valueCounts } from './table-notes.ts'
import { inTimeZone } from './time-zones.ts'
import type { ValueChoices } from './value-choices.ts'

/** How the texts of a column are read. */
export interface ColumnReading {
  /** The value that a text of the column means. A text that cannot be read stays as it is. */
  readonly read: (text: string) => string
  /** Which values change, with an example. */
  readonly notes: readonly TableNote[]
  /** Why it is uncertain how the values are read; the user has to decide. */
  readonly doubt?: Doubt
}

export interface Doubt {
  readonly about: 'dateOrder' | 'decimalMark'
  /** A sentence. */
  readonly message: string
}

/**
 * Finds out how the values of a column are written, such as dates with the day before the month, and decimal commas. It
 * is decided by all values of the column: a value that can be read in one way only decides about the others.
 *
 * @param column the name of the column
 * @param texts the values of the column without the empty ones, and without blanks around them
 * @param placeOf where a text stands, by its index, such as `line 2`
 */
export function readingOfColumn(
  column: string,
  type: TypeName,
  texts: readonly string[],
  choices: Pick<ValueChoices, 'dateOrder' | 'decimalMark' | 'timeZone' | 'daysSince'> = {},
  placeOf?: (index: number) => string,
): ColumnReading {
  const told: Told = text => (placeOf ? textInPlaceOf(text, placeOf(texts.indexOf(text))) : show(text))
  const reading = readingOfForm(column, type, texts, choices, told)
  if (type !== 'ts' || choices.timeZone === undefined || reading.doubt) return reading
  const { read, notes } = inTimeZone(column, reading.read, texts, choices.timeZone, told)
  return { read, notes: [...reading.notes, ...notes] }
}

function readingOfForm(
  column: string,
  type: TypeName,
  texts: readonly string[],
  choices: ValueChoices,
  told: Told,
): ColumnReading {
  const form = formOfColumn(type, texts)
  const choice = form?.choice && choices[form.choice]
  const isForeign = choice !== undefined || texts.some(text => !valueTypes[type].accepts(text))
  if (!form || choice === 'unchanged') return asTheyAre
  const wholeWays = choices.daysSince === 1904 ? form.ofWholeColumn.map(since1904) : form.ofWholeColumn
  const whole = wholeWays.find(({ read }) => texts.length > 0 && texts.every(text => read(text) !== undefined))
  const readers = new Map<ReadingWay, (text: string) => string | undefined>()
  const readerOf = (way: ReadingWay): ((text: string) => string | undefined) => {
    const known = readers.get(way)
    if (known) return known
    const reader = remembering(text => {
      const value = way.read(text)
      // Python writes a column of whole numbers with gaps as 3.0. More zeros can be the end of thousands: 1.000.
      const meant = type === 'int' ? value?.replace(/\.0$/, '') : value
      return meant !== undefined && valueTypes[type].accepts(meant) ? meant : undefined
    })
    readers.set(way, reader)
    return reader
  }
  const accepted = (text: string, way: ReadingWay): string | undefined => readerOf(way)(text)
  if (!isForeign) return { ...asTheyAre, notes: type === 'float' ? thousandsNote(column, texts, told) : [] }
  const ways = whole ? ([whole] as const) : form.ways
  const evidence = evidenceIn(texts, ways, accepted)
  const way = ways.find(({ name }) => name === choice) ?? ways.find(one => one === whole) ?? agreedWay(ways, evidence)
  if (!way) {
    const doubt = doubtOf(ways, evidence, accepted, told)
    const message = localize('{column}: {doubt}.', { column: show(column), doubt })
    return { ...asTheyAre, doubt: { about: form.choice!, message } }
  }
  const read = (text: string): string => accepted(text, way) ?? text
  const isDecided = choice !== undefined || whole !== undefined || evidence.only.some(found => found !== undefined)
  const decider = evidence.only[ways.indexOf(way)]
  // A number of the notation that gets another meaning is told by itself.
  const isTurned = (text: string): boolean =>
    form.noun === 'number' && valueTypes[type].accepts(text) && read(text) !== text
  const turned = [
    localize('with the point between thousands'),
    ...(decider === undefined ? [] : [localize('as {text} has {form}', { text: told(decider), form: way.has() })]),
  ]
  const howOf = (text: string): string =>
    sayHowRead(isTurned(text) ? turned : howRead(form, text, isDecided ? way : undefined))
  const notes = notesOn(column, form, howOf, texts, read, told)
  const left = texts.filter(text => !valueTypes[type].accepts(read(text)))
  return { read, notes: [...notes, ...leftNotes(column, form, left, texts, told)] }
}

/** The most texts of a column whose meanings are remembered. */
const mostMeanings = 10_000

/** Remembers what texts mean: each is read several times, and days and categories come again and again. */
function remembering(read: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return text => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found
    const value = read(text)
    if (known.size < mostMeanings) known.set(text, value)
    return value
  }
}

const asTheyAre: ColumnReading = { read: text => text, notes: [] }

type Read = (text: string, way: ReadingWay) => string | undefined

/** A text of the column as a sentence names it, with the place of the first one. */
type Told = (text: string) => string

/** What the values of a column say about the way in which they are written. */
interface Evidence {
  /** For each way, the first text that only this way can read. */
  readonly only: readonly (string | undefined)[]
  /** The first text that means something else in each way. */
  readonly either: string | undefined
  /** The first way that reads such a text as it is written, such as 1.234 with a decimal point. */
  readonly asWritten: ReadingWay | undefined
}

function evidenceIn(texts: readonly string[], ways: readonly ReadingWay[], read: Read): Evidence {
  const only: (string | undefined)[] = ways.map(() => undefined)
  let either: string | undefined
  let asWritten: ReadingWay | undefined
  if (ways.length === 1) return { only, either, asWritten }
  for (const text of texts) {
    const values = ways.map(way => read(text, way))
    const first = values.find(value => value !== undefined)
    if (first === undefined || values.every(value => value === first)) continue
    const readable = values.flatMap((value, index) => (value === undefined ? [] : [index]))
    if (readable.length === 1) only[readable[0]!] ??= text
    else if (values.includes(text)) asWritten ??= ways[values.indexOf(text)]
    else either ??= text
  }
  return { only, either, asWritten }
}

/** The way in which all values can be read; undefined if that is uncertain. */
function agreedWay(ways: readonly ReadingWay[], { only, either, asWritten }: Evidence): ReadingWay | undefined {
  const proven = ways.filter((_, index) => only[index] !== undefined)
  if (proven.length > 0) return proven.length === 1 ? proven[0] : undefined
  // Without another reason, a value of the notation keeps its meaning.
  return either === undefined ? (asWritten ?? ways[0]) : undefined
}

function doubtOf(ways: readonly ReadingWay[], { only, either }: Evidence, read: Read, told: Told): string {
  if (either !== undefined && only.every(text => text === undefined)) {
    const meanings = { or: ways.map(way => read(either, way) ?? '') }
    return localize('{text} can mean {meanings}, and no other value of the column decides it', {
      text: told(either),
      meanings,
    })
  }
  return ways
    .map(({ has }, index) => localize('{text} can only be read with {form}', { text: told(only[index]!), form: has() }))
    .reduce((one, other) => localize('{one}, and {other}', { one, other }))
}

/** What to know about numbers that are in the notation, but look as if the point could stand between thousands. */
function thousandsNote(column: string, texts: readonly string[], told: Told): TableNote[] {
  const fractions = texts.filter(text => text.includes('.'))
  if (fractions.length === 0 || !fractions.every(text => /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text))) return []
  const [first] = fractions as [string]
  const sentence = localize(
    '{column}: numbers are read with the point as decimal sign, such as {text}; if that is {number}, choose the comma as decimal mark.',
    { column: show(column), text: told(first), number: readDecimalComma(first) ?? '' },
  )
  return [{ ...plainNote(sentence), kind: `${column} thousands` }]
}

/** One note for each kind of values that change. */
function notesOn(
  column: string,
  { noun }: ForeignForm,
  howOf: (text: string) => string,
  texts: readonly string[],
  read: (text: string) => string,
  told: Told,
): TableNote[] {
  const changed = texts.filter(text => read(text) !== text)
  const kinds = new Map<string, { count: number; readonly first: string }>()
  for (const text of changed) {
    const how = howOf(text)
    const kind = kinds.get(how)
    if (kind) kind.count++
    else kinds.set(how, { count: 1, first: text })
  }
  const notes = [...kinds].map(([how, { count, first }]) =>
    noteOnValues(column, noun, count, how, becameText(told(first), read(first))),
  )
  return noun === 'date' && changed.some(text => !isOfWhole(text) && hasShortYear(text))
    ? [
        ...notes,
        plainNote(localize('{column}: years of two digits are read as 1950 to 2049.', { column: show(column) })),
      ]
    : notes
}

/** Notes about values that stay, such as 0 and 1 beside a text that is no truth value, and days that do not exist. */
function leftNotes(
  column: string,
  { noun, isInPart }: ForeignForm,
  left: readonly string[],
  texts: readonly string[],
  told: Told,
): TableNote[] {
  const other = isInPart && left.some(isInPart) ? texts.find(text => !isInPart(text)) : undefined
  const reasonOf = (text: string): string | undefined => (noun === 'date' ? missingDay(text) : undefined)
  const reasons = new Set(left.map(reasonOf))
  return Array.from(reasons, (reason): TableNote => {
    const some = left.filter(text => reasonOf(text) === reason)
    const example = told(some[0]!)
    const plain =
      other === undefined
        ? localize('such as {example}', { example })
        : localize('because {text} is in another form than the others', { text: told(other) })
    const why = reason === undefined ? plain : localize('such as {example}: {reason}', { example, reason })
    return {
      kind: `${column} left ${reason ?? ''}`,
      count: some.length,
      say: count => {
        const said = { column: show(column), values: valueCounts[noun](count), why }
        return count === 1
          ? localize('{column}: {values} cannot be read and stays as in the table, {why}.', { ...said })
          : localize('{column}: {values} cannot be read and stay as in the table, {why}.', { ...said })
      },
    }
  })
}
