import { lastIndex } from '../../shared/basics/binary-search.ts'
import { NumberBlocks, type NumberStore } from '../../shared/basics/number-blocks.ts'
import type { Orders, PlainTable } from '../../shared/convert/table.ts'
import type { Domain } from '../../shared/domains/registry.ts'
import type { SourceLine } from './problems.ts'

/** The records of one tag and their sources. */
export interface PlacedTable {
  readonly table: PlainTable
  /** For each row, its position among all records, from 1. */
  readonly orders: Orders
  readonly places: SourceLines
  /** The domains in force at all of them; undefined if they differ. */
  readonly domains: readonly Domain[] | undefined
}

/** The sources of many rows in little memory: neighbors are mostly from the same file. */
export class SourceLines {
  private readonly files: { readonly first: number; readonly file: string }[] = []
  private readonly lines: NumberBlocks

  /** @param store where the lines are kept */
  constructor(store: NumberStore) {
    this.lines = new NumberBlocks(store)
  }

  add({ file, line }: SourceLine): void {
    if (this.files.at(-1)?.file !== file) this.files.push({ first: this.lines.length, file })
    this.lines.push(line)
  }

  at(row: number): SourceLine {
    const { file } = this.files[lastIndex(this.files, ({ first }) => first <= row)]!
    return { file, line: this.lines.at(row) }
  }
}
