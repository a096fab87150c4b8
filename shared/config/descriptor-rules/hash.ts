import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'

/** `schemaHashProblems` finds these problems, because a hash is about what the descriptor inherits too. */
export const descriptorHash: DescriptorRule = {
  code: 'descriptor-hash',
  severity: 'warning',
  summary: '`schemaHash` is not the hash of the records.',
  check: () => undefined,
}
