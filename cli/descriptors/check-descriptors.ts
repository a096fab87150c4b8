import type { Failure } from '../files/failure.ts'
import { excerptAt } from '../output/excerpt.ts'
import { allAtOnce, type Details, type FileResult, type PlacedProblem } from '../output/file-result.ts'
import { placesInText, spanBetween } from '../output/places.ts'
import { shortText } from '../output/problem-identity.ts'
import { descriptorProblems, readDescriptors, registryOf } from '../plan/read-descriptors.ts'

/**
 * Checks all descriptor files of the paths together, because they can refer to each other and must not define the same
 * domain. In a result, `records` is the number of record types.
 *
 * @param exclude globs of files and folders that are left out
 */
export async function* checkDescriptors(
  paths: readonly string[],
  exclude: readonly string[],
  details: Details,
): AsyncGenerator<FileResult | Failure> {
  const { read, failures } = await readDescriptors(paths, exclude)
  yield* failures
  for (const [{ name, text, file }, problems] of descriptorProblems(read, registryOf(read))) {
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
            const span = spanBetween(placeOf(start), placeOf(end))
            return {
              code,
              severity,
              message,
              ...span,
              domain,
              tag,
              field,
              ...(details.identities && {
                identity: { record: [domain, tag].filter(Boolean).join('.'), value: shortText(text.slice(start, end)) },
              }),
              ...(details.excerpts && { excerpt: excerptAt(text, start, span.column) }),
            }
          },
        ),
      ),
    }
  }
}
