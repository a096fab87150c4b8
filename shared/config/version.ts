import { version } from '../../package.json'
import { localize } from '../domains/localize.ts'

/** A version as numbers; missing ones are 0. What follows a hyphen does not count. */
const numbersOf = (text: string): number[] => text.replace(/-.*/s, '').split('.').map(Number)

function compareParts(one: readonly number[], other: readonly number[]): number {
  const at = [0, 1, 2].find(index => (one[index] ?? 0) !== (other[index] ?? 0))
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Whether this version of Recline is in a range, such as `>=0.1 <1`. A version alone means exactly this one. */
export function isVersionIn(range: string, own = version): boolean {
  return Array.from(range.matchAll(/(>=|<=|>|<|=)? *(\d[\d.]*)/g)).every(([, sign = '=', text]) => {
    const difference = compareParts(numbersOf(own), numbersOf(text!))
    switch (sign) {
      case '>=':
        return difference >= 0
      case '<=':
        return difference <= 0
      case '>':
        return difference > 0
      case '<':
        return difference < 0
      default:
        return difference === 0
    }
  })
}

/** What a configuration says of a version that it does not mean, with this one. */
export const versionAdvice = (range: string): string =>
  localize(
    'This configuration needs Recline {range}, and this is {version}; use a version that fits, or change the range.',
    { range, version },
  )
