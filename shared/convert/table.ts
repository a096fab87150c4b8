import { NumberBlocks, type NumberStore } from '../basics/number-blocks.ts'
import { PackedTexts, type RowStore } from '../basics/packed-texts.ts'
import { hasBlanks } from './foreign-tables/cell-texts.ts'
import { writeKey } from './keys.ts'
import { isList } from './lists.ts'
import { type PlainField, type PlainRecord, typeOf } from './plain-record.ts'

/**
 * The records of one tag as a table: what CSV, Parquet and Markdown have in common. A column is a field, and a cell is
 * its value. A record without the field has no cell.
 */
export interface PlainTable {
  readonly tag: string
  /** In the order in which the records have their fields, as far as they agree. */
  readonly columns: readonly PlainColumn[]
  /** How many records there are: a row for each, in their order. */
  readonly rowCount: number
  /** The value of a row in a column, without quotes and escapes, or a list as written; undefined without the field. */
  readonly cellAt: (row: number, column: number) => string | undefined
  /** Whether the record of a row has its fields in the order of the columns. */
  readonly isInOrder: (row: number) => boolean
  /** By row the text of a record, if the cells are not all of it and the form will be read back. */
  readonly texts: ReadonlyMap<number, string>
  /** By row the text of a record with blanks around a value: CSV needs it, as these are removed when it is read. */
  readonly paddedTexts: ReadonlyMap<number, string>
}

/** For each row of a table its place among the records of all tables. */
export type Orders = Pick<readonly number[], 'at'>

export interface PlainColumn {
  /** The field's name, with its type behind a colon where the descriptor has another or none, and `list` for a list. */
  readonly key: string
  /** The type by which the column is read; `string` where its records differ. */
  readonly type: string
}

/** The columns of records with the same fields in the same order. */
interface RecordShape {
  readonly keys: readonly string[]
  /** By key the index of a value. */
  readonly indexes: ReadonlyMap<string, number>
  /** Its index among the shapes of the table. */
  readonly index: number
  /** Whether the fields stand in the order of the columns. */
  isInOrder: boolean
}

/** The records of one tag as a table. */
export function tableOf(records: Iterable<PlainRecord>, tag: string): PlainTable {
  const builder = buildTable(tag)
  for (const record of records) builder.add(record)
  return builder.finish()
}

/**
 * Makes a table of records as they come.
 *
 * @param store where they are kept; without it, in memory
 */
export function buildTable(
  tag: string,
  store?: RowStore & NumberStore,
): {
  readonly add: (record: PlainRecord) => void
  readonly finish: () => PlainTable
} {
  const types = new Map<string, string>()
  const shapes = new Map<string, RecordShape>()
  const values = new PackedTexts(store)
  const allShapes: RecordShape[] = []
  /** For each row the index of its shape. */
  const shapeOfRow = new NumberBlocks(store)
  const texts = new Map<number, string>()
  const paddedTexts = new Map<number, string>()
  const plainShapes = new WeakMap<readonly PlainField[], RecordShape>()

  function shapeOf(fields: readonly PlainField[]): RecordShape {
    const keys = fields.map(columnKey)
    const name = fields.map((field, index) => `${keys[index]!} ${typeOf(field)}`).join(' ')
    let shape = shapes.get(name)
    if (!shape) {
      shape = {
        keys,
        indexes: new Map(keys.map((key, index) => [key, index])),
        index: allShapes.length,
        isInOrder: true,
      }
      allShapes.push(shape)
      shapes.set(name, shape)
      fields.forEach((field, index) => {
        const type = typeOf(field)
        types.set(keys[index]!, (types.get(keys[index]!) ?? type) === type ? type : 'string')
      })
    }
    return shape
  }

  return {
    add: record => {
      const { fields, isPlain, text } = record
      let shape = isPlain ? plainShapes.get(fields) : undefined
      if (!shape) {
        shape = shapeOf(fields)
        if (isPlain) plainShapes.set(fields, shape)
      }
      if (!isExact(record)) texts.set(values.length, text)
      else if (record.values.some(isPadded)) paddedTexts.set(values.length, text)
      values.add(record.values)
      shapeOfRow.push(shape.index)
    },
    finish: () => {
      const keys = inAgreedOrder(
        [...types.keys()],
        allShapes.map(shape => shape.keys),
      )
      const places = new Map(keys.map((key, place) => [key, place]))
      for (const shape of allShapes) {
        shape.isInOrder = shape.keys.every(
          (key, index) => index === 0 || places.get(shape.keys[index - 1]!)! < places.get(key)!,
        )
      }
      return {
        tag,
        columns: keys.map(key => ({ key, type: types.get(key)! })),
        rowCount: values.length,
        cellAt: (row, column) => {
          const index = allShapes[shapeOfRow.at(row)]!.indexes.get(keys[column]!)
          return index === undefined ? undefined : values.at(row, index)
        },
        isInOrder: row => allShapes[shapeOfRow.at(row)]!.isInOrder,
        texts,
        paddedTexts,
      }
    },
  }
}

const columnKey = ({ name, written, isList }: PlainField): string =>
  writeKey(name, written ?? (isList ? 'list' : undefined))

const isPadded = (value: string): boolean => hasBlanks(value) && value.trim() !== value

/**
 * Whether reading the cells back gives the same record. It does not for an empty text, which looks like no cell, for a
 * lone surrogate, which cannot be written, and for a list with another type, as its key cannot tell both.
 */
function isExact({ isWhole, isPlain, fields, values }: PlainRecord): boolean {
  return (
    isWhole &&
    fields.length > 0 &&
    fields.every(({ written, isList: isWrittenAsList }, index) => {
      const value = values[index]!
      return (
        value !== '' &&
        (isPlain || !/\p{Cs}/u.test(value)) &&
        (isWrittenAsList ? written === undefined && isList(value) : written !== 'list')
      )
    })
  )
}

/**
 * Merges lists of names into one order that agrees with all of them if possible (a depth-first topological sort). Where
 * two lists contradict each other, the earlier one wins.
 */
function inAgreedOrder(names: readonly string[], lists: readonly (readonly string[])[]): string[] {
  const followers = new Map<string, Set<string>>(names.map(name => [name, new Set()]))
  for (const list of lists) {
    for (let index = 1; index < list.length; index++) {
      const [name, next] = [list[index - 1]!, list[index]!]
      if (!followers.get(next)!.has(name)) followers.get(name)!.add(next)
    }
  }
  const met = new Set<string>()
  const ordered: string[] = []
  for (const start of names.toReversed()) {
    if (met.has(start)) continue
    met.add(start)
    // An explicit stack, because there can be more names than the call stack allows.
    const open = [{ name: start, left: [...followers.get(start)!] }]
    while (open.length > 0) {
      const { name, left } = open.at(-1)!
      const next = left.pop()
      if (next === undefined) {
        ordered.push(name)
        open.pop()
      } else if (!met.has(next)) {
        met.add(next)
        open.push({ name: next, left: [...followers.get(next)!] })
      }
    }
  }
  return ordered.reverse()
}
