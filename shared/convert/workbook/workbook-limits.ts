/** The limits of what a workbook holds: few bytes can unpack to gigabytes. */
export interface WorkbookLimits {
  readonly unpackedBytes: number
  /** The most cells, with the empty ones between others, and the most texts that cells share. */
  readonly cells: number
  /** The most characters of all texts. */
  readonly characters: number
}
