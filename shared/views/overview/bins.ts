import type { FieldDefinition } from '../../domains/registry.ts'

/** The number of bins of a range, unless it has only a few whole numbers. */
const partCount = 10

/** The bins of a histogram: below the range, its parts in ascending order, and above the range. */
export interface Bins {
  readonly labels: readonly string[]
  /** The index of the label of a number's bin. */
  binOf(value: number): number
}

/**
 * The bins of a range that includes both ends. Few whole numbers have a bin each; other bins include their lower end.
 */
export function binsOf({ type, range: [low, high] = [0, 0] }: Pick<FieldDefinition, 'type' | 'range'>): Bins {
  const hasBinPerNumber = type === 'int' && high - low < 2 * partCount
  const parts = hasBinPerNumber ? high - low + 1 : partCount
  const edge = (part: number): string => print(low + ((high - low) * part) / partCount)
  const labels = Array.from({ length: parts }, (_, part) =>
    hasBinPerNumber ? String(low + part) : `${edge(part)} to ${edge(part + 1)}`,
  )
  return {
    labels: [`below ${print(low)}`, ...labels, `above ${print(high)}`],
    binOf: value => {
      if (value < low) return 0
      if (value > high) return parts + 1
      return (
        1 + (hasBinPerNumber ? value - low : Math.min(parts - 1, Math.floor(((value - low) / (high - low)) * parts)))
      )
    },
  }
}

/** A number in a few digits. */
const print = (value: number): string => String(Number(value.toPrecision(6)))
