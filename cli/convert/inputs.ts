import { markersIn } from '../../shared/check/conflicts.ts'
import { parseJson } from '../../shared/config/json.ts'
import { hasOwnKeys } from '../../shared/convert/foreign-tables/json-table.ts'
import { jsonObjectReader, readJson } from '../../shared/convert/json.ts'
import { entryMaker } from '../../shared/convert/record-text.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Entry } from '../../shared/syntax/nodes.ts'
import { parseEntries } from '../../shared/syntax/parse.ts'
import { inConflict } from '../files/failure.ts'
import { type Source, sourceName } from '../files/read-text.ts'
import { placesInText } from '../output/places.ts'
import type { Batch, Input } from './batch.ts'
import type { Tell } from './foreign-rows.ts'
import { isTable } from './forms.ts'
import { CannotConvert, Problems, placed, type SourceLine, throwProblemsIn } from './problems.ts'
import { readJsonRows, readTables } from './read-tables.ts'
import { readLines, type WholeLines } from './whole-lines.ts'
import { lineFinder, wholeText } from './whole-text.ts'

/**
 * Reads the inputs in order. All tables are read together, and their rows are sorted by the order column.
 * Records, and NDJSON that names their tags, are read in pieces, other forms as a whole. Throws a `CannotConvert` if an
 * input cannot be read; for NDJSON, only after all valid lines were yielded.
 */
export async function* readInputs(inputs: readonly Input[], tell: Tell): AsyncGenerator<Batch> {
  const tables = inputs.filter(({ form }) => isTable(form))
  for (const input of inputs) {
    if (input.form === 'rec') yield* readRecordBatches(input)
    else if (input.form === 'ndjson') yield* readNdjson(input, tell)
    else if (input.form === 'json') yield* readWholeJson(input, tell)
    else if (input === tables[0]) yield* readTables(tables, tell)
  }
}

async function* readRecordBatches(input: Input): AsyncGenerator<Batch> {
  let line = 1
  for await (const entries of entriesOf(readLines(input.source))) {
    const places = entries.map(entry => {
      const place = { file: input.source.file, line }
      mustBeResolved(entry, place)
      line += entry.lineBreaks
      return place
    })
    yield { input, entries, places }
  }
}

/** Throws a `CannotConvert` for a merge conflict, because an output cannot have two versions of a record. */
function mustBeResolved(entry: Entry, { file, line }: SourceLine): void {
  const start = markersIn(entry, line, line).find(({ text }) => text.startsWith('<'))
  if (start) throw new CannotConvert([inConflict(file, start.line).failure])
}

/** Parses a `.rec` file whose whole lines arrive in pieces. Yields the entries of each piece. */
export async function* entriesOf(pieces: AsyncIterable<Pick<WholeLines, 'text'>>): AsyncGenerator<Entry[]> {
  let held = ''
  let enough = 0
  for await (const { text } of pieces) {
    held += text
    // Waits until the text has doubled, because parsing a very long entry, such as a block, for each piece would take
    // quadratic time.
    if (held.length < enough) continue
    const entries = parseEntries(held)
    // The last entry may continue in the next piece, also below conflict markers.
    let last = entries.length - 1
    while (entries[last]?.kind === 'marker') last--
    held = entries
      .splice(Math.max(0, last))
      .map(({ text }) => text)
      .join('')
    enough = held.length * 2
    yield entries
  }
  yield parseEntries(held)
}

async function* readNdjson(input: Input, tell: Tell): AsyncGenerator<Batch> {
  const { file } = input.source
  const readObject = jsonObjectReader(input.tag)
  const entryOf = entryMaker(input.context)
  const problems = new Problems()
  /** The lines that are not blank, up to the second one. */
  const top: string[] = []
  /** The pieces of lines from elsewhere, whose columns and values are decided by all of them. */
  let foreign: string[] | undefined
  for await (const { text, line: first } of readLines(input.source)) {
    if (first === 1 && isFromElsewhere(input, text)) foreign = []
    foreign?.push(text)
    const entries: Entry[] = []
    const places: SourceLine[] = []
    for (const [index, value] of text.split(/\r\n|\r|\n/).entries()) {
      if (value.trim() === '') continue
      if (top.length < 2 && top.push(value) === 2) mustBeLines(top, input.source)
      if (foreign) {
        if (top.length < 2) continue
        break
      }
      const line = first + index
      const read = readObject(value)
      if ('problems' in read) {
        for (const { message, start } of read.problems) {
          problems.add(placed(file, line, placesInText(value, [start])(start).column, message))
        }
      } else {
        entries.push(entryOf(read))
        places.push({ file, line })
      }
    }
    yield { input, entries, places }
  }
  if (foreign) yield* readJsonRows(input, foreign.join(''), tell)
  problems.end()
}

/** Whether JSON does not name the tags of its records, so that the command line does. */
const isFromElsewhere = ({ tag }: Input, text: string): boolean => tag !== undefined && !hasOwnKeys(text)

/** Throws a `CannotConvert` if the first lines are those of JSON that is written over several lines. */
function mustBeLines([first = '', second = '']: readonly string[], { file, path }: Source): void {
  if (!goesOn(first) || (!first.trimStart().startsWith('[') && !('reason' in parseJson(second)))) return
  const name = file.replace(/\.(?:ndjson|jsonl)$/i, '.json')
  throw new CannotConvert([
    path === undefined || name === file
      ? localize('{input} has JSON over several lines, and NDJSON has an object on each line; use --from json.', {
          input: sourceName({ file, path }),
        })
      : localize(
          '{file} has JSON over several lines, and NDJSON has an object on each line; use --from json, or rename the file to {name}.',
          { file, name },
        ),
  ])
}

/** Whether the object or list of a line is not complete at its end, and right up to there. */
function goesOn(line: string): boolean {
  const text = line.trimEnd()
  const read = /^\s*[[{]/.test(text) ? parseJson(text) : undefined
  return read !== undefined && 'reason' in read && read.start >= text.length
}

async function* readWholeJson(input: Input, tell: Tell): AsyncGenerator<Batch> {
  const { file } = input.source
  const text = await wholeText(input.source)
  if (isFromElsewhere(input, text)) return yield* readJsonRows(input, text, tell)
  const entryOf = entryMaker(input.context)
  const lineAt = lineFinder(text)
  const entries: Entry[] = []
  const places: SourceLine[] = []
  const problems = readJson(text, input.tag, (entry, start) => {
    entries.push(entryOf(entry))
    places.push({ file, line: lineAt(start) })
  })
  throwProblemsIn(file, text, problems)
  yield { input, entries, places }
}
