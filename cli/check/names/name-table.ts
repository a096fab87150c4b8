import type { NameHash } from '../../../shared/scan/names.ts'
import type { EntryPlace } from '../../../shared/scan/part.ts'

/** Where a record is: in which part of all, and where in it. */
export interface RecordPlace extends EntryPlace {
  readonly part: number
}

/** The records that have one name, as far as its hash tells. */
export interface NamedRecords {
  readonly count: number
  /** The first of them. */
  readonly first: RecordPlace
  /** Whether they are in more than one file. */
  readonly isSpread: boolean
  /** The first of them, some at most. */
  places(limit: number): RecordPlace[]
}

/**
 * What the records of all files are called and refer to, in twenty bytes a name.
 *
 * Names are spread over many small tables by their hashes, and each is worked through at once: it fits into the
 * processor's cache, where one large table would cost a trip to memory for every name.
 */
export class NameTable {
  /** Each is made for its first name. */
  private readonly definitionTables: (Names | undefined)[] = Array.from({ length: tableCount })
  private readonly referenceTables: (Names | undefined)[] = Array.from({ length: tableCount })
  private readonly groups: (Groups | undefined)[] = []
  /** The slots of a table that was let go, for the next. */
  private spare: Int32Array | undefined

  /** @param fileOf the file that a part is of; undefined for one that does not count */
  constructor(private readonly fileOf: (part: number) => number | undefined) {}

  /** Takes in the names of a part, as `NameList` has them; the parts in their order. */
  add(part: number, definitions: Int32Array, references: Int32Array): void {
    spread(part, definitions, this.definitionTables)
    spread(part, references, this.referenceTables)
  }

  /**
   * The records whose name others have too, and those that refer to a name which none has; in no order. To be asked
   * once, when all are there.
   */
  *suspects(): Generator<RecordPlace> {
    for (let table = 0; table < tableCount; table++) {
      const groups = this.groupsOf(table)
      yield* groups.repeated()
      const hasDangling = yield* this.dangling(table, groups)
      // Of a table without suspects little is asked later; it is made once more then.
      if (groups.hasRepeated || hasDangling) continue
      this.groups[table] = undefined
      this.spare = groups.slots
    }
  }

  /** The records of a table that refer to a name which none has; tells in the end whether there were any. */
  private *dangling(table: number, groups: Groups): Generator<RecordPlace, boolean> {
    const references = this.referenceTables[table]
    if (!references) return false
    let isAny = false
    for (let index = 0; index < references.length; index++) {
      const place = references.placeAt(index)
      if (this.fileOf(place.part) === undefined || groups.find(references.lowAt(index), references.highAt(index)) >= 0)
        continue
      isAny = true
      yield place
    }
    this.referenceTables[table] = undefined
    return isAny
  }

  /** The records of a name; undefined where there is none. To be asked when all are there. */
  recordsOf({ low, high }: NameHash): NamedRecords | undefined {
    const groups = this.groupsOf(low >>> tableShift)
    const first = groups.find(low, high)
    return first < 0 ? undefined : groups.group(first)
  }

  private takeSpare(): Int32Array | undefined {
    const { spare } = this
    this.spare = undefined
    return spare
  }

  private groupsOf(table: number): Groups {
    this.groups[table] ??= new Groups(this.definitionTables[table] ?? new Names(), this.fileOf, this.takeSpare())
    return this.groups[table]
  }
}

const tableCount = 256
/** The table is told by the first eight bits of the hash. */
const tableShift = 24

function spread(part: number, numbers: Int32Array, tables: (Names | undefined)[]): void {
  for (let at = 0; at < numbers.length; at += 4) {
    const table = numbers[at]! >>> tableShift
    tables[table] ??= new Names()
    tables[table].push(numbers[at]!, numbers[at + 1]!, part, numbers[at + 2]!, numbers[at + 3]!)
  }
}

/** The names of one table, five numbers each: both halves of the hash, the part, the byte and the line. */
class Names {
  length = 0
  private readonly blocks: Int32Array[] = []
  /** The last of the blocks. */
  private block = this.addBlock()

  push(low: number, high: number, part: number, byte: number, line: number): void {
    const at = (this.length & blockMask) * 5
    if (at === 0 && this.length > 0) this.block = this.addBlock()
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

const blockBits = 10
const blockSize = 1 << blockBits
const blockMask = blockSize - 1

/** The definitions of one table by their names. */
class Groups {
  /** By some bits of the hash, with open addressing: one more than the index of the first definition of a name. */
  readonly slots: Int32Array
  /**
   * Of definitions whose names stand more than once: the next one, the last one and the count of a name, and whether it
   * is in several files.
   */
  private more:
    | {
        readonly next: Int32Array
        readonly last: Int32Array
        readonly count: Int32Array
        readonly isSpread: Uint8Array
      }
    | undefined

  /** @param spare slots that are free, used again where there are as many as are needed */
  constructor(
    private readonly names: Names,
    private readonly fileOf: (part: number) => number | undefined,
    spare: Int32Array | undefined,
  ) {
    const size = 2 ** Math.ceil(Math.log2(names.length * 2 + 1))
    this.slots = spare?.length === size ? spare.fill(0) : new Int32Array(size)
    for (let index = 0; index < names.length; index++) {
      if (fileOf(names.partAt(index)) === undefined) continue
      const slot = this.slotOf(names.lowAt(index), names.highAt(index))
      if (this.slots[slot] === 0) this.slots[slot] = index + 1
      else this.append(this.slots[slot]! - 1, index)
    }
  }

  /** Whether any name stands more than once. */
  get hasRepeated(): boolean {
    return this.more !== undefined
  }

  /** The first definition of a name; negative where there is none. */
  find(low: number, high: number): number {
    return this.slots[this.slotOf(low, high)]! - 1
  }

  group(first: number): NamedRecords {
    const { names, more } = this
    return {
      count: more?.count[first] || 1,
      first: names.placeAt(first),
      isSpread: more?.isSpread[first] === 1,
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
    for (let index = 0; index < names.length; index++) {
      if (more.count[index]! > 0 || more.last[index]! < 0) yield names.placeAt(index)
    }
  }

  private slotOf(low: number, high: number): number {
    const { names, slots } = this
    const mask = slots.length - 1
    let slot = high & mask
    for (let held = slots[slot]!; held !== 0; held = slots[slot]!) {
      if (names.lowAt(held - 1) === low && names.highAt(held - 1) === high) break
      slot = (slot + 1) & mask
    }
    return slot
  }

  private append(first: number, index: number): void {
    const { length } = this.names
    this.more ??= {
      next: new Int32Array(length),
      last: new Int32Array(length),
      count: new Int32Array(length),
      isSpread: new Uint8Array(length),
    }
    const { more } = this
    const last = more.last[first]! || first
    more.next[last] = index
    more.last[first] = index
    // Marks one that is not the first of its name.
    more.last[index] = -1
    more.count[first] = (more.count[first]! || 1) + 1
    if (this.fileOf(this.names.partAt(first)) !== this.fileOf(this.names.partAt(index))) more.isSpread[first] = 1
  }
}
