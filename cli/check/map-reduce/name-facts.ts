import { isSameRecord, type RecordName, recordName } from '../../../shared/domains/identity.ts'
import type { NameHasher } from '../../../shared/scan/names.ts'
import { NameTable, type RecordPlace } from '../names/name-table.ts'
import type { NameFact } from './facts.ts'
import type { NamesFact } from './facts-in-columns.ts'

/**
 * The names of all facts. They stay packed as they are read, and are found by hashes of 64 bits, so that most of them
 * never become an object.
 */
export class NameFacts {
  private readonly table = new NameTable(() => 0)
  /** The names that the table has, by the number of its part. */
  private readonly lists: { nameAt(index: number): NameFact }[] = []
  /** Names that the table does not have yet. */
  private single: NameFact[] = []

  constructor(private readonly hasher: NameHasher) {}

  addAll(fact: NamesFact): void {
    const hashes = fact.id.hashes(this.hasher.ofTag(pathOf(fact)))
    this.addList({ nameAt: index => nameAt(fact, index) }, hashes, fact.kind === 'definitions')
  }

  add(name: NameFact): void {
    this.single.push(name)
  }

  /** The names that other records have too, and the references to records that are not there. Call it once. */
  *suspects(): Generator<NameFact> {
    this.addSingle()
    for (const place of this.table.suspects()) yield this.nameAt(place)
  }

  /** How many records have a name. */
  count(name: RecordName): number {
    const records = this.table.recordsOf(this.hasher.of(name))
    if (!records) return 0
    return isSameRecord(recordNameOf(this.nameAt(records.first)), name) ? records.count : this.definitions(name).length
  }

  /** The ids of the records of a name, in no order. */
  definitions(name: RecordName): NameFact[] {
    const places = this.table.recordsOf(this.hasher.of(name))?.places(Infinity) ?? []
    // Two names can have the same hash.
    return places.map(place => this.nameAt(place)).filter(other => isSameRecord(recordNameOf(other), name))
  }

  private nameAt({ part, byte }: RecordPlace): NameFact {
    return this.lists[part]!.nameAt(byte)
  }

  private addSingle(): void {
    for (const kind of ['definition', 'reference'] as const) {
      const names = this.single.filter(name => name.kind === kind)
      const hashes = names.flatMap(name => {
        const { low, high } = this.hasher.of(recordNameOf(name))
        return [low, high]
      })
      this.addList({ nameAt: index => names[index]! }, Int32Array.from(hashes), kind === 'definition')
    }
    this.single = []
  }

  private addList(names: (typeof this.lists)[number], hashes: Int32Array, areDefinitions: boolean): void {
    this.table.addHashes(this.lists.length, hashes, areDefinitions)
    this.lists.push(names)
  }
}

const pathOf = ({ domain, tag }: Pick<NameFact | NamesFact, 'domain' | 'tag'>): string => `${domain}.${tag}`

/** The name of the record that a fact means. */
export const recordNameOf = ({ domain, tag, id }: NameFact): RecordName =>
  recordName({ path: pathOf({ domain, tag }), domain, tag }, id)

/** One of many names. */
function nameAt({ kind, id: ids, record, data, ...fact }: NamesFact, index: number): NameFact {
  const { entries, starts, lines, columns } = data
  const id = ids.at(index)
  const entry = fact.entry + entries.numberAt(index)
  const start = starts ? starts.numberAt(index) : fact.start!
  const line = entry + 1 + (lines ? lines.numberAt(index) : 0)
  const column = columns ? columns.numberAt(index) : start + 1
  return {
    ...fact,
    kind: kind === 'definitions' ? 'definition' : 'reference',
    entry,
    start,
    end: start + id.length,
    line,
    column,
    endLine: line,
    endColumn: column + id.length,
    id,
    record: record && `${fact.ownDomain}.${fact.ownTag} ${record.at(index)}`,
  }
}
