import type { DescriptorProblem } from '../../shared/config/descriptor-rule.ts'
import { foreignReferenceProblems, ruleProblems, takenDomains } from '../../shared/config/descriptor-set.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { ReadDescriptor } from './read-descriptors.ts'

/** The problems of each descriptor, also those among all of them, in the order of their positions. */
export function descriptorProblems(
  read: readonly ReadDescriptor[],
  registry: Registry,
): (readonly [ReadDescriptor, DescriptorProblem[]])[] {
  const duplicates = takenDomains(new Map(read.map(({ name, file }) => [name, file])), builtinDescriptors)
  return read.map(descriptor => {
    const { name, file } = descriptor
    const duplicate = duplicates.get(name)
    const problems = [
      ...file.problems,
      ...foreignReferenceProblems(file, registry),
      ...ruleProblems(file, registry),
      ...(duplicate ? [duplicate] : []),
    ]
    return [descriptor, problems.sort((one, other) => one.start - other.start)]
  })
}
