import { AT, CARRIAGE_RETURN, LINE_FEED } from '../syntax/characters.ts'
import { type KnownTag, mostDomains, type NamesAt, type ScanProgram, scanProgram } from './fast-scan-program.ts'
import type { FieldScanner } from './field-scanner.ts'
import { type NameList, SpannedNames } from './names.ts'
import type { TagTable } from './tables.ts'

/** What knows where a scan is, and counts what is skipped. */
interface Progress {
  records: number
  lines: number
  latest: number
  /** The number of records of each domain in force. */
  readonly counts: Uint32Array
  /** Returns whether it noted values. */
  take(tag: TagTable, start: number): boolean
}

/**
 * Skips most records several times faster than a `FieldScanner`: with a program of WebAssembly (`assembly/scan.ts`),
 * which compares 16 bytes at a time. It is certain of no record that a `FieldScanner` is not certain of, and notes the
 * same of it. Rules and patterns stay in JavaScript, which looks at the values that the program found.
 */
export class FastScanner {
  /** The bytes that are in the window. */
  private windowStart = 0
  private windowEnd = 0
  /** From the position of the last search for the end of a window up to here, no line starts with `@`. */
  private searchedUntil = 0
  /** The tags in force that it learned, and those that it cannot learn. */
  private readonly learned = new Set<TagTable>()
  /** Whether it made room for its tags once. To do it for each tag would take longer than to scan without it. */
  private hasMadeRoom = false

  /** Returns undefined where WebAssembly is not allowed. */
  static of(bytes: Uint8Array, fields: FieldScanner): FastScanner | undefined {
    const program = scanProgram()
    return program && new FastScanner(program, bytes, fields)
  }

  private constructor(
    private readonly program: ScanProgram,
    private readonly bytes: Uint8Array,
    private readonly fields: FieldScanner,
  ) {}

  /** Forgets the tags in force, as others are from here on. */
  forgetTags(): void {
    this.use()
    this.program.exports.disuseTags()
    this.learned.clear()
  }

  /** Learns a tag in force, so that it can skip its next records. */
  learn(tag: TagTable): void {
    this.use()
    if (this.learned.has(tag)) return
    if (this.program.lacksRoomFor(tag) && !this.hasMadeRoom) {
      this.hasMadeRoom = true
      this.program.forgetTags()
      this.learned.clear()
    }
    this.learned.add(tag)
    const known = this.program.know(tag)
    if (known) this.program.exports.useTag(known.address)
  }

  /**
   * Skips entries, from the start of a line outside a block.
   *
   * @param end as for `Scanner.scan`
   * @returns the start of the first entry that it is not certain of, or `end`
   */
  skip(start: number, end: number, progress: Progress): number {
    this.use()
    const { program, fields } = this
    const { exports, numbers, state } = program
    let position = start
    while (position < end && this.load(position, end, progress)) {
      const { windowStart, windowEnd } = this
      const stop = exports.scan(
        position - windowStart,
        windowEnd - windowStart,
        windowStart,
        progress.lines,
        fields.hasNames,
      )
      progress.lines = numbers[state + State.line]!
      position = windowStart + stop
      const tag = numbers[state + State.tag]!
      if (tag < 0) {
        this.takeResult(progress)
        if (numbers[state + State.isUnsure] === 1) break
      } else if (!this.takeChecked(program.tags[tag]!, progress)) {
        exports.keepNames(numbers[state + State.definitionsBefore]!, numbers[state + State.referencesBefore]!)
        progress.lines = numbers[state + State.recordLine]!
        position = windowStart + numbers[state + State.record]!
        break
      }
    }
    this.takeResult(progress)
    return position
  }

  /** Makes the program its own: others may have used it. */
  private use(): void {
    if (this.program.user === this) return
    this.program.user = this
    this.program.exports.disuseTags()
    this.learned.clear()
    this.windowEnd = 0
  }

  /** Loads bytes from an offset into the window, if it has none. Returns false if an entry is too long for it. */
  private load(position: number, end: number, progress: Progress): boolean {
    if (position < this.windowEnd) return true
    this.takeResult(progress)
    const { program, bytes } = this
    const { window, windowSize } = program
    const isRest = end - position <= windowSize
    if (!isRest && position < this.searchedUntil) return false
    const stop = isRest ? end : this.lastEntry(position, position + windowSize)
    if (stop === position) {
      this.searchedUntil = position + windowSize
      return false
    }
    const loaded = bytes.subarray(position, Math.min(bytes.length, stop + padding))
    program.bytes.set(loaded, window)
    program.bytes.fill(0, window + loaded.length, window + stop - position + padding)
    this.windowStart = position
    this.windowEnd = stop
    return true
  }

  /** The start of the last line in a range that starts with `@`, or the start of the range. */
  private lastEntry(start: number, end: number): number {
    const { bytes } = this
    for (let line = bytes.lastIndexOf(AT, end); line > start; line = bytes.lastIndexOf(AT, line - 1))
      if (bytes[line - 1] === LINE_FEED || bytes[line - 1] === CARRIAGE_RETURN) return line
    return start
  }

  /** Looks at the record of a tag behind which the program stopped. Returns false if it is not certain of it. */
  private takeChecked({ table, address, checked }: KnownTag, progress: Progress): boolean {
    const { program, fields, windowStart } = this
    const { exports, numbers, state, valueOffset, latestOffset } = program
    const latest = numbers[(address + latestOffset) >> 2]
    table.latest = (table.latest + 1) | 0
    for (let index = 0; index < checked.length; index++) {
      const { field, address } = checked[index]!
      const values = (address + valueOffset) >> 2
      if (numbers[values] !== latest) continue
      const start = windowStart + numbers[values + 1]!
      const end = windowStart + numbers[values + 2]!
      field.valueStart = start
      field.valueEnd = end
      if (field.allowed) field.said = field.definition.enum![numbers[values + 3]!]
      table.seen[field.index] = table.latest
    }
    const lines = progress.lines
    progress.lines = numbers[state + State.recordLine]!
    if (!fields.isRight(table)) return false
    const record = windowStart + numbers[state + State.record]!
    const hasNoted = progress.take(table, record)
    // Then nothing is wrong with a record of the same combination, and nothing is noted of it.
    if (!hasNoted && table.ruled?.hasReadOther !== true) exports.settle(address)
    progress.lines = lines
    return true
  }

  /** Takes over what the program counted and noted. */
  private takeResult(progress: Progress): void {
    const { program, windowStart } = this
    const { numbers, state } = program
    if (numbers[state + State.latest]! >= 0) progress.latest = windowStart + numbers[state + State.latest]!
    numbers[state + State.latest] = -1
    this.takeNames()
    const records = numbers[state + State.records]!
    if (records === 0) return
    progress.records += records
    numbers[state + State.records] = 0
    for (let domain = 0; domain < Math.min(progress.counts.length, mostDomains); domain++) {
      progress.counts[domain]! += numbers[program.counts + domain]!
      numbers[program.counts + domain] = 0
    }
  }

  private takeNames(): void {
    const { program, fields } = this
    const { exports } = program
    this.takeInto(fields.definitions, program.definitions, exports.countDefinitions())
    this.takeInto(fields.references, program.references, exports.countReferences())
    exports.keepNames(0, 0)
  }

  private takeInto(list: NameList, { names, spans }: NamesAt, count: number): void {
    if (count === 0) return
    const { program, windowStart } = this
    const { numbers } = program
    list.append(numbers.subarray(names, names + count * numbersOfName))
    if (list instanceof SpannedNames)
      list.appendSpans(
        numbers.subarray(spans, spans + count * numbersOfSpan),
        windowStart - program.window,
        program.fields,
      )
  }
}

/** The indexes of the numbers in `State` of `assembly/scan.ts`. */
const State = {
  line: 0,
  latest: 1,
  records: 2,
  tag: 3,
  record: 4,
  recordLine: 5,
  definitionsBefore: 6,
  referencesBefore: 7,
  isUnsure: 8,
} as const

/** The sizes of a `Name` and a `NameSpan` in `assembly/names.ts`. */
const numbersOfName = 4
const numbersOfSpan = 3

/** How many bytes behind the window the program may read. */
const padding = 64
