import type { MergedUnit } from './merge-unit.ts'

/** How conflicts are written. */
export interface MarkerStyle {
  /** How many characters a marker has: git uses 7. */
  readonly markerSize: number
  /** The names of the sides. */
  readonly ours: string
  readonly theirs: string
}

/**
 * The text of a result. A conflict has git's markers around whole units, and the units above and below are the same on
 * both sides.
 */
export function composed(units: readonly MergedUnit[], lineBreak: string, style: MarkerStyle): string {
  const marker = (sign: string, text = ''): string => sign.repeat(style.markerSize) + text + lineBreak
  return units
    .map(({ blank, ours, theirs, conflict }) =>
      conflict
        ? blank +
          marker('<', ` ${style.ours}: ${oneLine(conflict.ours)}`) +
          ours +
          marker('=') +
          theirs +
          marker('>', ` ${style.theirs}: ${oneLine(conflict.theirs)}`)
        : blank + ours,
    )
    .join('')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ')
