/** What the user says about values that can be read in two ways. `unchanged` keeps them as they are written. */
export interface ValueChoices {
  readonly dateOrder?: DateOrder | undefined
  readonly decimalMark?: DecimalMark | undefined
  /** The zone of times without one: `Z`, an offset or a name such as `Europe/Berlin`. */
  readonly timeZone?: string | undefined
  /** By the name of a column the zone of its times without one, if that is another one. */
  readonly timeZones?: ReadonlyMap<string, string> | undefined
  /** The year that numbers of days count from, if the data say that it is not 1900. */
  readonly daysSince?: 1904 | undefined
  /** Texts that mean that there is no value. */
  readonly nulls?: readonly string[] | undefined
  /** By the name of a field and by a text, the text that it means. */
  readonly values?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined
}

/** What the user says about the values of a column, which can have a time zone of its own. */
export function choicesOfColumn(choices: ValueChoices, column: string): ValueChoices {
  const timeZone = choices.timeZones?.get(column)
  return timeZone === undefined ? choices : { ...choices, timeZone }
}

export const dateOrders = ['day-month', 'month-day', 'unchanged'] as const
export type DateOrder = (typeof dateOrders)[number]

export const decimalMarks = ['comma', 'point', 'unchanged'] as const
export type DecimalMark = (typeof decimalMarks)[number]

/** Whether there is such a time zone. */
export function isTimeZone(name: string): boolean {
  if (isFixedZone(name)) return true
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Whether the name of a time zone is an offset. */
export const isFixedZone = (name: string): boolean => name === 'Z' || /^[+-](?:[01]\d|2[0-3]):[0-5]\d$/.test(name)
