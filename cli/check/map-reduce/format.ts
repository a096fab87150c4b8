/** How facts are written: a line of JSON for each, or as a table. */
export const factsFormats = ['ndjson', 'parquet'] as const
export type FactsFormat = (typeof factsFormats)[number]
