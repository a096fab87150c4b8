import { checkFile, conflictsOf } from '../../shared/check/check.ts'
import type { Conflict } from '../../shared/check/conflicts.ts'
import { type FormatOptions, formatChanges } from '../../shared/check/format.ts'
import { usual } from '../../shared/config/config.ts'
import type { FileContext } from '../../shared/domains/domains-in-force.ts'
import { changedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import type { Failure } from '../files/failure.ts'
import type { ReadText, ReadVersion } from '../files/read-text.ts'
import type { Plan } from '../plan/plan.ts'
import { readPlanned } from '../plan/plan.ts'
import { quickFormatter } from './quick-format.ts'

/** A file before and after formatting. */
export interface FormattedFile {
  /** The file's name as printed. */
  readonly file: string
  /** The text as read. It has a version if the file can be replaced, so not for standard input or a pipe. */
  readonly read: ReadVersion | ReadText
  /** Its first merge conflict. */
  readonly conflict: Conflict | undefined
  /** Empty if the file is already formatted. */
  readonly changes: readonly TextChange[]
  readonly after: string
}

/**
 * Formats all files of a plan, one after the other. Does not write files.
 *
 * @param chosen options that override those of the configurations
 */
export async function* formattedFiles(
  { files, registry }: Plan,
  chosen: Partial<FormatOptions>,
): AsyncGenerator<FormattedFile | Failure> {
  const quickFormat = quickFormatter()
  for (const planned of files) {
    const {
      source: { file },
      settings: { settingDomains, format },
    } = planned
    const read = await readPlanned(planned)
    if ('failure' in read) {
      yield read
      continue
    }
    const options = { ...usual.format, ...format, ...chosen }
    const context = { registry, fileName: file, settingDomains }
    const quick = quickFormat(read.text, context, options)
    const { changes, conflict } = quick
      ? { changes: quick, conflict: undefined }
      : formattedWhole(read.text, context, options)
    yield { file, read, conflict, changes, after: changedText(read.text, changes) }
  }
}

function formattedWhole(
  text: string,
  context: FileContext,
  options: FormatOptions,
): Pick<FormattedFile, 'changes' | 'conflict'> {
  const checked = checkFile(parse(text), context)
  return { changes: formatChanges(checked, options), conflict: conflictsOf(checked)[0] }
}
