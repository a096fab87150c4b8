import { groupBy } from '../basics/group.ts'
import { withoutLineBreak } from '../basics/text.ts'
import { type CheckedFile, sectionAt } from '../check/check.ts'
import { tagsInForce } from '../domains/domains-in-force.ts'
import { localize } from '../domains/localize.ts'
import { shorten } from '../domains/message-text.ts'
import type { Tag } from '../domains/registry.ts'
import type { FileToEdit } from '../edit/edit-records.ts'
import type { Refusal } from '../protocol/request.ts'
import { tagName } from '../syntax/nodes.ts'
import { parseEntries } from '../syntax/parse.ts'
import { indexAtLine } from '../syntax/tree.ts'
import { type DataToImport, type ReadData, readDataToImport } from './data-to-import.ts'
import { type ImportWords, importCounts, importNotes, keyNote, readGone, refusalSentences } from './import-notes.ts'
import { type ImportedRow, type ImportResult, importRows, keyOfTable } from './import-rows.ts'

/** The records that data go to. */
export interface ImportTarget {
  /** The file whose domains say what the data mean, at the line of the data. */
  readonly file: CheckedFile
  /** All files that the records are in, refer to or are referred to from. */
  readonly files: readonly FileToEdit[]
  /** Whether the records of a file take part. */
  readonly isTarget: (uri: string) => boolean
  readonly words: ImportWords<string>
  /** What `now` means in the defaults of new records, in milliseconds since 1970. */
  readonly now: number
}

/** What an import of data does, with what the user should know. */
export interface DataImport {
  readonly result: ImportResult<string>
  readonly tag: Tag
  /** One line with the counts, which add up to the rows. */
  readonly counts: string
  /** Sentences about the import; `readNotes` are about how the data were read. */
  readonly notes: readonly string[]
  readonly readNotes: readonly string[]
}

/** Brings data into records that exist. Nothing is written. */
export function importData(target: ImportTarget, given: DataToImport): Refusal | DataImport {
  const { file, files, isTarget, words, now } = target
  const read = readDataToImport(file, given)
  const records = importedRecords(read)
  const [name, ...others] = groupBy(records, tagName).keys()
  if (name === undefined) return { refusal: whyUndecided(read) ?? localize('There are no records to import.') }
  if (others.length > 0)
    return {
      refusal: localize('The data have records of {tags}; import one tag at a time.', {
        tags: [name, ...others].join(', '),
      }),
    }
  const tag = tagAt(file, given.line, name)
  if (!tag) return { refusal: localize('The domains of the file have no tag {tag}.', { tag: shorten(name) }) }
  const rows = importedRows(read, records)
  const whatOfGone = given.gone ?? 'keep'
  const gone = readGone(whatOfGone, tag)
  if (!gone)
    return {
      refusal: localize('{text} is no fields with values; write a value such as {example}.', {
        text: shorten(whatOfGone),
        example: 'status="withdrawn"',
      }),
    }
  const base = given.base === undefined ? undefined : readBase(file, { ...given, data: given.base, tag: name }, name)
  if (base && 'refusal' in base) return base
  const hasKey = given.key !== undefined && given.key.length > 0
  const key = hasKey ? given.key : keyOfTable(tag, rows)
  const { registry } = file.context
  const result = importRows(files, { tag, key, rows, gone, registry, now, ...(base && { base: base.rows }) }, isTarget)
  if ('refusals' in result) return { refusal: refusalSentences(result.refusals, tag, words).join('\n') }
  return {
    result,
    tag,
    counts: importCounts(result, whatOfGone),
    notes: [...(hasKey ? [] : keyNote(tag, key)), ...importNotes(result, words)],
    readNotes: read.told.notes,
  }
}

/** The rows of the table of the last import. */
function readBase(
  file: CheckedFile,
  given: DataToImport,
  name: string,
): Refusal | { readonly rows: readonly ImportedRow<string>[] } {
  const read = readDataToImport(file, given)
  const records = importedRecords(read).filter(record => tagName(record) === name)
  if (records.length > 0) return { rows: importedRows(read, records, 'the last table: ') }
  const reason = whyUndecided(read) ?? localize('it has no records of {tag}.', { tag: name })
  return { refusal: localize('The last table cannot be compared: {reason}', { reason }) }
}

function importedRecords({ text }: ReadData): ImportedRow<string>['record'][] {
  return parseEntries(text).flatMap(({ text: line }) => {
    const [entry] = parseEntries(withoutLineBreak(line))
    return entry?.kind === 'record' ? [entry] : []
  })
}

/** Why data have no records, if the user has to decide something first. */
const whyUndecided = ({ told: { problems, doubts } }: ReadData): string | undefined =>
  problems[0]?.message ?? doubts[0]?.message

function importedRows(
  read: ReadData,
  records: readonly ImportedRow<string>['record'][],
  where = '',
): ImportedRow<string>[] {
  const columns = read.columns ?? new Set(records.flatMap(({ fields }) => fields.map(field => field.name)))
  return records.map((record, index) => ({ record, columns, place: `${where}${read.placeOf(index)}` }))
}

/** The tag of a name in the domains that are in force on a line. */
function tagAt(file: CheckedFile, line: number, name: string): Tag | undefined {
  const { domains } = sectionAt(file, Math.max(0, indexAtLine(file.tree, line)))
  return tagsInForce(name, domains)[0]
}
