import { copyOfText } from '../../basics/text.ts'
import { localize } from '../../domains/localize.ts'
import { show } from '../../domains/message-text.ts'
import { valueTypes } from '../../domains/value-types/index.ts'
import type { TypeName } from '../../syntax/type-words.ts'
import { hasShortYear, missingDay } from './dates.ts'
import {
  dressedForm,
  dressedWays,
  type ForeignForm,
  foreignFormOf,
  howRead,
  isOfNumbers,
  isOfWhole,
  type ReadingWay,
  sayHowRead,
  since1904,
} from './foreign-forms.ts'
import { DressOfNumbers, readDecimalComma } from './numbers.ts'
import {
  becameText,
  noteOnValues,
  type PlacedValue,
  plainNote,
  type TableNote,
  textInPlaceOf,
  valueCounts,
} from './table-notes.ts'
import { TimesInZone } from './time-zones.ts'
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

/** Takes a value of a column, with the number of its row. */
export type TakeValue = (text: string, row: number) => void

/**
 * Asks for the values of a column as often as it yields: all of them are given, in order, to what it yields. So a table
 * that does not fit into memory is read several times, and the columns of a table are asked about at the same time.
 */
export type ColumnSurvey = Generator<TakeValue, ColumnReading, void>

/** A value of a column as a sentence names it, with its place. */
type Told = (value: PlacedValue) => string

/**
 * Finds out how the values of a column are written, such as dates with the day before the month, and decimal commas. It
 * is decided by all values of the column: a value that can be read in one way only decides about the others.
 *
 * @param column the name of the column
 * @param texts the values of the column without the empty ones, and without blanks around them
 */
export function readingOfColumn(
  column: string,
  type: TypeName,
  texts: readonly string[],
  choices: ColumnChoices = {},
): ColumnReading {
  const survey = surveyOfColumn(column, type, choices)
  for (;;) {
    const asked = survey.next()
    if (asked.done) return asked.value
    for (const [row, text] of texts.entries()) asked.value(text, row)
  }
}

/** What the user says about the values of a column. */
type ColumnChoices = Pick<ValueChoices, 'dateOrder' | 'decimalMark' | 'timeZone' | 'daysSince'>

/**
 * The same as `readingOfColumn` for a column whose values come one after the other.
 *
 * @param placeOf where the value of a row stands, such as `line 2`
 */
export function* surveyOfColumn(
  column: string,
  type: TypeName,
  choices: ColumnChoices = {},
  placeOf?: (row: number) => string,
): ColumnSurvey {
  const told: Told = ({ text, row }) => (placeOf ? textInPlaceOf(text, placeOf(row)) : show(text))
  const form = foreignFormOf(type)
  let reading: OpenReading = asTheyAre
  if (form && (form.choice === undefined || choices[form.choice] !== 'unchanged')) {
    const values = new ValuesOfColumn(type, form, choices)
    yield values.take
    reading = values.reading(column, told)
  }
  if (reading.doubt) return { read: reading.read, notes: [], doubt: reading.doubt }
  const times =
    type === 'ts' && choices.timeZone !== undefined
      ? new TimesInZone(column, reading.read, choices.timeZone, told)
      : undefined
  const takers = [reading.take, times?.take].filter(take => take !== undefined)
  if (takers.length > 0)
    yield (text, row) => {
      for (const take of takers) take(text, row)
    }
  return { read: times?.read ?? reading.read, notes: [...reading.notes(), ...(times?.notes() ?? [])] }
}

/** A reading whose notes are known when it has taken all values once more. */
interface OpenReading extends Pick<ColumnReading, 'read' | 'doubt'> {
  readonly take?: TakeValue
  readonly notes: () => readonly TableNote[]
}

const asTheyAre: OpenReading = { read: text => text, notes: () => [] }

/** How all values of a column are written. */
class ValuesOfColumn {
  private count = 0
  private isForeign: boolean
  private readonly dress: DressOfNumbers | undefined
  private readonly evidence: Evidence
  /** What the numbers say if all of them are dressed with the same sign. */
  private ofDressed: Evidence | undefined
  /** The ways for whole columns that read all values so far. */
  private wholeWays: readonly ReadingWay[]
  private readonly thousands = new Thousands()

  constructor(
    private readonly type: TypeName,
    private readonly form: ForeignForm,
    private readonly choices: ColumnChoices,
  ) {
    this.isForeign = form.choice !== undefined && choices[form.choice] !== undefined
    this.evidence = new Evidence(type, form.ways)
    this.dress = isOfNumbers(form) ? new DressOfNumbers() : undefined
    this.wholeWays = choices.daysSince === 1904 ? form.ofWholeColumn.map(since1904) : form.ofWholeColumn
  }

  readonly take: TakeValue = (text, row) => {
    const { type, form, dress, evidence } = this
    const isAccepted = valueTypes[type].accepts(text)
    this.count++
    this.isForeign ||= !isAccepted
    if (this.wholeWays.length > 0) this.wholeWays = this.wholeWays.filter(({ read }) => read(text) !== undefined)
    if (type === 'float') this.thousands.take(text, row)
    dress?.take(text)
    // A value of the notation means the same in all ways, but for a number with a point.
    if (isAccepted && !(dress && text.includes('.'))) return
    const unit = dress?.unit
    if (unit === undefined) this.ofDressed = undefined
    // Up to the first value that is not in the notation, dressed numbers say the same as plain ones.
    else if (!isAccepted) this.ofDressed ??= evidence.withWays(dressedWays(form, unit))
    this.ofDressed?.take(text, row)
    evidence.take(text, row)
  }

  /** How they are read. */
  reading(column: string, told: Told): OpenReading {
    const { type, choices, thousands } = this
    if (!this.isForeign) return { ...asTheyAre, notes: () => (type === 'float' ? thousands.notes(column, told) : []) }
    const dress = this.dress?.dress
    const ofDressed = dress && this.ofDressed
    const form = ofDressed ? dressedForm(this.form, ofDressed.ways, type, dress) : this.form
    const whole = this.count > 0 ? this.wholeWays[0] : undefined
    const evidence = whole ? new Evidence(type, [whole]) : (ofDressed ?? this.evidence)
    const choice = form.choice && choices[form.choice]
    const way =
      evidence.ways.find(({ name }) => choice !== undefined && name === choice) ?? whole ?? evidence.agreedWay()
    if (!way) {
      const message = localize('{column}: {doubt}.', { column: show(column), doubt: evidence.doubt(told) })
      return { ...asTheyAre, doubt: { about: form.choice!, message } }
    }
    const isDecided = choice !== undefined || whole !== undefined || evidence.isProven
    return new ChangedValues(column, type, form, { way, evidence, isDecided }, told)
  }
}

/** The most values of a column whose meanings are remembered. */
const mostMeanings = 10_000

/** Remembers what texts mean: each is read several times, and days and categories come again and again. */
function remembering(read: (text: string) => string | undefined): (text: string) => string | undefined {
  const known = new Map<string, string | undefined>()
  return text => {
    const found = known.get(text)
    if (found !== undefined || known.has(text)) return found
    if (known.size === mostMeanings) return read(text)
    const copy = copyOfText(text)
    const value = read(copy)
    known.set(copy, value)
    return value
  }
}

/** What the values of a column say about the way in which they are written. */
class Evidence {
  /** For each way, the first value that only this way can read. */
  private readonly only: (PlacedValue | undefined)[] = []
  /** The first value that means something else in each way. */
  private either: PlacedValue | undefined
  /** The first way that reads such a value as it is written, such as 1.234 with a decimal point. */
  private asWritten: ReadingWay | undefined
  private readonly readers: readonly ((text: string) => string | undefined)[]

  constructor(
    private readonly type: TypeName,
    readonly ways: ForeignForm['ways'],
  ) {
    this.readers = ways.map(way =>
      remembering(text => {
        const value = way.read(text)
        // Python writes a column of whole numbers with gaps as 3.0. More zeros can be the end of thousands: 1.000.
        const meant = type === 'int' ? value?.replace(/\.0$/, '') : value
        return meant !== undefined && valueTypes[type].accepts(meant) ? meant : undefined
      }),
    )
  }

  /** The same evidence for other ways, in the same order. */
  withWays(ways: ForeignForm['ways']): Evidence {
    const copy = new Evidence(this.type, ways)
    copy.only.push(...this.only)
    copy.either = this.either
    copy.asWritten = this.asWritten && ways[this.ways.indexOf(this.asWritten)]
    return copy
  }

  take(text: string, row: number): void {
    const { ways, readers } = this
    if (ways.length === 1) return
    const values = readers.map(read => read(text))
    const first = values.find(value => value !== undefined)
    if (first === undefined || values.every(value => value === first)) return
    const readable = values.flatMap((value, index) => (value === undefined ? [] : [index]))
    if (readable.length === 1) this.only[readable[0]!] ??= { text, row }
    else if (values.includes(text)) this.asWritten ??= ways[values.indexOf(text)]
    else this.either ??= { text, row }
  }

  /** The value that a text means in a way; undefined if it cannot be read so. */
  read(text: string, way: ReadingWay): string | undefined {
    return this.readers[this.ways.indexOf(way)]!(text)
  }

  /** The first value that only one way can read; undefined if there is none. */
  decider(way: ReadingWay): PlacedValue | undefined {
    return this.only[this.ways.indexOf(way)]
  }

  /** Whether a value can be read in one way only. */
  get isProven(): boolean {
    return this.only.some(found => found !== undefined)
  }

  /** The way in which all values can be read; undefined if that is uncertain. */
  agreedWay(): ReadingWay | undefined {
    const proven = this.ways.filter(way => this.decider(way) !== undefined)
    if (proven.length > 0) return proven.length === 1 ? proven[0] : undefined
    // Without another reason, a value of the notation keeps its meaning.
    return this.either === undefined ? (this.asWritten ?? this.ways[0]) : undefined
  }

  /** Why the way is uncertain, as a clause. */
  doubt(told: Told): string {
    const { either, ways } = this
    if (either !== undefined && !this.isProven) {
      const meanings = { or: ways.map(way => this.read(either.text, way) ?? '') }
      return localize('{text} can mean {meanings}, and no other value of the column decides it', {
        text: told(either),
        meanings,
      })
    }
    return ways
      .map(way => localize('{text} can only be read with {form}', { text: told(this.decider(way)!), form: way.has() }))
      .reduce((one, other) => localize('{one}, and {other}', { one, other }))
  }
}

/** Numbers that are in the notation, but look as if the point could stand between thousands. */
class Thousands {
  private first: PlacedValue | undefined
  private areAll = true

  take(text: string, row: number): void {
    if (!this.areAll || !text.includes('.')) return
    this.first ??= { text, row }
    this.areAll = /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(text)
  }

  /** What to know about them, if all numbers with a point look so. */
  notes(column: string, told: Told): TableNote[] {
    if (!this.first || !this.areAll) return []
    const sentence = localize(
      '{column}: numbers are read with the point as decimal sign, such as {text}; if that is {number}, choose the comma as decimal mark.',
      { column: show(column), text: told(this.first), number: readDecimalComma(this.first.text) ?? '' },
    )
    return [{ ...plainNote(sentence), kind: `${column} thousands` }]
  }
}

/** Some values of the same kind: how many, and the first one. */
interface CountedValues extends PlacedValue {
  readonly count: number
}

function countIn<Kind>(kinds: Map<Kind, CountedValues>, kind: Kind, text: string, row: number): void {
  const known = kinds.get(kind)
  kinds.set(kind, known ? { ...known, count: known.count + 1 } : { text, row, count: 1 })
}

/** The way in which the values of a column are read, and how sure it is. */
interface DecidedWay {
  readonly way: ReadingWay
  readonly evidence: Evidence
  readonly isDecided: boolean
}

/** The values of a column that change when they are read, and those that cannot be read. */
class ChangedValues implements OpenReading {
  private readonly changed = new Map<string, CountedValues>()
  private hasShortYears = false
  /** By reason the values that stay, such as days that do not exist. */
  private readonly left = new Map<string | undefined, CountedValues>()
  /** The first value that cannot be read in a column in which all can. */
  private other: PlacedValue | undefined
  private isLeftInPart = false

  constructor(
    private readonly column: string,
    private readonly type: TypeName,
    private readonly form: ForeignForm,
    private readonly decided: DecidedWay,
    private readonly told: Told,
  ) {}

  readonly read = (text: string): string => this.decided.evidence.read(text, this.decided.way) ?? text

  readonly take: TakeValue = (text, row) => {
    const { type, form } = this
    const isInPart = form.isInPart?.(text)
    if (isInPart === false) this.other ??= { text, row }
    const value = this.read(text)
    if (value !== text) {
      countIn(this.changed, this.howOf(text, value), text, row)
      this.hasShortYears ||= form.noun === 'date' && !isOfWhole(text) && hasShortYear(text)
    }
    if (valueTypes[type].accepts(value)) return
    this.isLeftInPart ||= isInPart === true
    countIn(this.left, form.noun === 'date' ? missingDay(text) : undefined, text, row)
  }

  notes(): TableNote[] {
    const { column, form, told } = this
    return [
      ...[...this.changed].map(([how, { count, ...first }]) =>
        noteOnValues(column, form.noun, count, how, becameText(told(first), this.read(first.text))),
      ),
      ...(this.hasShortYears
        ? [plainNote(localize('{column}: years of two digits are read as 1950 to 2049.', { column: show(column) }))]
        : []),
      ...[...this.left].map(([reason, values]) => this.leftNote(reason, values)),
    ]
  }

  private howOf(text: string, value: string): string {
    const { type, form, told } = this
    const { way, evidence, isDecided } = this.decided
    // A number of the notation that gets another meaning is told by itself.
    const isTurned = form.noun === 'number' && valueTypes[type].accepts(text) && value !== text
    if (!isTurned) return sayHowRead(howRead(form, text, isDecided ? way : undefined))
    const decider = evidence.decider(way)
    return sayHowRead([
      localize('with the point between thousands'),
      ...(decider === undefined ? [] : [localize('as {text} has {form}', { text: told(decider), form: way.has() })]),
    ])
  }

  /** A note about values that stay, such as 0 and 1 beside a text that is no truth value. */
  private leftNote(reason: string | undefined, { count: found, ...first }: CountedValues): TableNote {
    const { column, form, told } = this
    const other = this.isLeftInPart ? this.other : undefined
    const example = told(first)
    const plain =
      other === undefined
        ? localize('such as {example}', { example })
        : localize('because {text} is in another form than the others', { text: told(other) })
    const why = reason === undefined ? plain : localize('such as {example}: {reason}', { example, reason })
    return {
      kind: `${column} left ${reason ?? ''}`,
      count: found,
      say: count => {
        const said = { column: show(column), values: valueCounts[form.noun](count), why }
        return count === 1
          ? localize('{column}: {values} cannot be read and stays as in the table, {why}.', { ...said })
          : localize('{column}: {values} cannot be read and stay as in the table, {why}.', { ...said })
      },
    }
  }
}
