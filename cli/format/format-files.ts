import { checkFile, conflictsOf } from '../../shared/check/check.ts'
import type { Conflict } from '../../shared/check/conflicts.ts'
import { type FormatOptions, formatChanges, lastLineEnd } from '../../shared/check/fixes/format.ts'
import { usual } from '../../shared/config/config.ts'
import { filesInWords } from '../../shared/domains/counts-in-words.ts'
import { domainSettings, type FileContext } from '../../shared/domains/domains-in-force.ts'
import { localize } from '../../shared/domains/localize.ts'
import { changedText, type TextChange } from '../../shared/syntax/text-change.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { type Failure, inConflict, notRegularFile } from '../files/failure.ts'
import type { ReadText, ReadVersion } from '../files/read-text.ts'
import { replaceFile } from '../files/write-files.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'
import { print, printData } from '../output/output.ts'
import { shownDiff, unifiedDiff } from '../output/unified-diff.ts'
import { type Plan, readPlanned } from '../plan/plan.ts'
import { quickFormatter } from './quick-format.ts'

/**
 * Formats all files of a plan, prints their number to standard error, and sets the exit code. The text of standard
 * input is printed, as by a filter.
 *
 * @param chosen options that override those of the configurations
 * @returns whether a file is not formatted
 */
export async function formatFiles(
  plan: Plan,
  chosen: Partial<FormatOptions>,
  purpose: Purpose,
  hasColors: boolean,
): Promise<boolean> {
  const counts = { files: 0, changed: 0, failures: 0 }
  const fail = ({ failure }: Failure): void => {
    counts.failures++
    complain(failure)
  }

  async function* output(): AsyncGenerator<string> {
    for await (const formatted of formattedFiles(plan, chosen)) {
      const text = 'failure' in formatted ? formatted : await formattedOutput(formatted, purpose, hasColors)
      if (typeof text !== 'string') {
        fail(text)
        continue
      }
      counts.files++
      if ('changes' in formatted && formatted.changes.length > 0) counts.changed++
      yield text
    }
  }

  plan.failures.forEach(fail)
  if (!plan.isComplete) {
    fail({
      failure: localize('No file was formatted, because a descriptor or a recline.json is missing or has errors.'),
    })
    host.exitCode = ExitCode.CouldNotRun
    return false
  }
  const mayWrite = plan.files.some(({ source }) => source.path !== undefined)
  const isFilter = !mayWrite && purpose === 'show' && plan.files.length > 0
  await (isFilter ? printData(output()) : print(output()))
  if (!isFilter && counts.files > 0) host.stderr.write(`${formatSummary(counts, purpose, mayWrite)}\n`)
  const outcome = counts.changed > 0 && purpose === 'check' ? ExitCode.Errors : ExitCode.Clean
  host.exitCode = counts.failures > 0 ? ExitCode.CouldNotRun : outcome
  return counts.changed > 0
}

/** The text for standard output for one file; a failure if the file cannot be written. */
async function formattedOutput(
  { file, isInput, read, conflict, changes, after }: FormattedFile,
  purpose: Purpose,
  hasColors: boolean,
): Promise<string | Failure> {
  if (conflict) return inConflict(file, conflict.ours.line + 1)
  if (purpose === 'show' && isInput) return `${read.hasByteOrderMark ? '\ufeff' : ''}${after}`
  if (changes.length === 0) return ''
  if (purpose === 'check') return `${nameOnLine(file)}\n`
  if (purpose === 'show')
    return shownDiff(unifiedDiff(file, parse(read.text), [{ changes, file: { tree: parse(after) } }], read), hasColors)
  if (!('version' in read)) return { failure: notRegularFile(file) }
  const failure = await replaceFile({ file, ...read }, after)
  if (failure) return failure
  host.stderr.write(`${localize('Formatted {file}.', { file: oneLine(file) })}\n`)
  return ''
}

/** @param mayWrite whether there are files, and not only standard input, which cannot be written */
function formatSummary(
  { files, changed }: { readonly files: number; readonly changed: number },
  purpose: Purpose,
  mayWrite: boolean,
): string {
  if (changed === 0)
    return files === 1
      ? localize('1 file is already formatted.')
      : localize('All {count} files are already formatted.', { count: files })
  const counts = { files: filesInWords(changed), all: files }
  if (purpose === 'write') return localize('Formatted {files} of {all}.', { ...counts })
  if (!mayWrite)
    return changed === 1
      ? localize('1 file of {all} is not formatted.', { all: files })
      : localize('{files} of {all} are not formatted.', { ...counts })
  return changed === 1
    ? localize('1 file of {all} is not formatted; --write formats it.', { all: files })
    : localize('{files} of {all} are not formatted; --write formats them.', { ...counts })
}

/** A file before and after formatting. */
interface FormattedFile {
  /** The file's name as printed. */
  readonly file: string
  /** Whether it is standard input. */
  readonly isInput: boolean
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
async function* formattedFiles(
  { files, registry }: Plan,
  chosen: Partial<FormatOptions>,
): AsyncGenerator<FormattedFile | Failure> {
  const quickFormat = quickFormatter()
  for (const planned of files) {
    const {
      source: { file, path },
      settings,
    } = planned
    const { format } = settings
    const read = await readPlanned(planned)
    if ('failure' in read) {
      yield read
      continue
    }
    if ('page' in read) {
      yield { failure: localize('{file} is Markdown, which is not formatted; leave it out.', { file }) }
      continue
    }
    const options = { ...usual.format, ...format, ...chosen }
    const context = { registry, fileName: file, ...domainSettings(settings) }
    const quick = quickFormat(read.text, context, options)
    const { changes: ofEntries, conflict } = quick
      ? { changes: quick, conflict: undefined }
      : formattedWhole(read.text, context, options)
    const changes = [...ofEntries, ...lastLineEnd(read.text)]
    yield { file, isInput: path === undefined, read, conflict, changes, after: changedText(read.text, changes) }
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
