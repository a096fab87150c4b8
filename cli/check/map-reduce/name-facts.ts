import { isSameRecord, type RecordName, recordName } from '../../../shared/domains/identity.ts'
import { NameHasher, NameList, randomKey } from '../../../shared/scan/names.ts'
import { NameTable, type RecordPlace } from '../names/name-table.ts'
import type { NameFact, NamesFact } from './facts.ts'

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
    names.forEach((start, end, index) => {
      list.add(hash, names.view, start, end, index, 0)
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

/** The names of one fact. Their memory is outside the heap, which is limited. */
class PackedNames {
  readonly view: DataView
  private readonly fact: Omit<NamesFact, 'id' | 'record' | 'data'>
  /** The ids, with four more bytes behind them. */
  private readonly ids: Buffer
  private readonly owners: Buffer | undefined
  private readonly entries: Int32Array
  private readonly starts: Int32Array
  private readonly lines: Int32Array | undefined
  private readonly columns: Int32Array | undefined
  private texts: { readonly ids: readonly string[]; readonly owners: readonly string[] | undefined } | undefined

  constructor({ id, record, data: { entries, starts, lines, columns }, ...fact }: NamesFact) {
    this.fact = fact
    this.ids = Buffer.alloc(id.length + 4)
    this.ids.write(id, 'latin1')
    this.view = new DataView(this.ids.buffer, this.ids.byteOffset, this.ids.length)
    this.owners = record === undefined ? undefined : Buffer.from(record, 'latin1')
    this.entries = Int32Array.from(entries)
    this.starts = Int32Array.from(starts)
    this.lines = lines && Int32Array.from(lines)
    this.columns = columns && Int32Array.from(columns)
  }

  /** Calls a function with the first byte of each id, the byte behind it, and its index. */
  forEach(take: (start: number, end: number, index: number) => void): void {
    const { ids } = this
    const length = ids.length - 4
    let start = 0
    for (let index = 0; start <= length; index++) {
      let end = start
      while (end < length && ids[end] !== BLANK) end++
      take(start, end, index)
      start = end + 1
    }
  }

  nameAt(index: number): NameFact {
    const { fact, ids, owners, entries, starts, lines, columns } = this
    // Few facts have a name with a problem.
    this.texts ??= {
      ids: ids.toString('latin1', 0, ids.length - 4).split(' '),
      owners: owners?.toString('latin1').split(' '),
    }
    const id = this.texts.ids[index]!
    const entry = fact.entry + entries[index]!
    const start = starts[index]!
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
      record: this.texts.owners && `${fact.ownDomain}.${fact.ownTag} ${this.texts.owners[index]!}`,
    }
  }
}

const BLANK = 0x20
