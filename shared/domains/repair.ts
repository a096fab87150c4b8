import type { TypeName } from './descriptor.ts'
import { valueTypes } from './values.ts'

/** The value an author can only have meant by a text that is no value of the type, or undefined. */
export function repair(text: string, type: TypeName): string | undefined {
  const meant = repairs[type](text.trim())
  return meant !== undefined && meant !== text && valueTypes[type].accepts(meant) ? meant : undefined
}

const repairs: Record<TypeName, (text: string) => string | undefined> = {
  string: text => text,
  int: text => text.replace(/\.0+$/, ''),
  float: text => (/^[+-]?\.\d+$/.test(text) ? text.replace('.', '0.') : text.replace(/\.$/, '')),
  ts: repairTimestamp,
  bool: text =>
    ({ true: 'true', yes: 'true', y: 'true', 1: 'true', false: 'false', no: 'false', n: 'false', 0: 'false' })[
      text.toLowerCase()
    ],
}

/** Day-first dates with points are the one form that is day-first everywhere; with slashes the order is anyone's guess. */
function repairTimestamp(text: string): string | undefined {
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dayFirst) return `${dayFirst[3]}-${two(dayFirst[2]!)}-${two(dayFirst[1]!)}`
  const match =
    /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[Tt ]+([^Tt ].*))?$/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})(?:T(.+))?$/.exec(text)
  if (!match) return undefined
  const [, year, month, day, time] = match
  const date = `${year}-${two(month!)}-${two(day!)}`
  return time === undefined
    ? date
    : `${date}T${time
        .replace(/^\d:/, '0$&')
        .replace(/ ?z$/i, 'Z')
        .replace(/([+-]\d{2})(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`)}`
}

const two = (digits: string): string => digits.padStart(2, '0')
