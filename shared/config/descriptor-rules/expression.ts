import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'

/** `ruleProblems` finds these problems, because expressions can read the tags of other descriptors. */
export const descriptorExpression: DescriptorRule = {
  code: 'descriptor-expression',
  severity: 'error',
  summary: 'The expression of a rule is wrong, or a rule names a field that does not exist.',
  check: () => undefined,
}
