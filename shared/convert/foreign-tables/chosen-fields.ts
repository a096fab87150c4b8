/** A part of the values of a column, such as of `<5.6 mmol/L`: the number, the sign before it or the unit behind it. */
export type ValuePart = 'number' | 'comparator' | 'unit'

/** A field that the user chooses for a column. */
export interface ChosenField {
  /** The name of the field, which can have a type behind a colon; undefined to leave the column out. */
  readonly key: string | undefined
  /** Which part of the values it gets; undefined for the whole values. */
  readonly part: ValuePart | undefined
}

/** A field as a user writes it for a column: `rid`, `zip:string`, `value(number)`. */
export const chosenFieldForm = /^([A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z0-9_.-]+)?)(?:\((number|comparator|unit)\))?$/

/** Reads the fields that a user writes for a column, with commas between them. An empty text leaves the column out. */
export const readChosenFields = (text: string): ChosenField[] =>
  text.split(',').map(one => {
    if (one === '') return { key: undefined, part: undefined }
    const [, key = one, part] = chosenFieldForm.exec(one) ?? []
    return { key, part: part as ValuePart | undefined }
  })

/** Writes a field as `readChosenFields` reads it; an empty text for none. */
export const writeChosenField = ({ key = '', part }: Partial<ChosenField>): string =>
  part === undefined ? key : `${key}(${part})`
