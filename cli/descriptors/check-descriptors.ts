import { duplicateDescriptors, foreignReferenceProblems } from '../../shared/config/descriptor-set.ts'
import { builtinDescriptors } from '../../shared/domains/built-in.ts'
import type { Failure } from '../files/failure.ts'
import { excerptAt } from '../output/excerpt.ts'
import { allAtOnce, type Details, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { placesInText } from '../output/places-in-text.ts'
import { readDescriptors, registryOf } from '../plan/read-descriptors.ts'

/**
 * Checks all descriptor files of the paths together, because they can refer to each other and must not define the same
 * domain. In a result, `records` is the number of record types.
 */
export async function* checkDescriptors(
  paths: readonly string[],
  details: Details,
): AsyncGenerator<FileResult | Failure> {
  const { read, failures } = await readDescriptors(paths)
  yield* failures
  const registry = registryOf(read)
  const duplicates = duplicateDescriptors(new Map(read.map(({ name, file }) => [name, file])), builtinDescriptors)
  for (const { name, text, file } of read) {
    const duplicate = duplicates.get(name)
    const problems = [...file.problems, ...foreignReferenceProblems(file, registry), ...(duplicate ? [duplicate] : [])]
    problems.sort((one, other) => one.start - other.start)
    const placeOf = placesInText(
      text,
      problems.flatMap(({ start, end }) => [start, end]),
    )
    yield {
      file: name,
      records: file.descriptor?.records.length ?? 0,
      bytes: Buffer.byteLength(text),
      problems: allAtOnce(
        problems.map(
          ({ code, severity, message, start, end, domain = null, tag = null, field = null }): PlacedProblem => {
            const { line, column } = placeOf(start)
            const { line: endLine, column: endColumn } = placeOf(end)
            return {
              code,
              severity,
              message,
              line,
              column,
              endLine,
              endColumn,
              domain,
              tag,
              field,
              ...(details.excerpts && { excerpt: excerptAt(text, start, column) }),
            }
          },
        ),
      ),
    }
  }
}
