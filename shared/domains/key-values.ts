import { exactDecimal, textOfDecimal } from '../basics/decimals.ts'
import type { TypeName } from '../syntax/type-words.ts'
import { valueTypes } from './value-types/index.ts'

/**
 * What a record is called by its values in the fields of a unique list; undefined if it lacks a value.
 *
 * @param textOf gives the text of a field of the record
 */
export function keyIdOf<Field extends { readonly type: TypeName }>(
  fields: readonly Field[],
  textOf: (field: Field) => string | undefined,
): string | undefined {
  const values: string[] = []
  for (const field of fields) {
    const text = textOf(field)
    const value = text === undefined ? undefined : equalText(text, field.type)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values.length === 1 ? values[0] : JSON.stringify(values)
}

/**
 * A text that two values of a type share if they are equal: `1` for `1.0`, and the day for each way to write that day.
 *
 * @returns undefined for an empty text, and for one that is not of the type
 */
export function equalText(text: string, type: TypeName): string | undefined {
  if (text === '' || !valueTypes[type].accepts(text)) return undefined
  switch (type) {
    case 'int':
    case 'float': {
      const decimal = exactDecimal(text)
      return decimal ? textOfDecimal(decimal) : text
    }
    case 'ts':
      return equalTime(text)
    default:
      return text
  }
}

/** A day, if the time is its midnight; else the instant in UTC, with as many digits as it needs. */
function equalTime(text: string): string {
  const day = text.slice(0, 10)
  const clock = text.slice(11)
  if (/^(?:00:00(?::00(?:\.0+)?)?)?(?:Z|[+-]\d\d:\d\d)?$/.test(clock)) return day
  const fraction = /\.(\d*[1-9])/.exec(clock)?.[1] ?? ''
  const whole = valueTypes.ts.sortKey!(text.replace(/\.\d+/, ''))
  const seconds = new Date(whole).toISOString().slice(0, -'.000Z'.length)
  return `${seconds}${fraction && `.${fraction}`}Z`
}
