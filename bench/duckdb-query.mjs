// Runs a query with DuckDB and writes the rows as CSV.
//
//   node duckdb-query.mjs SQL

import { DuckDBInstance } from '@duckdb/node-api'

const instance = await DuckDBInstance.create(':memory:')
const connection = await instance.connect()
const result = await connection.runAndReadAll(process.argv[2])
process.stdout.write([result.columnNames(), ...result.getRowsJson()].map(row => `${row.join()}\n`).join(''))
connection.closeSync()
instance.closeSync()
