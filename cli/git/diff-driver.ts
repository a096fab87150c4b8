import { diffVersions } from '../diff/diff-versions.ts'
import { nameOnLine } from '../output/one-line.ts'

/** Prints the changes of a file for `git diff`. Git passes no files for one that is in conflict. */
export async function showDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  hasColours: boolean,
): Promise<void> {
  // Git fails with a driver that does not exit with code 0, also if the user has ended the pager.
  process.stdout.prependListener('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(0)
  })
  if (before === undefined || after === undefined) {
    process.stdout.write(`${nameOnLine(path)} is in conflict.\n`)
    return
  }
  process.stdout.write(`${nameOnLine(path)}\n`)
  await diffVersions([before, after], { format: 'text', tag: [], descriptors: [] }, {}, hasColours)
  process.stdout.write('\n')
}
