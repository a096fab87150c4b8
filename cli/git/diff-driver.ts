import { diffVersions } from '../diff/diff-versions.ts'
import { host } from '../host/host.ts'
import { ExitCode } from '../output/exit.ts'
import { nameOnLine, oneLine } from '../output/one-line.ts'

/**
 * Prints the changes of a file for `git diff`. Git passes no files for one that is in conflict.
 *
 * @param newPath the name after, if the file was renamed
 */
export async function showDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  newPath: string | undefined,
  hasColors: boolean,
): Promise<void> {
  // Git fails with a driver that does not exit with code 0, also if the user has ended the pager.
  host.stdout.prependListener('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0)
  })
  if (before === undefined || after === undefined) {
    host.stdout.write(`${nameOnLine(path)} is in conflict.\n`)
    return
  }
  const heading = newPath === undefined ? nameOnLine(path) : `${nameOnLine(newPath)}  (renamed from ${oneLine(path)})`
  host.stdout.write(`${heading}\n`)
  const isShown = await diffVersions(
    [before, after],
    { format: 'text', tag: [], descriptors: [], exclude: [] },
    {},
    hasColors,
  )
  if (!isShown) return
  host.stdout.write('\n')
  // Another code is for a file that is not shown: it makes the driver compare the file by lines.
  host.exitCode = ExitCode.Clean
}
