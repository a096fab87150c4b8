/** The extensions of files that can be imported. */
export const dataExtensions = ['csv', 'tsv', 'txt', 'json', 'ndjson', 'jsonl', 'parquet', 'xlsx', 'xlsm']

/** The server gets the whole text of a file, so larger files are for the command line. */
export const mostDataBytes = 20_000_000
