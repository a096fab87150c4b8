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
  let next = writtenIdsOf(file).series.get(tag.path)?.next() ?? index.nextIdOf(tag)
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
  const inLines = writtenIdsOf(file).broken.flatMap(id => {
    const parts = idParts(id)
    return parts.prefix === prefix && parts.number !== '' ? [{ id, number: BigInt(parts.number) }] : []
  })
  const greatest = inLines.reduce((one, other) => (other.number > one.number ? other : one), {
    id: '',
    number: BigInt(number) - 1n,
  })
  return (greatest.id === '' ? undefined : nextId([greatest.id])) ?? next
}

/** The ids of some entries of a file that follow each other. */
interface WrittenIds {
  /** The ids of records, by the paths of their tags. */
  readonly series: ReadonlyMap<string, IdSeries>
  /** The ids in lines that are no records of a known tag. */
  readonly broken: readonly string[]
}

/** The ids of a file. Completion asks for those of many tags at once. */
function writtenIdsOf(file: CheckedFile): WrittenIds {
  const known = idsOfFiles.get(file)
  if (known) return known
  const series = new Map<string, IdSeries>()
  const broken: string[] = []
  for (const ids of idsOfChunks(file)) {
    for (const [path, some] of ids.series) {
      const all = series.get(path) ?? new IdSeries(() => [])
      all.addAll(some)
      series.set(path, all)
    }
    broken.push(...ids.broken)
  }
  const all = { series, broken }
  idsOfFiles.set(file, all)
  return all
}

const idsOfFiles = new WeakMap<CheckedFile, WrittenIds>()

/** The ids of a file, chunk by chunk: a change leaves most chunks as they are, and their ids are remembered. */
const idsOfChunks = ({ tree, list }: CheckedFile): WrittenIds[] =>
  list.chunks.map((chunk, number) => {
    const known = rememberedIds.get(chunk)
    if (known) return known
    const ids = idsOfEntries(itemsBetween(tree.list, list.firsts[number]!, list.firsts[number + 1]!), chunk)
    rememberedIds.set(chunk, ids)
    return ids
  })

const rememberedIds = new WeakMap<readonly CheckedEntry[], WrittenIds>()

function idsOfEntries(entries: readonly Entry[], checked: readonly CheckedEntry[]): WrittenIds {
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
