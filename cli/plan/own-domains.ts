import { type Severities, withSeverities } from '../../shared/check/problem.ts'
import type { DescriptorProblem } from '../../shared/config/descriptors/descriptor-rule.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { placesInText } from '../output/places.ts'
import { descriptorProblems, type ReadDescriptor, readDescriptors, registryOf } from './read-descriptors.ts'

/** The built-in domains and those of the user. */
export interface OwnDomains {
  readonly registry: Registry
  /** Files that could not be read, and errors in files, so that parts of domains are missing. */
  readonly failures: readonly Failure[]
  /** Sentences about files that have problems and count nevertheless. */
  readonly warnings: readonly string[]
}

/**
 * Reads the user's descriptors, and adds their domains to the built-in ones.
 *
 * @param paths files, folders, globs
 * @param named the domains that configurations name
 * @param severitiesFor returns the severities that the user chose for the problems of a descriptor
 */
export async function readOwnDomains(
  paths: readonly string[],
  named: Iterable<string>,
  severitiesFor: (descriptor: ReadDescriptor) => Promise<Severities>,
): Promise<OwnDomains> {
  const { read, failures } = await readDescriptors(paths)
  const registry = registryOf(read, named)
  const errors: Failure[] = []
  const warnings: string[] = []
  for (const [descriptor, found] of descriptorProblems(read, registry)) {
    const problems = withSeverities(
      found.map(problem => ({ ...problem, entry: 0 })),
      await severitiesFor(descriptor),
    )
    const { name } = descriptor
    const wrong = problems.filter(({ severity }) => severity === 'error')
    for (const sentence of sentences(descriptor, wrong)) errors.push({ failure: sentence })
    if (wrong.length === 0 && problems.some(({ severity }) => severity === 'warning'))
      warnings.push(localize('{file} has problems; "recline descriptors check {file}" lists them.', { file: name }))
  }
  return { registry, failures: [...failures, ...errors], warnings }
}

/** The maximum number of problems of a file that are listed here. */
const mostFileProblems = 5

/** A sentence for each of the first problems, as `file:line:column: sentence`, and one for the others. */
function sentences({ name, text }: ReadDescriptor, problems: readonly DescriptorProblem[]): string[] {
  const listed = problems.slice(0, mostFileProblems)
  const placeOf = placesInText(
    text,
    listed.map(({ start }) => start),
  )
  const lines = listed.map(({ start, message }) => {
    const { line, column } = placeOf(start)
    return `${name}:${line}:${column}: ${message}`
  })
  const others = problems.length - listed.length
  if (others > 0)
    lines.push(
      others === 1
        ? localize('{file} has 1 more error; "recline descriptors check {file}" lists them.', { file: name })
        : localize('{file} has {count} more errors; "recline descriptors check {file}" lists them.', {
            file: name,
            count: others,
          }),
    )
  return lines
}
