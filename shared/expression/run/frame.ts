import type { FieldDefinition } from '../../domains/registry.ts'
import type { ReachableRecords, RecordValues, Timestamp, Value } from './values.ts'

/** Evaluates a compiled expression; undefined if it reads an absent value, or has no result for these values. */
export type Evaluate = (frame: Frame) => Value | undefined

/** One evaluation of an expression on a record. */
export class Frame {
  /** The items of functions such as `exists`, by their slots. */
  readonly variables: Value[] = []
  /** The steps that are left. */
  steps = mostSteps

  /**
   * @param record the record that the expression is about; it can be changed before another evaluation
   * @param now what the name `now` stands for; it can be changed before another evaluation
   * @param records the records that it can reach; without them, references lead nowhere
   */
  constructor(
    public record: RecordValues,
    public now: Timestamp,
    readonly records: ReachableRecords = noRecords,
  ) {}

  /** Prepares for another evaluation. */
  restart(): void {
    this.steps = mostSteps
  }

  /** Whether the evaluation was stopped because it took too many steps. */
  get isExhausted(): boolean {
    return this.steps < 0
  }

  /** Whether some more steps can be taken. */
  take(steps: number): boolean {
    this.steps -= steps
    return this.steps >= 0
  }
}

/**
 * The limit of steps: items of lists that are looked at, and texts of some characters that are searched. They take some
 * tens of milliseconds, and nobody gets an answer meanwhile.
 */
export const mostSteps = 250_000

/** No other records, where a condition reaches none. */
export const noRecords: ReachableRecords = {
  find: () => undefined,
  referrers: () => [],
  isInCircle: () => undefined,
}

/** What looking at all of a value costs. */
export const stepsOf = (value: Value): number =>
  typeof value === 'string' || Array.isArray(value) ? 1 + (value.length >> 4) : 1

/** A field that an expression reads, and the record that has it: this one, or one that a reference leads to. */
export interface FieldPlace {
  readonly field: FieldDefinition
  readonly owner: (frame: Frame) => RecordValues | undefined
}
