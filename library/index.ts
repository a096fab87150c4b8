/**
 * The language of `.rec` files as functions of text: no files, no network, no Node and no browser. `recline/node` reads
 * folders, and `recline/server` starts the language server.
 */
export { apply, type CheckOptions, check, type Edit, type Fix, fix, fixes, type Problem } from './check.ts'
export {
  type Difference,
  diff,
  type FieldDifference,
  type Ignored,
  type Merged,
  merge,
  type Versions,
} from './compare.ts'
export { type Converted, convert, type DefaultTag, type Form, fromJson, fromTable, type Imported } from './convert.ts'
export { describe, domains, type FieldDescription, schema, type TagDescription, tags } from './domains.ts'
export { type Edited, edit, type RecordChange } from './edit.ts'
export { type ImportedTable, importInto, type TableToImport } from './import.ts'
export type { Files, Options, Severity } from './options.ts'
export { type Query, type QueryResult, type QueryValue, query } from './query.ts'
export { type Entry, format, type Layout, parse, type RecordField } from './records.ts'
