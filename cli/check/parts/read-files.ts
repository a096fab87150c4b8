import type { LineState } from '../../../shared/scan/part.ts'
import type { Failure } from '../../files/failure.ts'
import type { PlacedProblem } from '../../output/file-result.ts'
import type { Writable } from '../../output/placed-problems.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { addPart, type FileState, unreadFile } from '../file-state.ts'
import type { FoundProblem } from '../found-problem.ts'
import type { PartResult, PartTask } from './check-part.ts'
import { type Content, contentOf } from './content.ts'
import { resultsInOrder } from './in-order.ts'
import { type ByteRange, partRanges, wholeFile } from './part-reader.ts'
import type { PartOutcome, PartRunner } from './runner.ts'

/** A file of a run. */
export interface RunFile extends FileState {
  /** Its number among the files of the run. */
  readonly number: number
  readonly content: Content
  /** The parts that were read, in order. */
  readonly parts: KeptPart[]
  /** The number of records of each domain, by its path. Set when all parts are read, if any record is undecided. */
  decidingCounts: ReadonlyMap<string, number> | undefined
  /** Whether a part of it could not be read. */
  hasFailed: boolean
}

/** A part of a file, as it is kept until the end of the run. */
export interface KeptPart {
  readonly file: RunFile
  /** Its number among the parts of all files. */
  readonly number: number
  readonly range: ByteRange
  /** Its lines are those of the file. Its problems are undefined if they were not wanted, or are too many to keep. */
  result: KeptResult
}

/** What is kept of a result; its names and values are taken. */
type KeptResult = Omit<PartResult, 'names' | 'rows'>

/** What is taken of a part once. */
type TakenOfPart = Pick<PartResult, 'names' | 'rows'>

/** What the caller wants of all parts. */
export type TaskOptions = Pick<PartTask, 'details' | 'hasNames' | 'top'>

/**
 * Takes each part once: when it is read, or if it waits for other parts that decide about its records, when the file is
 * read. The parts come in their order.
 */
export type TakePart = (part: KeptPart, taken: TakenOfPart) => void

/** How much is read at once, and kept. */
export interface Limits {
  /** About how many bytes are read at once. */
  readonly partSize: number
  /** How many problems are kept in memory. Parts with more problems are checked again when they are printed. */
  readonly keptProblems: number
}

/**
 * Reads and checks files part by part, as many parts at a time as the runner can do.
 *
 * @returns each file once it is read, or why it cannot be read, in their order
 */
export async function* readFiles(
  files: readonly PlannedFile[],
  { partSize, keptProblems }: Limits,
  runner: PartRunner,
  options: TaskOptions,
  takePart: TakePart,
): AsyncGenerator<RunFile | Failure> {
  const parts = new PartCollector(runner, options, keptProblems, takePart)
  for await (const [job, outcome] of resultsInOrder(readJobsOf(files, partSize), runner.ahead, job =>
    parts.check(job),
  )) {
    if ('failure' in job) {
      yield job
      continue
    }
    const { file, isLast } = job
    if (file.hasFailed) continue
    const failure = await parts.take(job, outcome)
    if (failure) yield failure
    else if (isLast) {
      await parts.decide(file)
      yield file
    }
  }
}

/** The task to check a part of a file. */
const taskOf = (
  { planned, content, decidingCounts: counts }: RunFile,
  range: ByteRange,
  before: LineState | undefined,
  options: TaskOptions,
): PartTask => ({ planned, content, range, before, counts, ...options })

/** A part that is to be read. */
interface ReadJob {
  readonly file: RunFile
  readonly range: ByteRange
  readonly isLast: boolean
}

async function* readJobsOf(files: readonly PlannedFile[], partSize: number): AsyncGenerator<ReadJob | Failure> {
  let number = 0
  for (const planned of files) {
    const content = await contentOf(planned.source)
    if ('failure' in content) {
      yield content
      continue
    }
    const state = unreadFile(planned)
    const file: RunFile = {
      ...state,
      number: number++,
      content,
      parts: [],
      decidingCounts: undefined,
      hasFailed: false,
    }
    for (const range of partRanges(wholeFile, content, partSize))
      yield { file, range, isLast: range.end === content.size }
  }
}

/** Checks parts, and adds them to their files in order. */
class PartCollector {
  private nextNumber = 0
  private keptProblems = 0
  /** The parts from the first one on that has undecided records. */
  private waiting: { readonly part: KeptPart; readonly taken: TakenOfPart }[] = []

  constructor(
    private readonly runner: PartRunner,
    private readonly options: TaskOptions,
    private readonly mostKept: number,
    private readonly takePart: TakePart,
  ) {}

  /** Checks a part; the state above it is guessed if the parts above are not read. */
  async check(job: ReadJob | Failure): Promise<PartOutcome> {
    if ('failure' in job || job.file.hasFailed) return undefined
    const options = this.hasEnough ? { ...this.options, details: undefined } : this.options
    return this.runner.run(taskOf(job.file, job.range, this.isBeforeKnown(job) ? job.file.after : undefined, options))
  }

  /** Adds a part to its file. Returns a failure if the part cannot be read. */
  async take({ file, range }: ReadJob, checked: PartOutcome): Promise<Failure | undefined> {
    const { after } = file
    const isRight =
      !checked || ('failure' in checked ? this.isBeforeKnown({ range }) : isSameState(checked.before, after))
    const outcome = isRight ? checked : await this.runner.run(taskOf(file, range, after, this.options))
    if (!outcome) return undefined
    if ('failure' in outcome) {
      file.hasFailed = true
      this.waiting = []
      return outcome
    }
    const { names, rows, ...result } = belowState(outcome, after)
    const taken = { names, rows }
    addPart(file, result)
    const part = { file, number: this.nextNumber++, range, result: this.hasEnough ? withoutProblems(result) : result }
    file.parts.push(part)
    this.keptProblems += part.result.problems?.length ?? 0
    if (result.undecided.length > 0 || this.waiting.length > 0) this.waiting.push({ part, taken })
    else this.takePart(part, taken)
    return undefined
  }

  /** Decides about the undecided records of a file: checks the parts that have any again. */
  async decide(file: RunFile): Promise<void> {
    if (this.waiting.length > 0) file.decidingCounts = file.counts
    for (const { part, taken } of this.waiting) {
      const { range, result } = part
      const outcome =
        result.undecided.length > 0
          ? await this.runner.run(taskOf(file, range, result.before, this.options))
          : undefined
      if (outcome && 'names' in outcome) {
        const { names, rows, ...decided } = outcome
        part.result = result.problems ? decided : withoutProblems(decided)
        this.takePart(part, { names, rows })
      } else this.takePart(part, taken)
    }
    this.waiting = []
  }

  /** Whether so many problems are kept that those of further parts are found when they are printed. */
  private get hasEnough(): boolean {
    return this.keptProblems > this.mostKept
  }

  /** Whether the parts above are read: if it is the first part, or if the runner checks one part at a time. */
  private isBeforeKnown({ range }: Pick<ReadJob, 'range'>): boolean {
    return range.start === 0 || this.runner.ahead === 1
  }
}

const isSameState = (one: LineState, other: LineState): boolean =>
  one.isInBlock === other.isInBlock && one.header?.text === other.header?.text

const withoutProblems = (result: KeptResult): KeptResult => ({ ...result, problems: undefined })

/** The problems of a part, without those of names. Checks the part again if its problems are not kept. */
export async function problemsAlone(
  part: KeptPart,
  runner: PartRunner,
  options: TaskOptions,
): Promise<readonly FoundProblem[]> {
  const { file, range, result } = part
  if (!result.hasProblems) return []
  if (result.problems) return result.problems
  const outcome = await runner.run(taskOf(file, range, result.before, options))
  if (outcome && 'names' in outcome) return outcome.problems!
  throw new Error(outcome ? outcome.failure : `${file.planned.source.file} has changed`)
}

/**
 * Corrects the lines of a result that was checked below a guessed state. Changes problems, names and rows in place, as
 * there may be many.
 */
function belowState(result: PartResult, before: LineState): PartResult {
  const lines = before.line - result.before.line
  if (lines === 0) return result
  const { after, headers, undecided, directives, markers, openBlock, names, problems, followed, rows } = result
  const moved = <Placed extends { readonly line: number }>(placed: Placed): Placed => ({
    ...placed,
    line: placed.line + lines,
  })
  for (const problem of problems ?? []) moveProblem(problem, lines)
  moveNames(names.definitions, lines)
  moveNames(names.references, lines)
  for (const { places } of rows) for (let at = 1; at < places.length; at += 2) places[at] = places[at]! + lines
  return {
    ...result,
    before,
    after: { ...moved(after), header: headers.length > 0 ? moved(after.header!) : before.header },
    headers: headers.map(moved),
    undecided: undecided.map(moved),
    followed: followed.map(moved),
    openBlock: openBlock && moved(openBlock),
    markers: markers.map(marker => ({ ...moved(marker), place: marker.place + lines })),
    directives: directives.map(directive => ({
      ...directive,
      place: directive.place + lines,
      next: directive.next && directive.next + lines,
    })),
  }
}

/** The problems of a part point at nothing outside their entries, so related places move by the same lines. */
function moveProblem(problem: Writable<FoundProblem>, lines: number): void {
  problem.entry += lines
  const placed: Writable<PlacedProblem> | undefined = problem.placed
  if (!placed) return
  placed.line += lines
  placed.endLine += lines
  if (placed.related && placed.related.length > 0)
    placed.related = placed.related.map(related => ({ ...related, line: related.line + lines }))
}

/** @param numbers names as `NameList` has them: every fourth number is a line */
function moveNames(numbers: Int32Array, lines: number): void {
  for (let at = 3; at < numbers.length; at += 4) numbers[at] = numbers[at]! + lines
}
