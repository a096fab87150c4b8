import { type Definition, keyText } from '../domains/identity.ts'
import { keyIdOf } from '../domains/key-values.ts'
import { BACKSLASH, QUOTE } from '../syntax/characters.ts'
import { textOfUtf8 } from './bytes/utf8.ts'
import { textOfBytes } from './bytes/values.ts'
import { hashBytes, type NameHash, type NameHasher } from './names.ts'
import { type FieldTable, type KeyTable, type TagTable, Writing } from './tables.ts'

/**
 * What the record that was scanned last is called by unique lists, as `keysOfRecord` has it.
 *
 * @param text its text, which is of ASCII
 */
export function scannedKeys(tag: TagTable, bytes: Uint8Array, text: string): readonly Definition[] {
  const found: Definition[] = []
  for (const key of tag.keys) {
    if (!hasAllFields(tag, key)) continue
    const id = plainId(key, bytes, text) ?? idInBytes(tag, key, bytes)
    if (id === undefined) continue
    const { path, domain, tag: name } = key.name
    const { keyStart: start, keyEnd: end } = key.fields[0]!
    found.push({ path, domain, tag: name, id, start, end })
  }
  return found
}

/** Calls a function with the hashes of what the record that was scanned last is called by unique lists. */
export function eachKeyHash(
  tag: TagTable,
  bytes: Uint8Array,
  view: DataView,
  hasher: NameHasher,
  take: (hash: NameHash) => void,
): void {
  for (const key of tag.keys) {
    if (!hasAllFields(tag, key)) continue
    const known = plainHash(key, bytes, view)
    const id = known ? undefined : idInBytes(tag, key, bytes)
    if (known) take(known)
    else if (id !== undefined) take(hasher.of({ path: key.name.path, id }))
  }
}

const hasAllFields = ({ seen, latest }: TagTable, { fields }: KeyTable): boolean =>
  fields.every(({ index, keyStart, keyEnd }) => seen[index] === latest && keyStart < keyEnd)

function idInBytes({ seen, latest }: TagTable, { fields }: KeyTable, bytes: Uint8Array): string | undefined {
  const typed = fields.map(table => ({ table, type: table.definition.type }))
  return keyIdOf(typed, ({ table }) =>
    seen[table.index] === latest ? keyText(keyTextAt(bytes, table), table.definition) : undefined,
  )
}

const keyTextAt = (bytes: Uint8Array, { keyStart: start, keyEnd: end }: FieldTable): string =>
  bytes[start - 1] === QUOTE ? textOfBytes(bytes, start, end) : textOfUtf8(bytes, start, end)

/**
 * What `keyIdOf` gives for several texts in quotes, put together from parts of the text of the record; undefined for
 * other values.
 */
function plainId({ fields }: KeyTable, bytes: Uint8Array, text: string): string | undefined {
  if (fields.length === 1) return undefined
  let id = '['
  for (const field of fields) {
    if (field.writing !== Writing.Quoted || !isComparedAsWritten(field, bytes)) return undefined
    id += (id.length > 1 ? ',' : '') + text.slice(field.keyStart - 1, field.keyEnd + 1)
  }
  return `${id}]`
}

/**
 * The hash of values that are compared as they are written, which needs no text of them; undefined for others. The
 * bytes are those of what `keyIdOf` gives.
 */
function plainHash({ hash, fields }: KeyTable, bytes: Uint8Array, view: DataView): NameHash | undefined {
  for (const field of fields) if (!isComparedAsWritten(field, bytes)) return undefined
  const [only] = fields
  if (fields.length === 1) return hashBytes(hash, view, only!.keyStart, only!.keyEnd)
  let end = 0
  scratch[end++] = OPEN
  for (const { keyStart, keyEnd } of fields) {
    if (end + keyEnd - keyStart > scratch.length - 16) return undefined
    if (end > 1) scratch[end++] = SEPARATOR
    scratch[end++] = QUOTE
    for (let position = keyStart; position < keyEnd; position++) scratch[end++] = bytes[position]!
    scratch[end++] = QUOTE
  }
  scratch[end++] = CLOSE
  return hashBytes(hash, scratchView, 0, end)
}

/** A text in quotes without escapes and control characters, or a day. */
function isComparedAsWritten({ definition, writing, keyStart, keyEnd }: FieldTable, bytes: Uint8Array): boolean {
  if (writing === Writing.Timestamp) return keyEnd - keyStart === 10
  if (writing !== Writing.Quoted || definition.target || bytes[keyStart - 1] !== QUOTE) return false
  for (let position = keyStart; position < keyEnd; position++)
    if (bytes[position] === BACKSLASH || bytes[position]! < 0x20) return false
  return true
}

const [OPEN, SEPARATOR, CLOSE] = [0x5b, 0x2c, 0x5d]
const scratch = new Uint8Array(2 ** 12)
const scratchView = new DataView(scratch.buffer)
