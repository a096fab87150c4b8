/** The formats of facts: a line of JSON for each, or a table. */
export const factsFormats = ['ndjson', 'parquet'] as const
export type FactsFormat = (typeof factsFormats)[number]
