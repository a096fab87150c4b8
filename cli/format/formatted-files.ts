import { type CheckedFile, checkFile } from '../../shared/check/check.ts'
import { type FormatOptions, formatChanges } from '../../shared/check/format.ts'
import { usual } from '../../shared/config/config.ts'
import { applyChanges, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse, textOf } from '../../shared/syntax/tree.ts'
import type { Failure } from '../files/failure.ts'
import type { ReadText } from '../files/read-text.ts'
import type { ReadVersion } from '../files/read-version.ts'
import type { Plan } from '../plan/plan.ts'
import { readPlanned } from '../plan/read-planned.ts'

/** A file before and after formatting. */
export interface FormattedFile {
  /** The file's name as printed. */
  readonly file: string
  /** The text as read. It has a version if the file can be replaced, so not for standard input or a pipe. */
  readonly read: ReadVersion | ReadText
  readonly before: CheckedFile
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
    const before = checkFile(parse(read.text), { registry, fileName: file, settingDomains })
    const changes = formatChanges(before, { ...usual.format, ...format, ...chosen })
    yield {
      file,
      read,
      before,
      changes,
      after: changes.length > 0 ? applyChanges(before.tree, changes) : textOf(before.tree),
    }
  }
}
