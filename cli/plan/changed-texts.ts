import { filesInWords } from '../../shared/domains/counts-in-words.ts'
import { localize } from '../../shared/domains/localize.ts'
import { parse, type Tree } from '../../shared/syntax/tree.ts'
import type { ReadVersion } from '../files/read-text.ts'
import { replaceFile } from '../files/write-files.ts'
import { host } from '../host/host.ts'
import type { Purpose } from '../options/write-options.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'
import { print } from '../output/output.ts'
import { shownDiff, unifiedDiff } from '../output/unified-diff.ts'

/** A file before and after a change. */
export interface ChangedText {
  readonly file: string
  readonly read: ReadVersion
  readonly tree: Tree
  readonly after: string
}

/** Shows, lists or writes changed files, and sets the exit code for what a user asked to be done with them. */
export async function takeChanges(
  changed: readonly ChangedText[],
  purpose: Purpose,
  hasColors: boolean,
): Promise<void> {
  host.exitCode = ExitCode.Clean
  if (purpose === 'write') return writeChangedTexts(changed)
  if (purpose === 'check') {
    if (changed.length > 0) host.exitCode = ExitCode.Errors
    await print(changed.map(({ file }) => `${nameOnLine(file)}\n`))
  } else await print(changed.map(one => shownDiff(diffOfChanged(one), hasColors)))
  const files = filesInWords(changed.length)
  host.stderr.write(`${localize('Would change {files}; --write writes the changes.', { files })}\n`)
}

function diffOfChanged({ file, read, tree, after }: ChangedText): string {
  const round = { changes: [{ start: 0, end: read.text.length, text: after }], file: { tree: parse(after) } }
  return unifiedDiff(file, tree, [round], read)
}

async function writeChangedTexts(files: readonly ChangedText[]): Promise<void> {
  let written = 0
  for (const { file, read, after } of files) {
    const failure = await replaceFile({ file, ...read }, after)
    if (failure) {
      complain(failure.failure)
      host.exitCode = ExitCode.CouldNotRun
      continue
    }
    written++
    host.stderr.write(`${localize('Changed {file}.', { file: oneLine(file) })}\n`)
  }
  const counts = { files: filesInWords(written), all: files.length }
  host.stderr.write(`${localize('Changed {files} of {all}.', { ...counts })}\n`)
}
