import { constants } from 'node:buffer'
import type { Failure } from '../../files/failure.ts'
import type { Details } from '../../output/file-result.ts'
import { lower, type PartNames, type PartResult } from './check-part.ts'
import { addPart, type FileRun, type PartRun, taskOf } from './file-run.ts'
import { inOrder } from './in-order.ts'
import type { PartRunner } from './runner.ts'

/** Takes in what the records of a part are called and refer to; the parts come in their order. */
export type TakeNames = (part: PartRun, names: PartNames) => void

/**
 * Reads and checks files part by part; gives each when it is read whole, in order, or says why it cannot be. What is found
 * stays with the parts, until it is too much to keep.
 *
 * @param countOf how many stretches a file is cut into
 */
export async function* readFiles(
  files: AsyncIterable<FileRun | Failure>,
  countOf: (file: FileRun) => number,
  runner: PartRunner,
  details: Details,
  takeNames: TakeNames,
): AsyncGenerator<FileRun | Failure> {
  // What fixes change can stand in parts that are not read yet, so those are worked out when all are.
  const wanted = details.fixes ? undefined : { details }
  let numbers = 0
  let kept = 0
  /** The names of a file's parts, from the first one on that other parts have yet to decide about. */
  let waiting: { readonly part: PartRun; readonly names: PartNames }[] = []

  for await (const [job, result] of inOrder(jobs(), runner.ahead, start)) {
    if ('failure' in job) {
      yield job
      continue
    }
    const { file, index, isLast } = job
    if (file.hasFailed) continue
    const failure = result === 'skipped' ? undefined : await take(file, index, result)
    if (failure) {
      file.hasFailed = true
      waiting = []
      yield failure
    } else if (isLast) {
      file.isRead = true
      await decide()
      yield file
    }
  }

  async function* jobs(): AsyncGenerator<Job | Failure> {
    for await (const file of files) {
      if ('failure' in file) {
        yield file
        continue
      }
      const count = countOf(file)
      for (let index = 0; index < count; index++) yield { file, index, isLast: index === count - 1 }
    }
  }

  async function start(job: Job | Failure): Promise<PartResult | Failure | 'skipped'> {
    if ('failure' in job || job.file.hasFailed) return 'skipped'
    const { file, index } = job
    // Where parts are read one after the other, what stands above is known.
    return runner.run(taskOf(file, index, index === 0 || runner.ahead === 1 ? file.carried : undefined, wanted))
  }

  async function take(file: FileRun, index: number, result: PartResult | Failure): Promise<Failure | undefined> {
    if (result === 'nothing') return undefined
    if (result === 'too long')
      return {
        failure: `${nameOf(file)} has more than ${mostMegabytes} MB between two lines that start with @, which is the limit.`,
      }
    if ('failure' in result) return result
    if ('foreignLine' in result)
      return { failure: `${nameOf(file)} is not UTF-8 on line ${file.lines + result.foreignLine}; save it as UTF-8.` }
    const { before } = result.facts
    if (before.header !== file.carried.header || before.isInBlock !== file.carried.isInBlock) {
      return take(file, index, await runner.run(taskOf(file, index, file.carried, wanted)))
    }
    const part = addPart(file, numbers++, index, result.facts, kept > mostKept ? undefined : result.findings)
    kept += part.findings?.length ?? 0
    if (result.facts.isUndecided || waiting.length > 0) waiting.push({ part, names: result.names })
    else takeNames(part, result.names)
    return undefined
  }

  /** Checks those parts again for which it is only now known what decides about their records. */
  async function decide(): Promise<void> {
    for (const { part, names } of waiting) {
      const { file, index, facts } = part
      const result = facts.isUndecided ? await runner.run(taskOf(file, index, facts.before, wanted)) : undefined
      const isRead = typeof result === 'object' && 'facts' in result
      if (isRead) {
        part.facts = result.facts
        if (part.findings && result.findings) lower(result.findings, part.firstLine)
        part.findings &&= result.findings
      }
      takeNames(part, isRead ? result.names : names)
    }
    waiting = []
  }
}

/** A part that is to be read. */
interface Job {
  readonly file: FileRun
  readonly index: number
  readonly isLast: boolean
}

const nameOf = ({ planned: { source } }: FileRun): string =>
  source.path === undefined ? 'Standard input' : source.file

const mostMegabytes = Math.round(constants.MAX_STRING_LENGTH / 2 ** 20)

/** How many problems are kept before the parts that have more of them are read again for it. */
const mostKept = 100_000
