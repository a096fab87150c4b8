import { type Definition, keyText, recordName } from '../domains/identity.ts'
import { keyIdOf } from '../domains/key-values.ts'
import { QUOTE } from '../syntax/characters.ts'
import { textOfUtf8 } from './bytes/utf8.ts'
import { textOfBytes } from './bytes/values.ts'
import type { FieldTable, TagTable } from './tables.ts'

/** What the record that was scanned last is called by unique lists, as `keysOfRecord` has it. Offsets count bytes. */
export function scannedKeys({ tag, keyFields, seen, latest }: TagTable, bytes: Uint8Array): readonly Definition[] {
  const textOf = (table: FieldTable | undefined): string | undefined =>
    table && seen[table.index] === latest ? keyText(keyTextAt(bytes, table), table.definition) : undefined
  return tag.keys.flatMap(({ name, fields }) => {
    const id = keyIdOf(fields, field => textOf(keyFields.get(field)))
    if (id === undefined) return []
    const { keyStart: start, keyEnd: end } = keyFields.get(fields[0]!)!
    return [{ ...recordName(name, id), start, end }]
  })
}

const keyTextAt = (bytes: Uint8Array, { keyStart: start, keyEnd: end }: FieldTable): string =>
  bytes[start - 1] === QUOTE ? textOfBytes(bytes, start, end) : textOfUtf8(bytes, start, end)
