import { dayLength } from '../../domains/value-types/ts.ts'

/** What the format of a cell says about its number. */
export type CellFormat =
  | { readonly kind: 'number' /** How many decimals are shown. */; readonly decimals: number | undefined }
  | { readonly kind: 'percent' }
  | TimeFormat

interface TimeFormat {
  readonly kind: 'time'
  readonly hasDate: boolean
  readonly hasTime: boolean
  readonly hasSeconds: boolean
  /** How many digits of a fraction of a second are shown. */
  readonly fraction: number
  /** Whether hours go on after 24. */
  readonly isElapsed: boolean
  /** The zone that stands behind each time. */
  readonly zone: string
}

/** What a cell holds. */
export type CellKind = 'number' | 'date' | 'bool' | 'text'

/** A number of a cell as it is shown: a number, a time of the notation, or another text. */
export interface NumberText {
  readonly text: string
  readonly kind: CellKind
}

const generalFormat: CellFormat = { kind: 'number', decimals: undefined }

/** The formats that have no code in the workbook, by their number (ECMA-376 part 1, 18.8.30). */
const builtInCodes: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [14, 'yyyy-mm-dd'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'yyyy-mm-dd h:mm'],
  [37, '#,##0'],
  [38, '#,##0'],
  [39, '#,##0.00'],
  [40, '#,##0.00'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  // Dates of East Asia.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'yyyy-mm-dd']),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, 'h:mm:ss']),
])

/** The format with a number, or else with a code. */
export const cellFormat = (id: number, code: string | undefined): CellFormat =>
  formatOfCode(code ?? builtInCodes.get(id))

function formatOfCode(code: string | undefined): CellFormat {
  if (code === undefined || /^general$/i.test(code)) return generalFormat
  const literals: string[] = []
  let isElapsed = false
  // Only the first section counts: the others are for negative numbers, zero and texts.
  const bare = code
    .replace(
      /"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|;[^]*/g,
      (_whole, quoted?: string, escaped?: string, inside?: string) => {
        if (quoted !== undefined || escaped !== undefined) literals.push(quoted ?? escaped ?? '')
        if (inside === undefined || !/^(?:h+|m+|s+)$/i.test(inside)) return ''
        isElapsed = true
        return inside
      },
    )
    .toLowerCase()
  const parts = bare.replace(/am\/pm|a\/p/g, '').match(/y+|m+|d+|h+|s+(?:\.0+)?/g) ?? []
  if (!/[ymdhs]/.test(bare)) {
    if (bare.includes('%')) return { kind: 'percent' }
    const [, decimals = ''] = /^[#,]*0(?:\.(0+))?$/.exec(bare.trim()) ?? []
    return /^[#,]*0(?:\.0+)?$/.test(bare.trim()) ? { kind: 'number', decimals: decimals.length } : generalFormat
  }
  // An m between hours and seconds is a minute, and else a month.
  const isMinute = (index: number): boolean =>
    (parts[index - 1] ?? '').startsWith('h') || (parts[index + 1] ?? '').startsWith('s')
  const isDate = (part: string, index: number): boolean =>
    /^[yd]/.test(part) || (part.startsWith('m') && !isMinute(index))
  const seconds = parts.find(part => part.startsWith('s'))
  return {
    kind: 'time',
    hasDate: !isElapsed && parts.some(isDate),
    hasTime: parts.some((part, index) => !isDate(part, index)),
    hasSeconds: seconds !== undefined,
    fraction: seconds?.split('.')[1]?.length ?? 0,
    isElapsed,
    zone: literals.find(literal => /^(?:Z|[+-]\d\d:\d\d)$/.test(literal)) ?? '',
  }
}

/**
 * The number of a cell as its format shows it, with all its digits.
 *
 * @param text the number as the workbook has it
 * @param is1904 whether days count from 1904, as on early Macs, and not from 1900
 */
export function numberText(text: string, format: CellFormat, is1904: boolean): NumberText {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return { text, kind: 'text' }
  if (format.kind === 'percent') return { text: `${timesHundred(plainNumber(value))}%`, kind: 'text' }
  if (format.kind === 'number') return { text: withDecimals(value, format.decimals), kind: 'number' }
  return textOfDays(value, format, is1904) ?? { text: plainNumber(value), kind: 'number' }
}

/** Programs write 17 digits, of which the last ones can mean nothing: `1.1000000000000001`. */
const plainNumber = (value: number): string => String(value)

function withDecimals(value: number, decimals: number | undefined): string {
  const text = plainNumber(value)
  if (decimals === undefined || text.includes('e')) return text
  const [, fraction = ''] = text.split('.')
  const missing = decimals - fraction.length
  return missing <= 0 ? text : `${text}${fraction === '' ? '.' : ''}${'0'.repeat(missing)}`
}

/** Moves the decimal point, because a product of binary fractions has other digits. */
function timesHundred(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? []
  if (exponent !== undefined) return String(Number(text) * 100)
  const padded = fraction.padEnd(2, '0')
  const digits = (whole + padded.slice(0, 2)).replace(/^0+(?=\d)/, '')
  return `${sign}${digits}${padded.length > 2 ? `.${padded.slice(2)}` : ''}`
}

const lastDay = 2_958_465

/** A number of days as a date, a time or both; undefined for one that no date has. */
function textOfDays(value: number, format: TimeFormat, is1904: boolean): NumberText | undefined {
  const all = Math.round(value * dayLength)
  if (value < 0 || value > lastDay + 1) return undefined
  if (format.isElapsed) return { text: clockText(all, format), kind: 'text' }
  const day = Math.floor(all / dayLength)
  const ofDay = all - day * dayLength
  if (!format.hasDate && day === 0) return { text: clockText(ofDay, format), kind: 'text' }
  const date = dayText(day, is1904)
  // A time that is not shown is told rather than lost.
  const hasTime = (format.hasDate && format.hasTime) || ofDay > 0
  return { text: hasTime ? `${date}T${clockText(ofDay, format)}${format.zone}` : date, kind: 'date' }
}

/** The hours, minutes and seconds, and what the format does not show if there is more. */
function clockText(milliseconds: number, { hasSeconds, fraction }: TimeFormat): string {
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const clock = `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}`
  const seconds = milliseconds % 60_000
  if (!hasSeconds && seconds === 0) return clock
  const rest = String(seconds % 1000).padStart(3, '0')
  const shown =
    rest === '000'
      ? rest.slice(0, Math.min(fraction, 3))
      : rest.slice(0, Math.max(fraction, rest.replace(/0+$/, '').length))
  return `${clock}:${two(seconds / 1000)}${shown === '' ? '' : `.${shown}`}`
}

/** https://learn.microsoft.com/office/troubleshoot/excel/1900-and-1904-date-system */
function dayText(day: number, is1904: boolean): string {
  if (is1904) return dateOfDays(day + 1462 - daysUntil1970)
  if (day === 0) return '1900-01-00'
  // Excel has a 29 February 1900, which never was, as number 60.
  if (day === 60) return '1900-02-29'
  return dateOfDays((day < 60 ? day + 1 : day) - daysUntil1970)
}

const daysUntil1970 = 25_569

const dateOfDays = (sinceEpoch: number): string => new Date(sinceEpoch * dayLength).toISOString().slice(0, 10)
