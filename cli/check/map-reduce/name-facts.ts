import { isSameRecord, type RecordName, recordName } from '../../../shared/domains/identity.ts'
import { NameHasher, NameList, randomKey } from '../../../shared/scan/names.ts'
import { NameTable, type RecordPlace } from '../names/name-table.ts'
import type { NameFact } from './facts.ts'
import type { NamesFact } from './facts-in-columns.ts'
import { PackedTexts } from './packed-texts.ts'

/**
 * The names of all facts. They stay packed as they are read, and are found by hashes of 64 bits, so that most of them
 * never become an object.
 */
export class NameFacts {
  private readonly hasher = new NameHasher(randomKey())
  private readonly table = new NameTable(() => 0)
  /** The names that the table has, by the number of its part. */
  private readonly lists: { nameAt(index: number): NameFact }[] = []
  /** Names that the table does not have yet. */
  private single: NameFact[] = []

  addAll(fact: NamesFact): void {
    const names = new PackedNames(fact)
    const hash = this.hasher.ofTag(pathOf(fact))
    const list = new NameList()
    const { view } = names.ids
    names.ids.forEach((start, end, index) => {
      list.add(hash, view, start, end, index, 0)
    })
    this.addList(names, list, fact.kind === 'definitions')
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
      const list = new NameList()
      names.forEach((name, index) => {
        list.push(this.hasher.of(recordNameOf(name)), index, 0)
      })
      this.addList({ nameAt: index => names[index]! }, list, kind === 'definition')
    }
    this.single = []
  }

  private addList(names: (typeof this.lists)[number], list: NameList, areDefinitions: boolean): void {
    const none = new Int32Array()
    this.table.add(this.lists.length, areDefinitions ? list.taken() : none, areDefinitions ? none : list.taken())
    this.lists.push(names)
  }
}

const pathOf = ({ domain, tag }: Pick<NameFact, 'domain' | 'tag'>): string => `${domain}.${tag}`

/** The name of the record that a fact means. */
export const recordNameOf = ({ domain, tag, id }: NameFact): RecordName =>
  recordName({ path: pathOf({ domain, tag }), domain, tag }, id)

/** The names of one fact. */
class PackedNames {
  readonly ids: PackedTexts
  private readonly fact: Omit<NamesFact, 'id' | 'record' | 'data'>
  private readonly owners: PackedTexts | undefined
  private readonly entries: Int32Array
  private readonly starts: Int32Array | undefined
  private readonly lines: Int32Array | undefined
  private readonly columns: Int32Array | undefined

  constructor({ id, record, data: { entries, starts, lines, columns }, ...fact }: NamesFact) {
    this.fact = fact
    this.ids = new PackedTexts(id)
    this.owners = record === undefined ? undefined : new PackedTexts(record)
    this.entries = new Int32Array(entries)
    this.starts = starts && new Int32Array(starts)
    this.lines = lines && new Int32Array(lines)
    this.columns = columns && new Int32Array(columns)
  }

  nameAt(index: number): NameFact {
    const { fact, ids, owners, entries, starts, lines, columns } = this
    const id = ids.at(index)
    const entry = fact.entry + entries[index]!
    const start = starts ? starts[index]! : fact.start!
    const line = entry + 1 + (lines ? lines[index]! : 0)
    const column = columns ? columns[index]! : start + 1
    return {
      ...fact,
      kind: fact.kind === 'definitions' ? 'definition' : 'reference',
      entry,
      start,
      end: start + id.length,
      line,
      column,
      endLine: line,
      endColumn: column + id.length,
      id,
      record: owners && `${fact.ownDomain}.${fact.ownTag} ${owners.at(index)}`,
    }
  }
}
