import type { Change } from '../../shared/diff/changes.ts'
import { definitionFor } from '../../shared/diff/record-fields.ts'
import type { Unit } from '../../shared/diff/units.ts'
import type { Registry, Tag } from '../../shared/domains/registry.ts'
import { compiled, readCondition } from '../../shared/expression/expression.ts'
import { type Evaluate, Frame } from '../../shared/expression/frame.ts'
import type { ExpressionProblem } from '../../shared/expression/nodes.ts'
import { ParsedRecord } from '../../shared/expression/parsed-record.ts'
import type { Failure } from '../files/failure.ts'

/**
 * Keeps the changes of records that fit a condition before or after. References lead nowhere in it.
 *
 * @param condition an expression, such as `severity == "high"`
 * @param now what `now` means, in milliseconds since 1970
 * @returns what is wrong with the condition, if it fits none of the tags of the changes
 */
export function changesWhere(
  condition: string,
  changes: readonly Change[],
  registry: Registry,
  now: number,
): Change[] | Failure {
  const conditions = new Map<Tag, Evaluate | undefined>()
  let problem: ExpressionProblem | undefined
  const conditionOf = (tag: Tag): Evaluate | undefined => {
    if (conditions.has(tag)) return conditions.get(tag)
    const read = readCondition(condition, tag, registry)
    // The tag is meant for which a correction is known.
    const [first] = read.problems
    if (!problem || (!hasCorrection(problem) && first && hasCorrection(first))) problem = first
    const evaluate = compiled(read, 'query')
    conditions.set(tag, evaluate)
    return evaluate
  }
  const fits = (unit: Unit | undefined): boolean => {
    const tag = unit?.record && definitionFor(unit.record, registry)
    const evaluate = tag && conditionOf(tag)
    return evaluate?.(new Frame(new ParsedRecord(unit!.record!), { time: now, isDate: false })) === true
  }
  const found = changes.filter(({ before, after }) => fits(after) || fits(before))
  const isUsed = [...conditions.values()].some(evaluate => evaluate)
  return problem === undefined || isUsed ? found : { failure: `--where: ${problem.message}` }
}

const hasCorrection = ({ replacements = [] }: ExpressionProblem): boolean => replacements.length > 0
