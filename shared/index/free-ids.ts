import type { CheckedEntry, CheckedFile } from '../check/check.ts'
import { recordName } from '../domains/identity.ts'
import type { TagName } from '../domains/registry.ts'
import { itemsBetween } from '../syntax/list.ts'
import type { Entry } from '../syntax/nodes.ts'
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
  let next = nextIdIn(file, tag) ?? index.nextIdOf(tag)
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

const brokenIds = (file: CheckedFile): readonly string[] => idsOfChunks(file).flatMap(({ broken }) => broken)

/** The id that follows those of a tag in a file; undefined if no id of them ends in a number. */
function nextIdIn(file: CheckedFile, { path }: TagName): string | undefined {
  const all = new IdSeries(() => [])
  for (const { series } of idsOfChunks(file)) {
    const ofTag = series.get(path)
    if (ofTag) all.addAll(ofTag)
  }
  return all.next()
}

/** The ids of some entries of a file that follow each other. */
interface ChunkIds {
  /** The ids of records, by the paths of their tags. */
  readonly series: ReadonlyMap<string, IdSeries>
  /** The ids in lines that are no records of a known tag. */
  readonly broken: readonly string[]
}

/** The ids of a file, chunk by chunk: a change leaves most chunks as they are, and their ids are remembered. */
const idsOfChunks = ({ tree, list }: CheckedFile): ChunkIds[] =>
  list.chunks.map((chunk, number) => {
    const ids =
      knownIds.get(chunk) ??
      idsOfEntries(itemsBetween(tree.list, list.firsts[number]!, list.firsts[number + 1]!), chunk)
    knownIds.set(chunk, ids)
    return ids
  })

const knownIds = new WeakMap<readonly CheckedEntry[], ChunkIds>()

function idsOfEntries(entries: readonly Entry[], checked: readonly CheckedEntry[]): ChunkIds {
  const series = new Map<string, IdSeries>()
  const broken: string[] = []
  for (const [index, { identity }] of checked.entries()) {
    const { path, id } = identity?.definition ?? {}
    if (path !== undefined && id !== undefined) {
      const ofTag = series.get(path) ?? new IdSeries(() => [])
      ofTag.add(id)
      series.set(path, ofTag)
    }
    const { text, kind } = entries[index]!
    if (kind !== 'block' && !/^[^\u201c\u2018]/.test(id ?? ''))
      broken.push(...Array.from(text.matchAll(writtenId), ([, written = '']) => written))
  }
  return { series, broken }
}

/** An id in a line that may not be a record: behind `rid=`, `RID: ` or the like. */
const writtenId = /\brid\s*[:=]\s*["'\u201c\u2018]?([^\s|"'\u201d\u2019,;]+)/gi
