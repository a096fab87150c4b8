import type { FollowedColumn } from '../../../shared/check/followed-columns.ts'
import { typedValue } from '../../../shared/expression/parsed-record.ts'
import { ByteMap } from '../../../shared/scan/byte-map.ts'
import type { RowList } from '../../../shared/scan/followed-rows.ts'
import { hashBytes, type NameHash, type NameHasher } from '../../../shared/scan/names.ts'
import {
  endOfBareWord,
  endOfFloat,
  endOfInt,
  endOfTimestamp,
  numberBetween,
  timestampBetween,
} from '../../../shared/scan/values.ts'
import type { TextColumn } from '../../../shared/scan/written-values.ts'
import { PackedTexts } from './packed-texts.ts'

/** Reads one value after the other from a column of texts in a fact. Most of them never become a string. */
export class ColumnReader {
  private readonly packed: PackedTexts | undefined
  private readonly texts: readonly (string | null)[]
  private readonly tagHash: NameHash | undefined
  private readonly words: ByteMap<number> | undefined
  private position = 0

  /** @param index that of the column in its rows */
  constructor(
    private readonly column: FollowedColumn,
    private readonly index: number,
    texts: TextColumn,
    hasher: NameHasher,
  ) {
    this.packed = typeof texts === 'string' ? new PackedTexts(texts) : undefined
    this.texts = typeof texts === 'string' ? [] : texts
    const { field, kind, target, hasText } = column
    this.tagHash = kind === 'link' && !hasText ? hasher.ofTag(target!) : undefined
    this.words = kind === 'word' ? new ByteMap(field.enum!.map((word, at) => [word, at])) : undefined
  }

  /** Sets the next value in the last row of a list. */
  readTo(rows: RowList): void {
    const { packed } = this
    if (!packed) {
      this.setText(rows, this.texts[this.position++] ?? null)
      return
    }
    const { bytes } = packed
    const start = this.position
    let end = start
    while (bytes[end]! > BLANK) end++
    this.position = end + 1
    if (start === end) this.setText(rows, null)
    else if (!this.isSet(rows, packed, start, end)) this.setText(rows, bytes.toString('latin1', start, end))
  }

  /** Sets a value from its bytes, if it is usual. */
  private isSet(rows: RowList, { bytes, view }: PackedTexts, start: number, end: number): boolean {
    const { column, index, tagHash, words } = this
    if (tagHash) {
      if (endOfBareWord(bytes, start) !== end) return false
      rows.setHash(index, hashBytes(tagHash, view, start, end))
      return true
    }
    if (words) {
      const word = words.get(view, start, end)
      if (word === undefined) return false
      rows.setNumber(index, word)
      return true
    }
    if (column.kind === 'number') {
      const isNumber = (column.field.type === 'int' ? endOfInt(bytes, start) : endOfFloat(bytes, start)) === end
      const number = isNumber ? numberBetween(bytes, start, end) : NaN
      if (Number.isNaN(number)) return false
      rows.setNumber(index, number)
      return true
    }
    const time =
      column.kind === 'time' && endOfTimestamp(bytes, start) === end ? timestampBetween(bytes, start, end) : undefined
    if (!time) return false
    rows.setTime(index, time)
    return true
  }

  private setText(rows: RowList, text: string | null): void {
    const { column, index } = this
    rows.setValue(index, text === null ? undefined : (typedValue(text, column.field) ?? null))
  }
}

const BLANK = 0x20
