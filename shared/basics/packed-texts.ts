/** Texts in a row; undefined for an absent one. */
type TextRow = readonly (string | undefined)[]

/**
 * Rows of texts in little memory: their characters, and four bytes for each text. As arrays of strings, a million rows
 * take several times as much.
 */
export class PackedTexts {
  /** The rows of the last block, which grows. */
  private open: TextRow[] = []
  private readonly blocks: (PackedRows | TextRow[] | (() => PackedRows))[] = [this.open]
  /** How many rows there are. */
  length = 0

  /** @param store where blocks of rows are kept; without it, in memory */
  constructor(private readonly store?: RowStore) {}

  add(row: TextRow): void {
    this.length++
    if (this.open.push(row) < rowsOfBlock) return
    const block = packed(this.open)
    this.blocks[this.blocks.length - 1] = this.store && 'ends' in block ? this.store.keepRows(block) : block
    this.open = []
    this.blocks.push(this.open)
  }

  /** A text by its row and its place there, both from 0; undefined for an absent one, and behind the end. */
  at(row: number, place: number): string | undefined {
    const kept = this.blocks[Math.floor(row / rowsOfBlock)]
    const block = typeof kept === 'function' ? kept() : kept
    const rowInBlock = row % rowsOfBlock
    if (!block || !('ends' in block)) return block?.[rowInBlock]?.[place]
    const { text, ends, firsts } = block
    const index = firsts[rowInBlock]! + place
    if (index >= firsts[rowInBlock + 1]!) return undefined
    const end = ends[index]!
    return end % 2 === 1 ? undefined : text.slice(index === 0 ? 0 : ends[index - 1]! >>> 1, end / 2)
  }
}

/** Keeps blocks of rows outside of memory. */
export interface RowStore {
  /** Keeps a block. Returns a function that reads it. */
  keepRows(rows: PackedRows): () => PackedRows
}

/** Some rows as one text. */
export interface PackedRows {
  readonly text: string
  /** For each text twice the offset of its end in `text`, and one more if it is absent. */
  readonly ends: Uint32Array
  /** For each row the number of texts before it, and at last the number of all. */
  readonly firsts: Uint32Array
}

const rowsOfBlock = 256

/** The most characters of a block. Rows with more stay as they are: a string of some hundred million cannot be made. */
const longestBlock = 2 ** 26

function packed(rows: TextRow[]): PackedRows | TextRow[] {
  const firsts = new Uint32Array(rows.length + 1)
  for (const [row, { length }] of rows.entries()) firsts[row + 1] = firsts[row]! + length
  const texts = rows.flat()
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += text?.length ?? 0
    if (end > longestBlock) return rows
    ends[index] = end * 2 + (text === undefined ? 1 : 0)
  }
  return { text: texts.join(''), ends, firsts }
}
