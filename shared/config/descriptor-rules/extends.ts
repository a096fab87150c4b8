import type { DescriptorRule } from '../descriptors/descriptor-rule.ts'

/** `extensionProblems` finds these problems, because the domain that is extended is in another descriptor. */
export const descriptorExtends: DescriptorRule = {
  code: 'descriptor-extends',
  severity: 'error',
  summary: 'A descriptor extends a domain in a way that cannot count.',
  check: () => undefined,
}

/** `extensionProblems` finds these too. */
export const descriptorWidens: DescriptorRule = {
  code: 'descriptor-widens',
  severity: 'information',
  summary: 'A descriptor allows more than the domain that it extends.',
  check: () => undefined,
}
