import { statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Severities } from '../../shared/check/problem.ts'
import { codesAcrossRecords } from '../../shared/check/rules/index.ts'
import { type NameHash, NameHasher } from '../../shared/scan/names.ts'
import { entriesAtTop, type PartPlace, type PlacedText } from '../../shared/scan/part.ts'
import type { Failure } from '../files/failure.ts'
import type { Details, FileResult } from '../output/file-result.ts'
import type { Plan } from '../plan/plan.ts'
import { type PartPosition, RecordsByHash } from './parts/all-records.ts'
import { problemsAmongAll } from './parts/among-all.ts'
import type { FoundProblem, PartSetting } from './parts/check-part.ts'
import { contentOf, isUnchanged } from './parts/content.ts'
import { type FileRun, type PartRun, startRun } from './parts/file-run.ts'
import { NameTable } from './parts/name-table.ts'
import { PartReader, usualPartSize } from './parts/part-reader.ts'
import { problemsOfFile, type Surroundings } from './parts/problems-of-file.ts'
import { readFiles } from './parts/read-files.ts'
import { runHere } from './parts/runner.ts'

/**
 * Reads and checks all files of a plan, together: references lead from one to another.
 *
 * Files are read part by part, and of records in which nothing is wrong nothing is kept but what they are called and refer
 * to. Parts with records that turn out to be wrong among those of all files are read again in the end, when all are known.
 *
 * @param details what of the problems is wanted besides what they always have
 * @param onRead is told of each part of the files that has been read for the first time, how many bytes it has
 * @param partSize about how many bytes are read at once
 */
export async function* checkPlanned(
  { files, registry }: Plan,
  details: Details,
  onRead: (bytes: number) => void = () => undefined,
  partSize = usualPartSize,
): AsyncGenerator<FileResult | Failure> {
  const hasNames = files.some(({ settings }) => looksAmongAll(settings.severity))
  const key = randomKey()
  const others = isLarge(files) ? availableParallelism() - 1 : 0
  // Other threads are loaded where they are worth their start.
  const runner =
    others > 0
      ? (await import('./parts/threads.ts')).runInThreads(registry, key, partSize, others)
      : runHere(registry, key, partSize)
  const reader = new PartReader(partSize)
  const parts: PartRun[] = []
  const table = new NameTable(number => (parts[number]!.file.hasFailed ? undefined : parts[number]!.file.number))
  const tops = new Map<FileRun, PlacedText[]>()
  const topOf = (file: FileRun): PlacedText[] => {
    if (!tops.has(file)) tops.set(file, entriesAtTop(reader.head(file.content)))
    return tops.get(file)!
  }
  const settingOf = ({ file, headerAbove, firstLine }: PartRun): PartSetting => ({
    firstLine,
    top: details.fixes ? topOf(file) : [],
    header: headerAbove,
  })

  const read = readFiles(
    started(files, hasNames),
    ({ content }) => reader.count(content),
    runner,
    details,
    (part, { definitions, references }) => {
      parts[part.number] = part
      onRead(part.facts.bytes)
      table.add(part.number, definitions, references)
    },
  )
  try {
    const whole: FileRun[] = []
    for await (const file of read) {
      if ('failure' in file) yield file
      else if (hasNames) whole.push(file)
      else yield resultOf(file, { registry, details, runner, settingOf, amongAll: () => [] })
    }
    if (!hasNames) return
    const suspects = suspectsByPart(table)
    const records = new RecordsByHash(
      table,
      number => placeOf(parts[number]!),
      registry,
      new NameHasher(key),
      reader,
      details.related === true,
    )
    const amongAll = (part: PartRun): readonly FoundProblem[] => {
      const own = suspects.get(part.number)
      return own ? problemsAmongAll(part, own, settingOf(part), records, registry, reader, details) : []
    }
    for (const file of whole) yield resultOf(file, { registry, details, runner, settingOf, amongAll })
  } finally {
    reader.close()
    await runner.close()
  }
}

/** The files of a plan as they are started with. */
async function* started(files: Plan['files'], hasNames: boolean): AsyncGenerator<FileRun | Failure> {
  let number = 0
  for (const planned of files) {
    const content = await contentOf(planned.source)
    yield 'failure' in content ? content : startRun(number++, planned, content, hasNames)
  }
}

/** Whether files are so large together that more than one thread is worth its start. */
function isLarge(files: Plan['files']): boolean {
  let size = 0
  return files.some(({ source: { path } }) => {
    size += path === undefined ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    return size > worthThreads
  })
}

/** How many bytes make other threads worth their start. */
const worthThreads = 2 ** 24

/** Whether any of the rules among all records is on. */
const looksAmongAll = (severity: Severities): boolean => [...codesAcrossRecords].some(code => severity[code] !== 'off')

function resultOf(file: FileRun, around: Surroundings): FileResult | Failure {
  const {
    planned: { source },
    content,
    records,
  } = file
  // What is not at hand any more is read again.
  if (!isUnchanged(content)) return { failure: `${source.file} was changed while it was checked; check it again.` }
  return { file: source.file, records, bytes: content.size, problems: problemsOfFile(file, around) }
}

/** Another one in each run, so that nobody can make records whose names have one hash. */
const randomKey = (): NameHash => ({ low: randomInteger(), high: randomInteger() })

const randomInteger = (): number => Math.floor(Math.random() * 2 ** 32) | 0

const placeOf = ({ file, firstLine, facts: { start } }: PartRun): PartPosition => ({
  file: file.planned.source.file,
  content: file.content,
  start,
  firstLine,
})

/** The records that may be wrong among all, by the numbers of their parts, in order. */
function suspectsByPart(table: NameTable): Map<number, PartPlace[]> {
  const byPart = new Map<number, PartPlace[]>()
  for (const { part, byte, line } of table.suspects()) {
    const places = byPart.get(part)
    if (places) places.push({ byte, line })
    else byPart.set(part, [{ byte, line }])
  }
  for (const [part, places] of byPart) {
    places.sort((one, other) => one.byte - other.byte)
    byPart.set(
      part,
      places.filter(({ byte }, index) => byte !== places[index - 1]?.byte),
    )
  }
  return byPart
}
