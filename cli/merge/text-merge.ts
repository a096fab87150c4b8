import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../files/failure.ts'
import { git } from '../repository/git.ts'
import type { Contents, MergeRun } from './merge-run.ts'

/**
 * Merges three versions of a file line by line, as git does.
 *
 * @returns why their lines cannot be merged, if so
 */
export async function mergeAsText(
  { base, ours, theirs }: Contents,
  { markerSize, oursLabel, theirsLabel }: MergeRun,
): Promise<{ readonly content: Buffer } | { readonly reason: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'recline-'))
  try {
    const paths = ['ours', 'base', 'theirs'].map(name => join(folder, name)) as [string, string, string]
    const contents = [ours, base, theirs]
    for (const [index, path] of paths.entries()) await writeFile(path, contents[index]!)
    const labels = [oursLabel, 'base', theirsLabel].flatMap(label => ['-L', label])
    const done = await git(['merge-file', `--marker-size=${markerSize}`, ...labels, ...paths])
    // The exit code is the number of conflicts, so git reports a failure without a reason.
    if ('failure' in done && done.failure.includes('PATH')) return { reason: 'to merge its lines, put git on the PATH' }
    if ('failure' in done && /[Cc]annot merge binary/.test(done.failure))
      return { reason: 'its lines cannot be merged either' }
    return { content: await readFile(paths[0]) }
  } catch (error) {
    return { reason: reasonOf(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
