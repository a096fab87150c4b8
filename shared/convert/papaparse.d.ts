/**
 * What is used of Papa Parse. Its published types bring in those of Node, which the language must not know.
 */
declare module 'papaparse' {
  interface Step {
    readonly data: readonly string[]
    readonly errors: readonly { readonly code: string; readonly index?: number }[]
    /** `cursor` is the offset behind the row. */
    readonly meta: { readonly cursor: number }
  }
  interface ParseOptions {
    readonly delimiter: string
    readonly newline: string
    /** The number of rows to read; all if it is not set. */
    readonly preview?: number
    readonly step: (row: Step) => void
  }
  interface UnparseOptions {
    readonly newline: string
  }
  const papa: {
    parse(text: string, options: ParseOptions): void
    unparse(rows: readonly (readonly (string | undefined)[])[], options: UnparseOptions): string
  }
  export default papa
}
