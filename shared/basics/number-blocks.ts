/** Keeps blocks of numbers outside of memory. */
export interface NumberStore {
  /** Keeps a block. Returns a function that reads it. */
  keepNumbers(numbers: Uint32Array): () => Uint32Array
}

/** Whole numbers from 0 to 2^32 - 1, four bytes each. They grow block by block, so that nothing is copied. */
export class NumberBlocks {
  /** The numbers of the last block, which grows. */
  private open = new Uint32Array(numbersOfBlock)
  private readonly blocks: (() => Uint32Array)[] = []
  length = 0

  /** @param store where blocks of numbers are kept; without it, in memory */
  constructor(private readonly store: NumberStore = inMemory) {}

  push(number: number): void {
    const place = this.length++ % numbersOfBlock
    this.open[place] = number
    if (place < numbersOfBlock - 1) return
    this.blocks.push(this.store.keepNumbers(this.open))
    this.open = new Uint32Array(numbersOfBlock)
  }

  /** The number with an index, which must be there. */
  at(index: number): number {
    const block = this.blocks[Math.floor(index / numbersOfBlock)]?.() ?? this.open
    return block[index % numbersOfBlock]!
  }
}

const numbersOfBlock = 2 ** 12

const inMemory: NumberStore = { keepNumbers: numbers => () => numbers }
