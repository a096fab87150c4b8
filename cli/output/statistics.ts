import { compareText } from '../../shared/basics/text.ts'

/** The numbers of a run. */
export interface Statistics {
  readonly files: number
  readonly records: number
  readonly bytes: number
  /** The number of problems of each code. */
  readonly codes: ReadonlyMap<string, number>
  /** The duration of the run. */
  readonly milliseconds: number
}

/** The text of the statistics, one line for each number. */
export function statistics({ files, records, bytes, codes, milliseconds }: Statistics): string {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const seconds = milliseconds / 1000
  const lines: (readonly [string, string])[] = [
    ['Files', number(files)],
    ['Records', number(records)],
    ['Size', amount(bytes)],
    ['Time', `${seconds.toFixed(2)} s`],
    ['Processor', `${((userCPUTime + systemCPUTime) / 1e6).toFixed(2)} s`],
    ['Speed', `${number(Math.round(records / seconds))} records/s, ${amount(bytes / seconds)}/s`],
    ['Memory', `${amount(maxRSS * 1024)} at most`],
    ...[...codes]
      .sort(([one, many], [other, more]) => more - many || compareText(one, other))
      .map(([code, count]) => [code, number(count)] as const),
  ]
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('')
}

const number = (value: number): string => value.toLocaleString('en-US')

/** A number of bytes with a unit in powers of 1000: `18.2 kB`. */
export function amount(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let unit = 0
  for (; bytes >= 999.5 && unit < units.length - 1; unit++) bytes /= 1000
  return `${unit === 0 ? Math.round(bytes) : bytes.toPrecision(3)} ${units[unit]!}`
}
