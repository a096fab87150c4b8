import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Failure, reasonOf } from '../../files/failure.ts'
import { printed } from '../../files/paths.ts'
import { replaceWhole } from '../../files/write-pieces.ts'
import { complain, ExitCode } from '../../output/exit.ts'
import type { FileResult } from '../../output/file-result.ts'
import { count } from '../../output/formats/plain.ts'
import { oneLine } from '../../output/one-line.ts'
import {
  baselineText,
  isDecided,
  type KnownProblem,
  knownProblemOf,
  pathOfKnown,
  readBaseline,
} from './baseline-file.ts'

/**
 * Writes the problems of a check to a baseline, and sets the exit code. If something could not be checked, writes
 * nothing, as the next check would then find problems that are not new. Keeps the problems of files that were not
 * checked.
 *
 * @param results their problems must have their identities
 */
export async function writeBaseline(path: string, results: AsyncIterable<FileResult | Failure>): Promise<void> {
  const known = new Map<string, KnownProblem>()
  const checked = new Set<string>()
  const failures = new Set<string>()
  const add = (one: KnownProblem): void => {
    const key = JSON.stringify({ ...one, count: 0 })
    known.set(key, { ...one, count: (known.get(key)?.count ?? 0) + one.count })
  }
  for await (const result of results) {
    if ('failure' in result) {
      failures.add(result.failure)
      continue
    }
    checked.add(resolve(result.file))
    for await (const some of result.problems)
      for (const problem of some) add(knownProblemOf(path, result.file, problem))
  }
  const earlier = await readBaseline(path)
  const kept = 'failure' in earlier ? [] : earlier.filter(one => !isDecided(pathOfKnown(path, one), checked))
  for (const one of kept) add(one)
  const name = printed(path)
  process.exitCode = ExitCode.CouldNotRun
  for (const failure of failures) complain(failure)
  if (failures.size > 0) return complain(`${name} was not written, because not everything could be checked.`)
  try {
    await replaceWhole(path, to => writeFile(to, baselineText(known.values())))
  } catch (error) {
    return complain(`${name} could not be written: ${reasonOf(error)}.`)
  }
  process.exitCode = ExitCode.Clean
  const problems = [...known.values()].reduce((sum, { count }) => sum + count, 0)
  const others = kept.reduce((sum, { count }) => sum + count, 0)
  const ofOthers = others > 0 ? `, ${others} of them in files that were not checked` : ''
  process.stderr.write(`${count(problems, 'known problem')} in ${oneLine(name)}${ofOthers}.\n`)
}
