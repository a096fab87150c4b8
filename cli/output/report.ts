import { fstatSync } from 'node:fs'
import type { Command } from 'commander'
import pc from 'picocolors'
import { localize } from '../../shared/domains/localize.ts'
import { plainMessage } from '../../shared/domains/message-text.ts'
import type { Failure } from '../files/failure.ts'
import type { Target } from '../files/target.ts'
import { writePieces } from '../files/write-pieces.ts'
import { host, type OutputStream } from '../host/host.ts'
import { complain, ExitCode } from './exit.ts'
import type { FileResult, PlacedProblem } from './file-result.ts'
import type { Format, Outcome, Summary } from './formats/format.ts'
import { warningsInWords } from './formats/plain.ts'
import { print } from './output.ts'
import { statistics } from './statistics.ts'

/** How results are printed. */
export interface ReportOptions {
  /** Whether standard output and standard error have colors. */
  readonly hasColors: boolean
  readonly errorsHaveColors: boolean
  /** Prints only errors, but counts everything. */
  readonly quiet?: boolean
  /** The run fails if there are more warnings than this. */
  readonly maxWarnings?: number
  /** Whether the run fails if there is a warning: always for this command, so no option is to blame. */
  readonly failsOnWarning?: boolean
  /** If only new problems are reported: which, such as `that main did not have`. */
  readonly which?: string | undefined
  /** Whether the files were fixed before. */
  readonly fix?: true
  /** Whether the fixes that change what records say were made too. */
  readonly unsafeFixes?: true
  /** The file that gets the results instead of standard output. */
  readonly output?: Target | undefined
  /** Files that get the results too, each in a format. */
  readonly reports?: readonly ReportFile[]
  /** Prints statistics at the end. */
  readonly stats?: boolean
  /** The start of the run, in milliseconds since the process started; 0 by default. */
  readonly started?: number
  /** Called before anything is written to the terminal. */
  readonly beforeWriting?: () => void
}

/** A file that gets the results in a format. */
interface ReportFile {
  readonly format: Format
  readonly target: Target
}

/** For the problems that only a merge has. A warning fails too, such as a reference to a record that is removed. */
export const ofMerge = (): { readonly failsOnWarning: true; readonly which: string } => ({
  failsOnWarning: true,
  which: localize('that neither side had'),
})

/** The colors of the streams, from `--color`, then `NO_COLOR`, `FORCE_COLOR` and the terminal. */
export function reportOptions(command: Command): ReportOptions {
  const { color = 'auto' } = command.opts<{ color?: 'auto' | 'always' | 'never' }>()
  if (color !== 'auto') return { hasColors: color === 'always', errorsHaveColors: color === 'always' }
  const { getOutHasColors, getErrHasColors } = command.configureOutput()
  return { hasColors: getOutHasColors?.() ?? false, errorsHaveColors: getErrHasColors?.() ?? false }
}

/**
 * Prints the results of a check, prints failures to standard error, and sets the exit code.
 *
 * @returns how many problems each code has
 */
export async function report(
  results: AsyncIterable<FileResult | Failure>,
  format: Format,
  options: ReportOptions,
): Promise<ReadonlyMap<string, number>> {
  const {
    quiet = false,
    maxWarnings = Infinity,
    failsOnWarning = false,
    which,
    fix = false,
    unsafeFixes = false,
    output,
    reports = [],
    stats = false,
    started = 0,
    beforeWriting = () => undefined,
    hasColors,
    errorsHaveColors,
  } = options
  const summary: Summary = { files: 0, records: 0, error: 0, warning: 0, information: 0, fixable: 0, answerable: 0 }
  const failures = new Set<string>()
  const codes = new Map<string, number>()
  let bytes = 0
  const outcome: Outcome = {
    summary,
    failures,
    colors: pc.createColors(hasColors),
    which,
    hasFixed: fix,
    hasFixedAll: fix && unsafeFixes,
  }

  function fail(failure: string): void {
    // A file that cannot be fixed can usually not be checked either: print the failure only once.
    if (failures.has(failure)) return
    failures.add(failure)
    beforeWriting()
    complain(failure)
  }

  async function* countedResults(): AsyncGenerator<FileResult> {
    for await (const result of results) {
      if ('failure' in result) {
        fail(result.failure)
        continue
      }
      summary.files++
      summary.records += result.records
      bytes += result.bytes
      yield { ...result, problems: countedProblems(result) }
    }
  }

  async function* countedProblems({ file, problems }: FileResult): AsyncGenerator<readonly PlacedProblem[]> {
    for await (const some of problems) {
      countIn(some)
      for (const { isStopped, code } of some)
        if (isStopped)
          fail(
            localize('{file}: {code} was stopped for some records, so the check of this file is incomplete.', {
              file,
              code,
            }),
          )
      const shown = quiet ? some.filter(({ severity }) => severity === 'error') : some
      yield shown.map(withPlainMessages)
    }
  }

  // Not inside the generator, because V8 optimizes loops in generators poorly.
  function countIn(problems: readonly PlacedProblem[]): void {
    for (const { code, severity, isFixable, hasAnswer } of problems) {
      summary[severity]++
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (isFixable) summary.fixable++
      if (hasAnswer) summary.answerable++
    }
  }

  const files = [...(output === undefined ? [] : [{ format, target: output }]), ...reports]
  const isPrinted = output === undefined
  // With colors, a pager shows them to people; a file keeps them for people.
  const isForPeople = host.stdout.isTTY === true || hasColors || isFile(host.stdout)
  const copies = splitResults(countedResults(), files.length + (isPrinted ? 1 : 0))
  const written = await Promise.all([
    ...files.map(({ format, target }, index) =>
      writePieces(
        target,
        format.output({
          ...outcome,
          colors: pc.createColors(false),
          results: copies[index]!,
          mostListed: Infinity,
        }),
      ),
    ),
    isPrinted
      ? print(
          format.output({ ...outcome, results: copies.at(-1)!, mostListed: isForPeople ? Infinity : mostForPrograms }),
          host.stdout.isTTY ? beforeWriting : undefined,
        )
      : undefined,
  ])
  for (const unwritten of written) if (unwritten) fail(unwritten.failure)
  beforeWriting()
  if (format.closing && summary.files > 0)
    host.stderr.write(`${format.closing({ ...outcome, colors: pc.createColors(errorsHaveColors) })}\n`)
  const hasTooManyWarnings = summary.warning > maxWarnings
  if (hasTooManyWarnings)
    complain(
      summary.warning === 1
        ? localize('There is 1 warning, but --max-warnings allows {most}.', { most: maxWarnings })
        : localize('There are {warnings}, but --max-warnings allows {most}.', {
            warnings: warningsInWords(summary.warning),
            most: maxWarnings,
          }),
    )
  if (stats) host.stderr.write(statistics({ ...summary, bytes, codes, milliseconds: performance.now() - started }))
  const isFailed = summary.error > 0 || hasTooManyWarnings || (failsOnWarning && summary.warning > 0)
  const code = isFailed ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = failures.size > 0 ? ExitCode.CouldNotRun : code
  return codes
}

/** Whether the shell writes a stream to a file. */
const isFile = ({ fd }: OutputStream): boolean => fd !== undefined && fstatSync(fd).isFile()

/** The most problems of a text for people that a program gets: it passes each word on to a model, or to a log. */
const mostForPrograms = 100

/** A problem whose messages can be shown in every format: see `plainMessage`. */
function withPlainMessages(problem: PlacedProblem): PlacedProblem {
  const message = plainMessage(problem.message)
  const { related } = problem
  // Most messages are plain already, and a new object takes time.
  if (message === problem.message && related === undefined) return problem
  return {
    ...problem,
    message,
    related: related?.map(other => ({ ...other, message: plainMessage(other.message) })),
  }
}

/**
 * Gives all results to several readers. Results are streams that can be read only once, so all readers get a result at
 * the same time. Each reader must read everything.
 */
function splitResults(results: AsyncIterable<FileResult>, readers: number): AsyncIterable<FileResult>[] {
  if (readers === 1) return [results]
  async function* shared(): AsyncGenerator<FileResult[]> {
    for await (const result of results) {
      const problems = split(result.problems, readers)
      yield problems.map(own => ({ ...result, problems: own }))
    }
  }
  return split(shared(), readers).map(async function* (all, reader) {
    for await (const copies of all) yield copies[reader]!
  })
}

/** Gives all items to several readers. An item is read when all readers have asked for it. */
function split<Item>(items: AsyncIterable<Item>, readers: number): AsyncIterable<Item>[] {
  const source = items[Symbol.asyncIterator]()
  let current = newRound<IteratorResult<Item>>()
  const next = (): Promise<IteratorResult<Item>> => {
    const round = current
    if (++round.asked < readers) return round.item
    current = newRound()
    source.next().then(round.resolve, round.reject)
    return round.item
  }
  return Array.from({ length: readers }, () => ({ [Symbol.asyncIterator]: () => ({ next }) }))
}

/** One item, which comes when all readers have asked for it. */
interface SharedItem<Item> {
  asked: number
  readonly item: Promise<Item>
  readonly resolve: (item: Item) => void
  readonly reject: (error: unknown) => void
}

function newRound<Item>(): SharedItem<Item> {
  let resolve: (item: Item) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const item = new Promise<Item>((...functions) => {
    ;[resolve, reject] = functions
  })
  return { asked: 0, item, resolve, reject }
}
