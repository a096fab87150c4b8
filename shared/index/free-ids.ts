import type { CheckedFile } from '../check/check.ts'
import { recordName } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import { IdSeries, idParts, nextId } from './next-id.ts'
import type { RecordIndex } from './workspace-index.ts'

/**
 * Unused ids for new records of a tag in a file: the next numbers after the ids of its records there, or else in other
 * files. If these have no numbers, ids like a given one with the first free numbers.
 */
export function freeIds(file: CheckedFile, index: RecordIndex, tag: TagName, like: string, count: number): string[] {
  const ids: string[] = []
  let next = freeIdIn(file, index, tag)
  for (let number = 1; ids.length < count; number++) {
    const id = next ?? (number === 1 ? like : `${like}-${number}`)
    if (next !== undefined) next = nextId([next])
    if (index.count(recordName(tag, id)) === 0) ids.push(id)
  }
  return ids
}

/**
 * The next unused number after the ids that the records of a tag have in a file, or else in other files; undefined if
 * no id of them ends in a number.
 */
export function freeIdIn(file: CheckedFile, index: RecordIndex, tag: TagName): string | undefined {
  let next = idSeriesIn(file).get(tag.path)?.next() ?? index.nextIdOf(tag)
  if (next !== undefined) next = behindBrokenRecords(file, next)
  while (next !== undefined && index.count(recordName(tag, next)) > 0) next = nextId([next])
  return next
}

/**
 * The id itself, or the one after the greatest id of the same form in lines that are no records of a known tag: a
 * record without `@`, with a wrong tag or quotes of another kind, or one that is commented out. It may be mended later.
 */
function behindBrokenRecords(file: CheckedFile, next: string): string {
  const { prefix, number } = idParts(next)
  const inLines = brokenIds(file).flatMap(id => {
    const parts = idParts(id)
    return parts.prefix === prefix && parts.number !== '' ? [{ id, number: BigInt(parts.number) }] : []
  })
  const greatest = inLines.reduce((one, other) => (other.number > one.number ? other : one), {
    id: '',
    number: BigInt(number) - 1n,
  })
  return (greatest.id === '' ? undefined : nextId([greatest.id])) ?? next
}

const knownBroken = new WeakMap<CheckedFile, readonly string[]>()

function brokenIds(file: CheckedFile): readonly string[] {
  const found = knownBroken.get(file)
  if (found) return found
  const ids = file.tree.entries.flatMap(({ text, kind }, entry) =>
    kind === 'block' || /^[^\u201c\u2018]/.test(file.entries[entry]!.identity?.definition?.id ?? '')
      ? []
      : [...text.matchAll(writtenId)].map(([, id = '']) => id),
  )
  knownBroken.set(file, ids)
  return ids
}

/** An id in a line that may not be a record: behind `rid=`, `RID: ` or the like. */
const writtenId = /\brid\s*[:=]\s*["'\u201c\u2018]?([^\s|"'\u201d\u2019,;]+)/gi

const knownSeries = new WeakMap<CheckedFile, ReadonlyMap<string, IdSeries>>()

/** The ids of a file by the paths of their tags. Completion asks for many tags at once. */
function idSeriesIn(file: CheckedFile): ReadonlyMap<string, IdSeries> {
  const found = knownSeries.get(file)
  if (found) return found
  const ids = new Map<string, string[]>()
  for (const { identity } of file.entries) {
    const { path, id } = identity?.definition ?? {}
    if (path === undefined || id === undefined) continue
    const ofTag = ids.get(path)
    if (ofTag) ofTag.push(id)
    else ids.set(path, [id])
  }
  const series = new Map([...ids].map(([path, all]) => [path, seriesOf(all)]))
  knownSeries.set(file, series)
  return series
}

function seriesOf(ids: readonly string[]): IdSeries {
  const series = new IdSeries(() => ids)
  for (const id of ids) series.add(id)
  return series
}
