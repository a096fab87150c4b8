import type { FollowedColumn } from '../../../shared/check/followed-columns.ts'
import { typedValue } from '../../../shared/expression/parsed-record.ts'
import { ByteMap } from '../../../shared/scan/byte-map.ts'
import type { RowList } from '../../../shared/scan/followed-rows.ts'
import { hashBytes, type NameHasher } from '../../../shared/scan/names.ts'
import { areBareWords, PackedTexts } from '../../../shared/scan/packed-texts.ts'
import {
  endOfBareWord,
  endOfFloat,
  endOfInt,
  endOfTimestamp,
  numberBetween,
  timestampBetween,
} from '../../../shared/scan/values.ts'
import type { TextColumn } from '../../../shared/scan/written-values.ts'

/**
 * Sets the values of a column in all rows of a list, from their texts in a fact. Most of them never become a string.
 *
 * @param index that of the column in its rows
 */
export function readColumn(
  rows: RowList,
  column: FollowedColumn,
  index: number,
  texts: TextColumn,
  hasher: NameHasher,
): void {
  const setText = (text: string | null): void => {
    rows.setValue(index, text === null ? undefined : (typedValue(text, column.field) ?? null))
  }
  if (!(texts instanceof PackedTexts)) {
    texts.forEach((text, row) => {
      rows.row = row
      setText(text)
    })
    return
  }
  if (column.kind === 'link' && !column.hasText && !texts.hasEmpty && areBareWords(texts)) {
    rows.setHashes(index, texts.hashes(hasher.ofTag(column.target!)))
    return
  }
  const isSet = usualValues(rows, column, index, texts, hasher)
  texts.forEach((start, end, row) => {
    rows.row = row
    if (start === end) setText(null)
    else if (!isSet(start, end)) setText(texts.textBetween(start, end))
  })
}

/** Returns a function that sets the value in some bytes, if it is usual, and returns whether it is. */
function usualValues(
  rows: RowList,
  { field, kind, target, hasText }: FollowedColumn,
  index: number,
  { bytes, view }: PackedTexts,
  hasher: NameHasher,
): (start: number, end: number) => boolean {
  if (kind === 'link' && !hasText) {
    const tagHash = hasher.ofTag(target!)
    return (start, end) => {
      if (endOfBareWord(bytes, start) !== end) return false
      rows.setHash(index, hashBytes(tagHash, view, start, end))
      return true
    }
  }
  if (kind === 'word') {
    const words = new ByteMap(field.enum!.map((word, at) => [word, at]))
    return (start, end) => {
      const word = words.get(view, start, end)
      if (word === undefined) return false
      rows.setNumber(index, word)
      return true
    }
  }
  if (kind === 'number') {
    const endOfNumber = field.type === 'int' ? endOfInt : endOfFloat
    return (start, end) => {
      const number = endOfNumber(bytes, start) === end ? numberBetween(bytes, start, end) : NaN
      if (Number.isNaN(number)) return false
      rows.setNumber(index, number)
      return true
    }
  }
  if (kind !== 'time') return () => false
  return (start, end) => {
    const time = endOfTimestamp(bytes, start) === end ? timestampBetween(bytes, start, end) : undefined
    if (!time) return false
    rows.setTime(index, time)
    return true
  }
}
