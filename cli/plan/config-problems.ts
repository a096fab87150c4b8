import { type Severities, withSeverities } from '../../shared/check/problem.ts'
import type { ConfigFile } from '../../shared/config/config-file.ts'
import { configRuleProblems, domainProblems } from '../../shared/config/config-problems.ts'
import { globMatcher } from '../../shared/config/glob.ts'
import { leavesRepository } from '../../shared/config/outer-globs.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { placesInText } from '../output/places.ts'

/**
 * A failure for each glob of a configuration that matches no descriptor.
 *
 * @param descriptors their paths from the folder of the configuration
 * @param refused the globs that lead out of the repository
 */
export function globsWithoutDescriptor(
  name: string,
  text: string,
  { descriptorGlobs }: ConfigFile,
  descriptors: readonly string[],
  refused: ReadonlySet<string>,
): Failure[] {
  const unmatched = descriptorGlobs.filter(({ value }) => !descriptors.some(globMatcher([value as string])))
  const placeOf = placesInText(
    text,
    unmatched.map(({ offset }) => offset),
  )
  return unmatched.map(({ offset, value }) => {
    const { line, column } = placeOf(offset)
    const glob = value as string
    const sentence = refused.has(glob)
      ? leavesRepository(glob)
      : localize('The glob "{glob}" matches no descriptor; correct it, or remove it.', { glob: shorten(glob) })
    return { failure: `${name}:${line}:${column}: ${sentence}` }
  })
}

/** The problems of a configuration in the order of their positions, each as `file:line:column: sentence`. */
export function problemSentences(
  name: string,
  text: string,
  file: ConfigFile,
  severities: Severities,
  registry: Registry,
): { readonly isError: boolean; readonly sentence: string }[] {
  const all = [...file.problems, ...domainProblems(file, registry), ...configRuleProblems(file, registry)].map(
    problem => ({
      ...problem,
      entry: 0,
    }),
  )
  const problems = withSeverities(all, severities).toSorted((one, other) => one.start - other.start)
  const placeOf = placesInText(
    text,
    problems.map(({ start }) => start),
  )
  return problems.map(({ severity, message, start }) => {
    const { line, column } = placeOf(start)
    return { isError: severity === 'error', sentence: `${name}:${line}:${column}: ${message}` }
  })
}
