/** What the user says about values that can be read in two ways. `unchanged` keeps them as they are written. */
export interface ValueChoices {
  readonly dateOrder?: DateOrder | undefined
  readonly decimalMark?: DecimalMark | undefined
}

export const dateOrders = ['day-month', 'month-day', 'unchanged'] as const
export type DateOrder = (typeof dateOrders)[number]

export const decimalMarks = ['comma', 'point', 'unchanged'] as const
export type DecimalMark = (typeof decimalMarks)[number]
