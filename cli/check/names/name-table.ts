import type { NameHash } from '../../../shared/scan/names.ts'
import type { EntryPlace } from '../../../shared/scan/part.ts'
import { HashNumbers } from './hash-numbers.ts'

/** The place of a record: the number of its part among all parts, and its place in the part. */
export interface RecordPlace extends EntryPlace {
  readonly part: number
}

/** The records with one hash of a name. */
export interface NamedRecords {
  readonly count: number
  /** The first record. */
  readonly first: RecordPlace
  /** Whether they are in more than one file. */
  readonly isSpread: boolean
  /** The places of the first records, at most `limit`. */
  places(limit: number): RecordPlace[]
}

/**
 * The names of the records of all files, and their references, in 20 bytes each.
 *
 * There are many small tables, chosen by the hash, and each is processed on its own: it fits into the cache of the
 * processor. In one large table, each name would be a cache miss.
 */
export class NameTable {
  /** Each table is created for its first name. */
  private readonly definitionTables: (Names | undefined)[] = Array.from({ length: tableCount })
  private readonly referenceTables: (Names | undefined)[] = Array.from({ length: tableCount })
  private readonly groups: (NameGroups | undefined)[] = []
  /** The numbers of a table that is no longer needed, for the next table. */
  private spare: HashNumbers | undefined
  /** Whether several records may have one name. It is certain when all suspects were asked for. */
  mayHaveRepeated = true

  /** @param fileOf returns the number of the file of a part; undefined if the part does not count */
  constructor(private readonly fileOf: (part: number) => number | undefined) {}

  /** Adds the names of a part, as `NameList` has them. Parts must be added in their order. */
  add(part: number, definitions: Int32Array, references: Int32Array): void {
    spread(part, definitions, this.definitionTables)
    spread(part, references, this.referenceTables)
  }

  /**
   * The records whose name other records have too, and the records with references to a name that no record has; in no
   * order. Call it once, when all parts are added.
   */
  *suspects(): Generator<RecordPlace> {
    let hasRepeated = false
    for (let table = 0; table < tableCount; table++) {
      const groups = this.groupsOf(table)
      hasRepeated ||= groups.hasRepeated
      yield* groups.repeated()
      const hasDangling = yield* this.dangling(table, groups)
      // A table without suspects is rarely needed later; then it is created again.
      if (groups.hasRepeated || hasDangling) continue
      this.groups[table] = undefined
      this.spare = groups.numbers
    }
    this.mayHaveRepeated = hasRepeated
  }

  /** The records of a table with references to a name that no record has. Returns whether there are any. */
  private *dangling(table: number, groups: NameGroups): Generator<RecordPlace, boolean> {
    const references = this.referenceTables[table]
    if (!references) return false
    let isAny = false
    for (let index = 0; index < references.length; index++) {
      if (groups.numbers.find(references.lowAt(index), references.highAt(index)) > 0) continue
      const place = references.placeAt(index)
      if (this.fileOf(place.part) === undefined) continue
      isAny = true
      yield place
    }
    this.referenceTables[table] = undefined
    return isAny
  }

  /** Whether any record has a hash of a name. Call it when all parts are added. */
  has(name: NameHash): boolean {
    return this.groupsOf(name.low >>> tableShift).find(name) > 0
  }

  /** The records of a name; undefined if there are none. Call it when all parts are added. */
  recordsOf(name: NameHash): NamedRecords | undefined {
    const groups = this.groupsOf(name.low >>> tableShift)
    const number = groups.find(name)
    return number > 0 ? groups.group(number) : undefined
  }

  private takeSpare(): HashNumbers | undefined {
    const { spare } = this
    this.spare = undefined
    return spare
  }

  private groupsOf(table: number): NameGroups {
    this.groups[table] ??= new NameGroups(this.definitionTables[table] ?? new Names(), this.fileOf, this.takeSpare())
    return this.groups[table]
  }
}

const tableCount = 256
/** The first eight bits of the hash are the index of the table. */
const tableShift = 24

function spread(part: number, numbers: Int32Array, tables: (Names | undefined)[]): void {
  for (let at = 0; at < numbers.length; at += 4)
    joinedNameTable(numbers[at]!, tables).push(numbers[at]!, numbers[at + 1]!, part, numbers[at + 2]!, numbers[at + 3]!)
}

function joinedNameTable(low: number, tables: (Names | undefined)[]): Names {
  const table = low >>> tableShift
  tables[table] ??= new Names()
  return tables[table]
}

/** The names of one table, five numbers each: both halves of the hash, the part, the byte and the line. */
class Names {
  length = 0
  private readonly blocks: Int32Array[] = []
  /** The last of the blocks. */
  private block: Int32Array = noBlock

  push(low: number, high: number, part: number, byte: number, line: number): void {
    const at = (this.length & blockMask) * 5
    if (at === 0) this.block = this.addBlock()
    const { block } = this
    block[at] = low
    block[at + 1] = high
    block[at + 2] = part
    block[at + 3] = byte
    block[at + 4] = line
    this.length++
  }

  private addBlock(): Int32Array {
    const block = new Int32Array(blockSize * 5)
    this.blocks.push(block)
    return block
  }

  lowAt(index: number): number {
    return this.blocks[index >>> blockBits]![(index & blockMask) * 5]!
  }

  highAt(index: number): number {
    return this.blocks[index >>> blockBits]![(index & blockMask) * 5 + 1]!
  }

  partAt(index: number): number {
    return this.blocks[index >>> blockBits]![(index & blockMask) * 5 + 2]!
  }

  placeAt(index: number): RecordPlace {
    const block = this.blocks[index >>> blockBits]!
    const at = (index & blockMask) * 5
    return { part: block[at + 2]!, byte: block[at + 3]!, line: block[at + 4]! }
  }
}

const blockBits = 8
const blockSize = 1 << blockBits
const blockMask = blockSize - 1
/** In a small run, most tables have no names. */
const noBlock = new Int32Array(0)

/** The definitions of one table by their names. */
class NameGroups {
  /** The names, numbered. */
  readonly numbers: HashNumbers
  /** The first definition of each name, by its number. */
  private readonly firsts: Int32Array
  /** What is known of names with several definitions; undefined if there are none. */
  private more:
    | {
        /** By definition: the next one of the same name, or 0, and whether its name has several. */
        readonly next: Int32Array
        readonly isRepeated: Uint8Array
        /** By the number of the name: the last definition, how many others there are, and whether in several files. */
        readonly last: Int32Array
        readonly others: Int32Array
        readonly isSpread: Uint8Array
      }
    | undefined

  /** @param spare numbers that are no longer needed */
  constructor(
    private readonly names: Names,
    private readonly fileOf: (part: number) => number | undefined,
    spare: HashNumbers | undefined,
  ) {
    this.numbers = new HashNumbers(names.length, spare)
    this.firsts = new Int32Array(names.length + 1)
    for (let index = 0; index < names.length; index++) {
      if (fileOf(names.partAt(index)) === undefined) continue
      const { count } = this.numbers
      const number = this.numbers.add(names.lowAt(index), names.highAt(index))
      if (number > count) this.firsts[number] = index
      else this.append(number, index)
    }
  }

  /** Whether any name has several definitions. */
  get hasRepeated(): boolean {
    return this.more !== undefined
  }

  /** The number of a name; 0 if no record has it. */
  find({ low, high }: NameHash): number {
    return this.numbers.find(low, high)
  }

  group(number: number): NamedRecords {
    const { names, more, firsts } = this
    const first = firsts[number]!
    return {
      count: 1 + (more?.others[number] ?? 0),
      first: names.placeAt(first),
      isSpread: more?.isSpread[number] === 1,
      places: limit => {
        const places = [names.placeAt(first)]
        for (let index = more?.next[first] ?? 0; index > 0 && places.length < limit; index = more!.next[index]!)
          places.push(names.placeAt(index))
        return places
      },
    }
  }

  *repeated(): Generator<RecordPlace> {
    const { names, more } = this
    if (!more) return
    for (let index = 0; index < names.length; index++) if (more.isRepeated[index] === 1) yield names.placeAt(index)
  }

  private append(number: number, index: number): void {
    const { length } = this.names
    this.more ??= {
      next: new Int32Array(length),
      isRepeated: new Uint8Array(length),
      last: new Int32Array(length + 1),
      others: new Int32Array(length + 1),
      isSpread: new Uint8Array(length + 1),
    }
    const { more, firsts } = this
    const first = firsts[number]!
    more.next[more.others[number] === 0 ? first : more.last[number]!] = index
    more.last[number] = index
    more.others[number]!++
    more.isRepeated[first] = 1
    more.isRepeated[index] = 1
    if (this.fileOf(this.names.partAt(first)) !== this.fileOf(this.names.partAt(index))) more.isSpread[number] = 1
  }
}
