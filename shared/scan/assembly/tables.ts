// The tags and fields that the scan knows. JavaScript adds them with the exported functions, and names them by their
// addresses from then on. An address is 0 if there is no room.

/** A text of 1 to 32 bytes, which is compared with two loads of 16 bytes. */
@unmanaged
export class Text {
  /** Its bytes; zeros behind them. */
  bytes0: u64
  bytes1: u64
  bytes2: u64
  bytes3: u64
  /** Which bytes of each half belong to the text, one bit for each. */
  private firstBits: i32
  private secondBits: i32
  length: i32

  /** Copies the text from `textToAdd`. */
  set(length: i32): void {
    memory.copy(changetype<usize>(this), textToAdd, <usize>longestText)
    this.length = length
    this.firstBits = length < 16 ? (1 << length) - 1 : 0xffff
    this.secondBits = length > 16 ? ((((<i64>1) << (length - 16)) - 1) as i32) : 0
  }

  standsAt(position: usize): bool {
    const own = changetype<usize>(this)
    const first = i8x16.bitmask(i8x16.eq(v128.load(position), v128.load(own)))
    if ((first & this.firstBits) !== this.firstBits) return false
    if (this.secondBits === 0) return true
    const second = i8x16.bitmask(i8x16.eq(v128.load(position, 16), v128.load(own, 16)))
    return (second & this.secondBits) === this.secondBits
  }
}

/** A value of an enum. */
@unmanaged
export class Allowed extends Text {
  index: i32
  next: usize
}

/** A field of a tag. Its text is what stands before a value: `status=`, `maturity:int=`. */
@unmanaged
export class Field extends Text {
  /** Its index among all fields. */
  index: i32
  writing: i32
  flags: i32
  /** The first of its allowed values. */
  allowed: usize
  least: f64
  greatest: f64
  targetLow: i32
  targetHigh: i32
  /**
   * What an allowed value or a truth value adds to the combination of values of its record, times its index plus 1, and
   * any other value by being there; 0 if the value does not matter. If it is negative, records with this field have no
   * combination.
   */
  weight: i32
  /** The next field of the tag. */
  next: usize
  /** The field behind it in a recent record: a guess for the next one. */
  follower: usize
  /** The number of the last record that had it. Then its value stands from `valueStart` to `valueEnd`. */
  seen: i32
  valueStart: i32
  valueEnd: i32
  /** The index of its value among the allowed ones; of a truth value, 0 for true and 1 for false; else 0. */
  said: i32
}

@unmanaged
export class Tag extends Text {
  /** Its index among all tags. */
  index: i32
  required: i32
  /** Whether JavaScript must look at its records, except for those whose combination is settled. */
  isChecked: bool
  /** One bit for each combination of values: whether it is settled. 0 if combinations do not matter. */
  settled: usize
  /** The combination of its last record; negative if it has none. */
  combination: i32
  nameLow: i32
  nameHigh: i32
  fields: usize
  /** The first field of a recent record: a guess for the next one. */
  first: usize
  /** The number of its last record. */
  latest: i32
  /** The index of its domain among those in force. */
  domain: i32
  /** The next tag in its bucket. */
  next: usize
}

/** What is to be known of a field, one bit each. */
export namespace Flag {
  export const required: i32 = 1
  export const id: i32 = 2
  export const allowed: i32 = 4
  export const range: i32 = 8
  export const target: i32 = 16
}

export const longestText: i32 = 32

/** The caller writes a text here before it adds what has this text. */
export const textToAdd: usize = memory.data(32)

const tablesSize: usize = 0x80000
const tables: usize = memory.data(0x80000)
let used: usize = 0

/** The tags in force, in buckets by a hash of their text. */
const buckets: usize = memory.data(1024)
const bucketCount: u32 = 256

/** Forgets all tags and fields. */
export function forgetTables(): void {
  used = 0
  disuseTags()
}

/** From here on, no tag is in force. */
export function disuseTags(): void {
  memory.fill(buckets, 0, <usize>bucketCount * 4)
}

export function addTag(
  length: i32,
  index: i32,
  domain: i32,
  required: i32,
  isChecked: bool,
  nameLow: i32,
  nameHigh: i32,
): usize {
  const address = allocate(offsetof<Tag>())
  if (address === 0) return 0
  const tag = changetype<Tag>(address)
  tag.set(length)
  tag.index = index
  tag.domain = domain
  tag.required = required
  tag.isChecked = isChecked
  tag.nameLow = nameLow
  tag.nameHigh = nameHigh
  return address
}

export function addField(tagAddress: usize, length: i32, index: i32, writing: i32, flags: i32): usize {
  const address = allocate(offsetof<Field>())
  if (address === 0) return 0
  const field = changetype<Field>(address)
  field.set(length)
  field.index = index
  field.writing = writing
  field.flags = flags
  const tag = changetype<Tag>(tagAddress)
  field.next = tag.fields
  tag.fields = address
  return address
}

export function setRange(field: usize, least: f64, greatest: f64): void {
  changetype<Field>(field).least = least
  changetype<Field>(field).greatest = greatest
}

/** Sets what the values of a field add to the combination of their record. */
export function setWeight(field: usize, weight: i32): void {
  changetype<Field>(field).weight = weight
}

/** Makes room for the combinations of a tag. Returns false if there is none. */
export function addCombinations(tag: usize, count: i32): bool {
  const address = allocate(<usize>((count >> 3) + 1))
  changetype<Tag>(tag).settled = address
  return address !== 0
}

/** Settles the combination of the last record of a tag: the caller need not look at records with it any more. */
export function settle(tag: usize): void {
  const combination = changetype<Tag>(tag).combination
  const settled = changetype<Tag>(tag).settled
  if (settled === 0 || combination < 0) return
  const byte = settled + <usize>(combination >> 3)
  store<u8>(byte, <u8>(<i32>load<u8>(byte) | (1 << (combination & 7))))
}

export function isSettled(tag: Tag): bool {
  if (tag.settled === 0 || tag.combination < 0) return false
  return ((<i32>load<u8>(tag.settled + <usize>(tag.combination >> 3)) >> (tag.combination & 7)) & 1) !== 0
}

/** Sets the hash of the tag that a field refers to. */
export function setTarget(field: usize, low: i32, high: i32): void {
  changetype<Field>(field).targetLow = low
  changetype<Field>(field).targetHigh = high
}

export function addAllowed(fieldAddress: usize, length: i32, index: i32): usize {
  const address = allocate(offsetof<Allowed>())
  if (address === 0) return 0
  const allowed = changetype<Allowed>(address)
  allowed.set(length)
  allowed.index = index
  const field = changetype<Field>(fieldAddress)
  allowed.next = field.allowed
  field.allowed = address
  return address
}

/** Puts a tag in force. */
export function useTag(address: usize): void {
  const tag = changetype<Tag>(address)
  const bucket = bucketOf(address, tag.length)
  tag.next = load<usize>(bucket)
  store<usize>(bucket, address)
}

/** The tag in force whose text has this place and length. */
export function tagAt(position: usize, length: i32): Tag | null {
  for (let address = load<usize>(bucketOf(position, length)); address !== 0; ) {
    const tag = changetype<Tag>(address)
    if (tag.length === length && tag.standsAt(position)) return tag
    address = tag.next
  }
  return null
}

/** The index of an allowed value; negative if the value is none. */
export function indexAmong(first: usize, start: usize, length: i32): i32 {
  for (let address = first; address !== 0; ) {
    const allowed = changetype<Allowed>(address)
    if (allowed.length === length && allowed.standsAt(start)) return allowed.index
    address = allowed.next
  }
  return -1
}

function bucketOf(start: usize, length: i32): usize {
  const word = load<u32>(start)
  const key = length < 4 ? word & ((1 << (length * 8)) - 1) : word ^ (load<u32>(start + length - 4) * 0x85ebca6b)
  const hash = (key ^ length) * 0x9e3779b1
  return buckets + <usize>(hash >>> 24) * 4
}

function allocate(size: usize): usize {
  const padded = (size + 15) & ~15
  if (used + padded > tablesSize) return 0
  const address = tables + used
  used += padded
  memory.fill(address, 0, padded)
  return address
}
