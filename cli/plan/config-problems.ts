import { type Severities, withSeverities } from '../../shared/check/problem.ts'
import { type ConfigFile, domainProblems, ruleProblems } from '../../shared/config/config.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { placesInText } from '../output/places-in-text.ts'

/** The problems of a configuration in the order of their positions, each as `file:line:column: sentence`. */
export function problemSentences(
  name: string,
  text: string,
  file: ConfigFile,
  severities: Severities,
  registry: Registry,
): { readonly isError: boolean; readonly sentence: string }[] {
  const all = [...file.problems, ...domainProblems(file, registry), ...ruleProblems(file, registry)].map(problem => ({
    ...problem,
    entry: 0,
  }))
  const problems = withSeverities(all, severities).sort((one, other) => one.start - other.start)
  const placeOf = placesInText(
    text,
    problems.map(({ start }) => start),
  )
  return problems.map(({ severity, message, start }) => {
    const { line, column } = placeOf(start)
    return { isError: severity === 'error', sentence: `${name}:${line}:${column}: ${message}` }
  })
}
