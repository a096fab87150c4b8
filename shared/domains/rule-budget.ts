/** How many steps a rule can take in a file in any case, and then for each record on which it is evaluated. */
const ofRule = { start: 100_000, perRecord: 100 }
const unusedBudget = { steps: 0, count: 0 }
/** The same for all rules of a file together. */
const ofFile = { start: 200_000, perRecord: 200 }

/** Decides how many steps declared rules can still take. */
export interface StepBudget {
  /** The ids of the rules that were stopped. */
  readonly stopped: ReadonlySet<string>
  /** Whether a rule is not evaluated any more. */
  isStopped(rule: string): boolean
  /** How many steps the next evaluation of a rule can take. */
  leftFor(rule: string): number
  /**
   * Takes the steps of one evaluation of a rule.
   *
   * @param isExhausted whether the evaluation had no steps left, and so no result
   * @returns whether the rule was stopped by that
   */
  spend(rule: string, steps: number, isExhausted: boolean): boolean
}

/**
 * How many steps declared rules can still take in one file, while someone waits for its problems. A rule that takes too
 * many is not evaluated again in the file, until the rules or the file are read anew.
 */
export class RuleBudget implements StepBudget {
  private readonly ofRules = new Map<string, { steps: number; count: number }>()
  readonly stopped = new Set<string>()
  private steps = 0
  private count = 0

  /** @param stop is called once with the id of each rule that is stopped */
  constructor(private readonly stop: (rule: string) => void) {}

  isStopped(rule: string): boolean {
    return this.stopped.has(rule)
  }

  leftFor(rule: string): number {
    const { steps, count } = this.ofRules.get(rule) ?? unusedBudget
    return ofRule.start + ofRule.perRecord * (count + 1) - steps
  }

  spend(rule: string, steps: number): boolean {
    const own = this.ofRules.get(rule) ?? { steps: 0, count: 0 }
    this.ofRules.set(rule, own)
    own.steps += steps
    own.count++
    this.steps += steps
    this.count++
    const isOwnLeft = own.steps <= ofRule.start + ofRule.perRecord * own.count
    // Of many rules that are slow together, the one is stopped that takes more than its share when nothing is left.
    const isFileLeft = this.steps <= ofFile.start + ofFile.perRecord * this.count || steps <= ofFile.perRecord
    if (isOwnLeft && isFileLeft) return false
    this.stopped.add(rule)
    this.stop(rule)
    return true
  }
}

/** An evaluation with more steps is a heavy one. */
const lightSteps = 1_000
/** How many steps all heavy evaluations of a run can take together: some seconds. */
const mostHeavySteps = 100_000_000
/** How many steps those evaluations of a rule can take together that end without a result: a fraction of a second. */
const mostLostSteps = 5_000_000

/**
 * How many steps declared rules can still take in a run of the command line. Nobody reads the records meanwhile, so no
 * rule is left out. Once heavy evaluations have taken some seconds, an evaluation is stopped where it becomes heavy,
 * and the problem of its record says so; those of a rule that was stopped on many records, so that the check is
 * incomplete in any case, earlier.
 */
export class RunBudget implements StepBudget {
  readonly stopped: ReadonlySet<string> = new Set()
  private heavySteps = 0
  /** The steps of the evaluations of each rule that had no result. */
  private readonly lostSteps = new Map<string, number>()

  isStopped(): boolean {
    return false
  }

  leftFor(rule: string): number {
    const isShort = this.heavySteps > mostHeavySteps || (this.lostSteps.get(rule) ?? 0) > mostLostSteps
    return isShort ? lightSteps : Infinity
  }

  spend(rule: string, steps: number, isExhausted: boolean): boolean {
    if (steps > lightSteps) this.heavySteps += steps
    if (isExhausted) this.lostSteps.set(rule, (this.lostSteps.get(rule) ?? 0) + steps)
    return false
  }
}
