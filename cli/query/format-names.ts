/** The output formats of a query. */
export const queryFormats = ['table', 'csv', 'json', 'ndjson', 'markdown', 'rec'] as const

export type QueryFormat = (typeof queryFormats)[number]
