import { isBareSafe } from '../syntax/nodes.ts'
import { fastScanBase64 } from './fast-scan.wasm.ts'
import { type FieldTable, type TagTable, Writing } from './tables.ts'
import { utf8Of } from './utf8.ts'

/** What `assembly/scan.ts` exports. An address is a number of bytes in the memory. */
export interface ScanExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly window: Address
  readonly windowSize: Address
  readonly textToAdd: Address
  readonly safeBytes: Address
  readonly definitions: Address
  readonly definitionSpans: Address
  readonly references: Address
  readonly referenceSpans: Address
  readonly counts: Address
  readonly state: Address
  readonly valueOffset: Address
  readonly latestOffset: Address
  forgetTables(): void
  disuseTags(): void
  useTag(tag: number): void
  addTag(
    length: number,
    index: number,
    domain: number,
    required: number,
    isChecked: boolean,
    nameLow: number,
    nameHigh: number,
  ): number
  addField(tag: number, length: number, index: number, writing: number, flags: number): number
  setRange(field: number, least: number, greatest: number): void
  setTarget(field: number, low: number, high: number): void
  setWeight(field: number, weight: number): void
  addCombinations(tag: number, count: number): boolean
  settle(tag: number): void
  addAllowed(field: number, length: number, index: number): number
  countDefinitions(): number
  countReferences(): number
  keepNames(definitions: number, references: number): void
  scan(start: number, end: number, windowStart: number, firstLine: number, hasNames: boolean): number
}

interface Address {
  readonly value: number
}

/** Where the names of a kind start, and where their ids stand, as indexes of numbers. */
export interface NamesAt {
  readonly names: number
  readonly spans: number
}

/** A tag that the program knows. */
export interface KnownTag {
  readonly table: TagTable
  readonly address: number
  /** The fields whose values rules read, or whose values must match a pattern, and their addresses. */
  readonly checked: readonly { readonly field: FieldTable; readonly address: number }[]
}

/** The WebAssembly program of the fast scan, with its memory. A thread has one. */
export class ScanProgram {
  readonly exports: ScanExports
  readonly bytes: Uint8Array
  readonly numbers: Int32Array
  readonly window: number
  /** The number of bytes that the window holds. */
  readonly windowSize: number
  /** Where these are, as indexes of `numbers`. */
  readonly state: number
  readonly counts: number
  readonly definitions: NamesAt
  readonly references: NamesAt
  /** The offsets of numbers in a field and in a tag. */
  readonly valueOffset: number
  readonly latestOffset: number
  /** All tags and fields that it knows, by their indexes. */
  readonly tags: KnownTag[] = []
  readonly fields: FieldTable[] = []
  /** Who uses the window and the tags in force. */
  user: object | undefined
  /** The known tags by their tables; undefined for those that it cannot read. */
  private known = new Map<TagTable, KnownTag | undefined>()

  constructor() {
    const program = new WebAssembly.Module(Uint8Array.from(atob(fastScanBase64), byte => byte.charCodeAt(0)))
    this.exports = new WebAssembly.Instance(program, {}).exports as ScanExports
    const { memory, window, windowSize, safeBytes, state, counts, valueOffset, latestOffset } = this.exports
    this.bytes = new Uint8Array(memory.buffer)
    this.numbers = new Int32Array(memory.buffer)
    this.window = window.value
    this.windowSize = windowSize.value
    this.state = state.value >> 2
    this.counts = counts.value >> 2
    this.definitions = namesAt(this.exports.definitions, this.exports.definitionSpans)
    this.references = namesAt(this.exports.references, this.exports.referenceSpans)
    this.valueOffset = valueOffset.value
    this.latestOffset = latestOffset.value
    this.setSafeBytes(safeBytes.value)
  }

  /** Adds a tag, if it does not know it yet. Returns undefined if it cannot read the tag, or has no room for it. */
  know(table: TagTable): KnownTag | undefined {
    if (this.known.has(table)) return this.known.get(table)
    const known = canRead(table) ? this.add(table) : undefined
    this.known.set(table, known)
    return known
  }

  /** Whether it cannot read a tag only because it knows too many others. */
  lacksRoomFor(table: TagTable): boolean {
    return canRead(table) && this.know(table) === undefined
  }

  /** Forgets all tags, to make room for others. */
  forgetTags(): void {
    this.exports.forgetTables()
    this.known = new Map()
    this.tags.length = this.fields.length = 0
  }

  /** Adds a tag. Returns undefined if there is no room. */
  private add(table: TagTable): KnownTag | undefined {
    const { exports, tags } = this
    const { ruled, list, domain, required, name } = table
    const isChecked = ruled !== undefined || list.some(({ matched }) => matched)
    const length = this.setText(table.word.bytes)
    const address = exports.addTag(length, tags.length, domain, required, isChecked, name.low, name.high)
    if (address === 0) return undefined
    const checked: { field: FieldTable; address: number }[] = []
    // The program puts each field before the others.
    for (const field of list.toReversed().filter(isReadable)) {
      const fieldAddress = this.addField(address, field)
      if (fieldAddress === 0) return undefined
      if (field.isRead || field.matched) checked.push({ field, address: fieldAddress })
    }
    if (!this.weigh(address, checked)) return undefined
    const known = { table, address, checked }
    tags.push(known)
    return known
  }

  /**
   * Numbers the combinations of values of a tag: what JavaScript finds in a record often depends only on truth values,
   * on values of enums, and on which other fields are there. Returns false if there is no room.
   */
  private weigh(tag: number, checked: KnownTag['checked']): boolean {
    const { exports } = this
    let combinations = 1
    for (const { field, address } of checked) {
      if (!field.isDecisive && !field.matched) continue
      const values = valueCount(field)
      const isWeighed = values > 0 && combinations * (values + 1) <= mostCombinations
      exports.setWeight(address, isWeighed ? combinations : -1)
      if (isWeighed) combinations *= values + 1
    }
    return exports.addCombinations(tag, combinations)
  }

  /** Adds a field. Returns its address, or 0 if there is no room. */
  private addField(tag: number, field: FieldTable): number {
    const { exports, fields } = this
    const { start, writing, target, definition } = field
    const range = field.hasOnlyRange ? definition.range : undefined
    const address = exports.addField(tag, this.setText(start.bytes), fields.length, writing, flagsOf(field))
    if (address === 0) return 0
    if (range) exports.setRange(address, range[0], range[1])
    if (target) exports.setTarget(address, target.low, target.high)
    for (const [index, value] of (definition.enum ?? []).entries())
      if (exports.addAllowed(address, this.setText(utf8Of(value)), index) === 0) return 0
    fields.push(field)
    return address
  }

  /** Fills the tables of the bytes that need no quotes: a bit for each value of their upper half. */
  private setSafeBytes(address: number): void {
    const { bytes } = this
    for (let upper = 0; upper < 8; upper++) bytes[address + 16 + upper] = 1 << upper
    for (let code = 0; code < 0x80; code++)
      if (isBareSafe(String.fromCharCode(code))) bytes[address + (code & 15)]! |= 1 << (code >> 4)
  }

  /** Hands a text to the program. Returns its length. */
  private setText(text: Uint8Array): number {
    this.bytes.set(text, this.exports.textToAdd.value)
    return text.length
  }
}

/** The program of this thread; undefined where WebAssembly is not allowed. Then scans only take longer. */
export function scanProgram(): ScanProgram | undefined {
  if (program === 'not yet made') {
    try {
      program = new ScanProgram()
    } catch {
      program = undefined
    }
  }
  return program
}

let program: ScanProgram | undefined | 'not yet made' = 'not yet made'

/** Whether the program can read records of a tag: only one definition of the tag is in force, and it is short. */
const canRead = ({ word, domain, rivals, next }: TagTable): boolean =>
  rivals === 0 && next === undefined && word.length < longestText && domain < mostDomains

/** The program counts the records of no more domains. */
export const mostDomains = 64

/** Whether the program can read a field. It is not certain of records with other fields. */
const isReadable = ({
  start,
  isWatched,
  isConstrained,
  allowed,
  hasOnlyRange,
  writing,
  definition,
}: FieldTable): boolean =>
  start.length <= longestText &&
  !isWatched &&
  (!isConstrained || hasOnlyRange || (allowed !== undefined && allowed.size === definition.enum!.length)) &&
  writing >= 0 &&
  (definition.enum ?? []).every(value => utf8Of(value).length <= longestText)

const longestText = 32

/** How many values of a field the program tells apart: 1 if only that there is one, 0 if that is too little. */
function valueCount({ definition, writing, matched }: FieldTable): number {
  if (matched) return 0
  return writing === Writing.Bool ? 2 : (definition.enum?.length ?? 1)
}

const mostCombinations = 4096

/** As `Flag` in `assembly/tables.ts` has them. */
const flagsOf = ({ isRequired, isId, allowed, hasOnlyRange, target }: FieldTable): number =>
  [isRequired, isId, allowed, hasOnlyRange, target].reduce(
    (bits, isSet, index) => (isSet ? bits | (1 << index) : bits),
    0,
  )

/** Every runtime has these, but shared code knows the types of none. */
declare const atob: (base64: string) => string
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

const namesAt = (names: Address, spans: Address): NamesAt => ({ names: names.value >> 2, spans: spans.value >> 2 })
