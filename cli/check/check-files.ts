import { existsSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { addToGroup } from '../../shared/basics/group.ts'
import { once } from '../../shared/basics/once.ts'
import { conflictsAmong } from '../../shared/check/conflicts.ts'
import { followedFields } from '../../shared/check/declared/followed-records.ts'
import { merged, type Severities } from '../../shared/check/problem.ts'
import { codesAcrossRecords } from '../../shared/check/rules/index.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { entriesAtTop } from '../../shared/scan/part.ts'
import type { Failure } from '../files/failure.ts'
import type { Details, FileResult } from '../output/file-result.ts'
import type { Plan, PlannedFile } from '../plan/plan.ts'
import { contextOf } from './file-state.ts'
import type { FoundProblem } from './found-problem.ts'
import type { FileChecks } from './linked/file-checks.ts'
import { isUnchanged } from './parts/content.ts'
import { resultsInOrder } from './parts/in-order.ts'
import { PartReader, usualPartSize } from './parts/part-reader.ts'
import { type KeptPart, type Limits, problemsAlone, type RunFile, readFiles } from './parts/read-files.ts'
import { type PartRunner, runHere } from './parts/runner.ts'
import { problemsOfFile } from './problems-of-file.ts'
import { type NamedPart, problemsBeside, RecordsTogether } from './records-together.ts'

/**
 * Checks all files of a plan together, as references lead from one file to another.
 *
 * It reads files part by part. Of records without problems, it keeps only hashes of their names. When all files are
 * read, it reads the records again whose names have problems.
 *
 * @param details which details of the problems are wanted
 */
export async function* checkFiles(
  { files, registry }: Plan,
  details: Details,
  {
    onRead,
    ofChanges,
    linked,
    partSize = usualPartSize,
    keptProblems = mostKeptFindings,
    startRunner = runnerFor,
  }: RunOptions = {},
): AsyncGenerator<FileResult | Failure> {
  const hasNames = files.some(({ settings }) => hasNameRules(settings.severity))
  // The rules about several records are asked for last: to know whether there are any, some must be compiled.
  const hasAmongAll = hasNames || files.some(file => !followedFields(contextOf(file, registry)).isEmpty)
  const runner = await startRunner(files, registry)
  const reader = new PartReader()
  // The ids of other records are read while a part is in use.
  const idReader = new PartReader()
  const parts: KeptPart[] = []
  const among = {
    registry,
    details,
    hasher: runner.hasher,
    reader,
    idReader,
    partAt: (number: number) => parts[number]!,
  }
  const ofFolder = new RecordsTogether(among)
  // The records of a file that counts alone are held against those of the folder.
  const hasAlone = files.some(({ settings }) => settings.countsAlone)
  const folderParts: NamedPart[] = []
  const partsAlone = new Map<RunFile, NamedPart[]>()
  // A fix can change any part of a file, so fixes are calculated when all parts are read.
  const options = { details: details.fixes ? undefined : details, hasNames, top: [] }
  const limits = { partSize, keptProblems }
  const read = readFiles(files, limits, runner, options, (part, taken) => {
    const { file, result } = part
    parts[part.number] = part
    onRead?.(result.bytes.end - result.bytes.start)
    const named = { part, ...taken }
    if (file.planned.settings.countsAlone) return addToGroup(partsAlone, file, named)
    ofFolder.add(named)
    if (hasAlone) folderParts.push(named)
  })
  try {
    const whole: RunFile[] = []
    for await (const file of read) {
      if ('failure' in file) yield file
      else if (hasAmongAll) whole.push(file)
      else yield await resultOf(file, { registry, details, runner, reader, amongAll: undefined, ofChanges, linked })
    }
    if (!hasAmongAll) return
    const problemsOfFolder = ofFolder.problems()
    for (const file of whole) {
      const alone = partsAlone.get(file)
      const problems = alone ? problemsBeside(folderParts, alone, among) : problemsOfFolder
      const conflicts = once(() => conflictsAmong(file.markers).conflicts)
      const amongAll = (part: KeptPart): readonly FoundProblem[] => problems(part, conflicts())
      yield await resultOf(file, { registry, details, runner, reader, amongAll, ofChanges, linked })
    }
  } finally {
    reader.close()
    idReader.close()
    await runner.close()
  }
}

/** About 400 bytes each. Of more, each is found twice: when its part is read, and when it is printed. */
const mostKeptFindings = 250_000

/** What a run can do besides. */
interface RunOptions extends Partial<Limits> {
  /** Is called with the number of bytes of each part that was read for the first time. */
  readonly onRead?: ((bytes: number) => void) | undefined
  /** Returns the problems of the changes in a file, in the order of their places. */
  readonly ofChanges?: ProblemsOfChanges | undefined
  /** Checks the files that records name. */
  readonly linked?: FileChecks | undefined
  /** Starts what checks the parts. */
  readonly startRunner?: typeof runnerFor
}

/** The problems of the changes in a file since a revision. */
export type ProblemsOfChanges = (file: PlannedFile, details: Details) => readonly FoundProblem[]

/** Whether any of the rules about names is on. */
const hasNameRules = (severity: Severities): boolean => [...codesAcrossRecords].some(code => severity[code] !== 'off')

/** Checks parts in several threads if the files are large together. */
async function runnerFor(files: readonly PlannedFile[], registry: Registry): Promise<PartRunner> {
  const others = isLarge(files) ? availableParallelism() - 1 : 0
  // Most runs need no threads, so the code for them is loaded only here. The extension for VS Code does without them,
  // to be smaller.
  return others > 0 && existsSync(workerFile)
    ? (await import('./parts/threads.ts')).runInThreads(registry, others, workerFile)
    : runHere(registry)
}

function isLarge(files: readonly PlannedFile[]): boolean {
  let size = 0
  return files.some(({ source: { path } }) => {
    size += path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    return size > worthThreads
  })
}

/** The program of the threads. */
const workerFile = join(__dirname, 'check-worker.js')

/** From how many bytes on several threads are faster than one. */
const worthThreads = 2 ** 24

interface CheckRun {
  readonly registry: Registry
  readonly details: Details
  readonly runner: PartRunner
  readonly reader: PartReader
  /** Returns the problems of the names in a part; undefined if the rules about names are off. */
  readonly amongAll: ((part: KeptPart) => readonly FoundProblem[]) | undefined
  readonly ofChanges: ProblemsOfChanges | undefined
  readonly linked: FileChecks | undefined
}

async function resultOf(file: RunFile, run: CheckRun): Promise<FileResult | Failure> {
  const { planned, content, records, parts } = file
  const { source } = planned
  const { registry, details, runner, reader, amongAll, ofChanges, linked } = run
  // Some parts are read again below.
  if (!isUnchanged(content))
    return { failure: localize('{file} was changed while it was checked; check it again.', { file: source.file }) }
  const top = details.fixes ? entriesAtTop(reader.head(content)) : []

  async function* problemsOfRecords(): AsyncGenerator<readonly FoundProblem[]> {
    const options = { details, hasNames: false, top }
    for await (const [part, alone] of resultsInOrder(parts, runner.ahead, part =>
      problemsAlone(part, runner, options),
    )) {
      const across = amongAll?.(part) ?? []
      yield across.length === 0 ? alone : merged(across, alone)
    }
  }

  const problems = problemsOfFile(file, {
    problemsOfRecords,
    hasAmongAll: amongAll !== undefined,
    ofOthers: merged(ofChanges?.(planned, details) ?? [], (await linked?.problemsIn(file, details)) ?? []),
    top,
    registry,
    details,
  })
  return { file: source.file, records, bytes: content.size, problems }
}
