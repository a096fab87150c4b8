import { durationOf } from '../expression/run/values.ts'

/**
 * How far a list of due days looks ahead, in milliseconds. `3m` would be three minutes, and people mean months, so only
 * days and hours have a unit.
 *
 * @param text such as `30d`, `12h` or `1d12h`
 * @returns undefined for another text
 */
export const lookAheadOf = (text: string): number | undefined => (/[ms-]/i.test(text) ? undefined : durationOf(text))
