/** The output formats of a query. */
export const queryFormats = ['table', 'csv', 'json', 'ndjson', 'markdown', 'rec', 'parquet'] as const

export type QueryFormat = (typeof queryFormats)[number]
