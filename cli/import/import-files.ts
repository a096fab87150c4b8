import { filesInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { shorten } from '../../shared/domains/message-text.ts'
import {
  type ImportWords,
  importCounts,
  importNotes,
  keyNote,
  readGone,
  refusalSentences,
} from '../../shared/import/import-notes.ts'
import { type ImportResult, importRows, keyOfTable } from '../../shared/import/import-rows.ts'
import { jsonText } from '../../shared/syntax/controls.ts'
import type { Form } from '../convert/forms.ts'
import { orSay } from '../convert/planned-inputs.ts'
import { CannotConvert, type SourceLine } from '../convert/problems.ts'
import {
  AddedProblems,
  changeOfText,
  doubtOfProblems,
  finishEdit,
  type HowToWrite,
  readToEdit,
} from '../edit/edited-files.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import type { Plan } from '../plan/plan.ts'
import { importAsJson } from './import-json.ts'
import { type HowToReadRows, readRows } from './read-rows.ts'

/** What an import reads. */
interface ImportPlans {
  /** The files with the records. */
  readonly records: Plan
  readonly tables: Plan
  /** The form of each table. */
  readonly forms: readonly Form[]
  /** The table of the last import. */
  readonly base: { readonly plan: Plan; readonly forms: readonly Form[] } | undefined
}

interface HowToImport extends HowToWrite, HowToReadRows {
  /** The names of the fields that tell which record a row belongs to; empty for the id. */
  readonly key: readonly string[]
  readonly gone: string
}

/**
 * Brings the rows of tables into the records of files, or prints the changes. Prints a summary to standard error, and
 * sets the exit code. Either all files can be changed, or none is written.
 */
export async function importFiles(plans: ImportPlans, how: HowToImport): Promise<void> {
  await orSay(async () => {
    const { records } = plans
    const table = await readRows(plans.tables, plans.forms, records, how)
    const base = plans.base && (await readRows(plans.base.plan, plans.base.forms, records, how, table.tag))
    for (const sentence of [...table.notes, ...(base?.notes ?? [])]) complain(sentence)
    const { tag } = table
    const key = how.key.length > 0 ? how.key : keyOfTable(tag, table.rows)
    if (how.key.length === 0) for (const note of keyNote(tag, key)) complain(note)
    const gone = readGone(how.gone, tag)
    if (!gone)
      throw new CannotConvert([
        localize('--gone {text} is no fields with values; write keep, delete, or a value such as {example}.', {
          text: shorten(how.gone),
          example: 'status="withdrawn"',
        }),
      ])
    const files = await readToEdit(records)
    if ('failure' in files) throw new CannotConvert([`${files.failure} ${localize('Nothing was imported.')}`])
    const result = importRows([...files.values()], {
      tag,
      key,
      rows: table.rows,
      gone,
      registry: records.registry,
      now: Date.now(),
      ...(base && { base: base.rows }),
    })
    if ('refusals' in result)
      throw new CannotConvert([
        ...refusalSentences(result.refusals, tag, wordsInTerminal()),
        localize('Nothing was imported.'),
      ])
    const unread = table.haveLosses ? [localize('reads cells that it cannot read as no value')] : []
    const problems = new AddedProblems().add(result.problems)
    const doubts = how.force ? [] : [...unread, ...doubtOfProblems(problems)]
    const notes = importNotes(result, wordsInTerminal())
    const changes = result.files.map(file => changeOfText(file, files.get(file.uri)!.read))
    const isDone = await finishEdit({ files: changes, problems, notes, doubts }, how, 'import')
    if (!how.printsChanges) {
      const isWritten = how.purpose === 'write' && isDone
      await print([`${jsonText(importAsJson(result, tag, isWritten), 2)}\n`])
    }
    if (result.conflicts.length > 0 && host.exitCode === ExitCode.Clean) host.exitCode = ExitCode.Errors
    if (!isDone) return
    await table.saveMapping()
    host.stderr.write(`${oneLine(importSummary(result, how, doubts))}\n`)
  })
}

const wordsInTerminal = (): ImportWords<SourceLine> => ({
  rowPlace: ({ file, line }) => `${file}:${line}`,
  recordPlace: ({ uri, line }) => `${uri}:${line + 1}`,
  addKey: localize('add fields that identify a record to --key'),
  mapColumn: field => localize("map a column with --map-column 'Column={field}'", { field }),
  chooseFile: localize('name one file with --into'),
})

/** One line with what the import does, and what the user does next. */
function importSummary(
  result: ImportResult<SourceLine>,
  { gone, purpose }: HowToImport,
  doubts: readonly string[],
): string {
  const sentences = [importCounts(result, gone)]
  const files = result.files.length
  if (files > 0 && purpose !== 'write')
    sentences.push(localize('--write writes {files}.', { files: filesInWords(files) }))
  if (doubts.length > 0)
    sentences.push(localize('The import {doubts}, so --write needs --force.', { doubts: { and: doubts } }))
  return sentences.join(' ')
}
