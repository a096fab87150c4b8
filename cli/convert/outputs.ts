import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { printed } from '../files/paths.ts'
import { targetFailure } from '../files/target.ts'
import type { Batch } from './batch.ts'
import { nameOf } from './file-names.ts'
import { type Form, titles } from './forms.ts'
import type { Output } from './jobs.ts'
import { jsonLines, ndjsonLines, recLines } from './lines-target.ts'
import type { Notes } from './notes.ts'
import { plainBatches } from './plain-batches.ts'
import { CannotConvert } from './problems.ts'
import { csvPieces, gatherTables, markdownPieces, type PlacedTable, parquetBytes } from './tables-target.ts'
import type { Pieces, TextPieces } from './write-output.ts'

/** A file and its content; without a path, the content is for standard output. */
export type OutputFile =
  | { readonly path: string; readonly pieces: Pieces }
  | { readonly path: undefined; readonly pieces: TextPieces | Uint8Array }

/** The options of the command line that change the outputs. */
export interface OutputOptions {
  /** Only records of this tag are converted. */
  readonly tag?: string
  readonly escapeFormulas?: true
  /** Whether existing files are replaced. */
  readonly force?: true
}

/**
 * Yields the output files one after the other. Tables start after all entries have been read. Throws a `CannotConvert`
 * if the output cannot hold the tables.
 */
export async function* outputsOf(
  output: Output,
  batches: AsyncIterable<Batch>,
  to: Form,
  options: OutputOptions,
  notes: Notes,
): AsyncGenerator<OutputFile> {
  const path = output.kind === 'file' ? output.path : undefined
  if (to === 'rec') return yield { path, pieces: recLines(batches, options.tag, notes) }
  const plain = plainBatches(batches, options.tag, notes)
  if (to === 'json') return yield { path, pieces: jsonLines(plain, notes) }
  if (to === 'ndjson') return yield { path, pieces: ndjsonLines(plain, notes) }
  const tables = await gatherTables(plain, notes)
  if (to === 'markdown') return yield { path, pieces: markdownPieces(tables, notes) }
  const paths = tables.map(({ table: { tag } }) =>
    output.kind === 'tables' ? join(output.folder, nameOf(output.stem, to, tag)) : path,
  )
  mustHavePlace(tables, output, to)
  mustBeFree(paths, to, options)
  for (const [index, table] of tables.entries()) {
    const path = paths[index]
    const isOneOfSeveral = tables.length > 1
    notes.tags.add(table.table.tag)
    if (to === 'csv') {
      yield { path, pieces: csvPieces(table, isOneOfSeveral, options.escapeFormulas ?? false, notes) }
      continue
    }
    const bytes = await parquetBytes(table, isOneOfSeveral, notes)
    yield path === undefined ? { path, pieces: bytes } : { path, pieces: [bytes] }
  }
}

/** Throws a `CannotConvert` if a file exists and must not be replaced. Devices are always allowed. */
export function mustBeFree(paths: readonly (string | undefined)[], to: Form, { force }: OutputOptions): void {
  const taken = force ? [] : paths.filter(path => path !== undefined && existsSync(path) && statSync(path).isFile())
  if (taken.length > 0)
    throw new CannotConvert(taken.map(path => `${printed(path!)} already exists; add --force to replace it.`))
  const refused = paths.flatMap(path => (path === undefined ? [] : (targetFailure(path, [], to === 'rec') ?? [])))
  if (refused.length > 0) throw new CannotConvert(refused.map(({ failure }) => failure))
}

function mustHavePlace(tables: readonly PlacedTable[], output: Output, to: Form): void {
  if (output.kind === 'tables' || tables.length === 1) return
  if (tables.length === 0) throw new CannotConvert([`There are no records to convert to ${titles[to]}.`])
  const tags = tables.map(({ table: { tag } }) => tag)
  const some = `${tags.slice(0, 10).join(', ')}${tags.length > 10 ? ' …' : ''}`
  const advice = `choose one with --tag (${some}), or use a folder as --output`
  throw new CannotConvert([
    `A ${titles[to]} file has the records of one tag, but these records have ${tags.length} tags; ${advice}.`,
  ])
}
