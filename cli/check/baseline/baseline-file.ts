import { stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { localize } from '../../../shared/domains/localize.ts'
import type { Failure } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { readText } from '../../files/read-text.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import { problemKey } from '../../output/problem-identity.ts'

const knownProblem = v.object({
  file: v.string(),
  record: v.string(),
  field: v.nullable(v.string()),
  code: v.string(),
  value: v.string(),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
})

/** Equal problems of a file that are known; `count` of them. `file` is a path from the folder of the baseline. */
export type KnownProblem = v.InferOutput<typeof knownProblem>

const baseline = v.object({ version: v.literal(1), problems: v.array(knownProblem) })

/**
 * The known problem that a problem of a file is, which must have its identity.
 *
 * @param path the path of the baseline
 * @param file the path of the file, as printed
 */
export const knownProblemOf = (path: string, file: string, { code, field, identity }: PlacedProblem): KnownProblem => ({
  file: relative(dirname(resolve(path)), resolve(file)).replaceAll(sep, '/'),
  record: identity!.record,
  field,
  code,
  value: identity!.value,
  count: 1,
})

/** The key from `keyOf` of the problems that a known problem stands for, in any file. */
export const keyOfKnown = (problem: KnownProblem): string => problemKey(identified(problem))

/** What identifies the problems that a known problem stands for. */
export const identified = ({
  code,
  record,
  field,
  value,
}: KnownProblem): Pick<PlacedProblem, 'identity' | 'field' | 'code'> => ({ code, field, identity: { record, value } })

/** The path of the file of a known problem. */
export const pathOfKnown = (path: string, { file }: KnownProblem): string => resolve(dirname(path), file)

/** Reads a file that `--write-baseline` wrote. */
export async function readBaseline(path: string): Promise<readonly KnownProblem[] | Failure> {
  const file = printed(path)
  const read = await readText({ file, path })
  if ('failure' in read)
    return { failure: `${read.failure} ${localize('Create it with --write-baseline {file}.', { file })}` }
  const result = v.safeParse(baseline, parsed(read.text))
  if (result.success) return result.output.problems
  return {
    failure: localize('{file} is not a baseline; name a file that --write-baseline has written.', { file }),
  }
}

/** The known problems of the file that a baseline is written to, which can be absent or empty, but nothing else. */
export async function earlierBaseline(path: string): Promise<readonly KnownProblem[] | Failure> {
  const found = await stat(path).catch(() => undefined)
  if (!found || (found.isFile() && found.size === 0)) return []
  const read = await readBaseline(path)
  if (!('failure' in read)) return read
  return {
    failure: localize('{file} is not a baseline, so it is not replaced by one; choose another name, or delete it.', {
      file: printed(path),
    }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a baseline, with one line for each problem, sorted, so that its diffs are short. */
export function baselineText(problems: Iterable<KnownProblem>): string {
  const lines = Array.from(problems, ({ count, ...problem }) =>
    JSON.stringify({ ...problem, ...(count > 1 && { count }) }),
  )
  return `{\n"version": 1,\n"problems": [\n${lines.sort().join(',\n')}\n]\n}\n`
}

/** A text that two known problems share if only their counts differ. */
export const textOfKnown = (problem: KnownProblem): string => JSON.stringify({ ...problem, count: 0 })
