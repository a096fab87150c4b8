import { readFile, stat, writeFile } from 'node:fs/promises'
import { localize } from '../../shared/domains/localize.ts'
import { hideControls } from '../../shared/syntax/controls.ts'
import { type Failure, reasonOf, unreadable } from '../files/failure.ts'
import { versionOf } from '../files/read-text.ts'
import { isAmong } from '../files/target.ts'
import { replaceFile } from '../files/write-files.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { planSources } from '../plan/plan.ts'
import { targetOfRun } from '../plan/targets.ts'
import { mergeFile } from './merge-file.ts'
import type { Contents, MergeRun, VersionPaths } from './merge-run.ts'

/** Merges three versions of a file or folder, writes the result, and returns the exit code. */
export async function runMerge(paths: VersionPaths, run: MergeRun): Promise<number> {
  const kind = await kindOfPaths([paths.base, paths.ours, paths.theirs])
  if (typeof kind === 'object') return failWith(kind)
  if (kind === 'folder') return (await import('./merge-folders.ts')).mergeFolders(paths, run)
  if (run.output !== undefined && (await isFolderAt(run.output).catch(() => false)))
    return failWith({
      failure: localize('{path} is a folder; name a file for the result with --output.', { path: run.output }),
    })
  // The result of a merge may be our version, as for git.
  const { base, ours, theirs } = paths
  const isOurs = run.output !== undefined && isAmong(run.output, [ours])
  const target = isOurs ? undefined : await targetOfRun(run.output, [base, ours, theirs], true)
  if (target && 'failure' in target) return failWith(target)
  const version = isOurs ? await versionOf(ours) : undefined
  const versions = await readVersions(paths)
  if ('failure' in versions) return failWith(versions)
  const name = run.path ?? paths.ours
  const plan = await planSources([{ file: name, path: undefined }], { ...run, domain: [], rule: {} })
  for (const { failure } of plan.failures) complain(failure)
  const names = { name, result: run.path ?? run.output ?? localize('The result') }
  const merged = await mergeFile(versions, names, plan.files[0]!.settings, plan.registry, run)
  if (merged.sentence !== undefined) complain(merged.sentence)
  const failure = version
    ? await replaceFile(
        { file: ours, path: ours, version, text: versions.ours.toString(), hasByteOrderMark: false },
        merged.content,
      )
    : await writeResult(run.output, merged.content)
  if (failure) return failWith(failure)
  return merged.isClean ? ExitCode.Clean : ExitCode.Errors
}

/** What the paths lead to: all of them files, or all of them folders. */
async function kindOfPaths(paths: readonly string[]): Promise<'file' | 'folder' | Failure> {
  const folders: string[] = []
  const files: string[] = []
  for (const path of paths) {
    try {
      if (await isFolderAt(path)) folders.push(path)
      else files.push(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return unreadable(path, error)
      return { failure: localize('{path} does not exist; name a file or folder that exists.', { path }) }
    }
  }
  if (folders.length === 0) return 'file'
  if (files.length === 0) return 'folder'
  return {
    failure: localize('{folder} is a folder, but {file} is a file; name three files or three folders.', {
      folder: folders[0]!,
      file: files[0]!,
    }),
  }
}

const isFolderAt = async (path: string): Promise<boolean> => (await stat(path)).isDirectory()

function failWith({ failure }: Failure): number {
  complain(failure)
  return ExitCode.CouldNotRun
}

async function readVersions({ base, ours, theirs }: VersionPaths): Promise<Contents | Failure> {
  const contents: Buffer[] = []
  for (const path of [base, ours, theirs]) {
    try {
      contents.push(await readFile(path))
    } catch (error) {
      return unreadable(path, error)
    }
  }
  return { base: contents[0]!, ours: contents[1]!, theirs: contents[2]! }
}

/** Writes a result, so that nothing is lost if the disk is full. */
async function writeResult(path: string | undefined, content: Buffer): Promise<Failure | undefined> {
  try {
    if (path === undefined) host.stdout.write(host.stdout.isTTY ? hideControls(content.toString()) : content)
    else await replaceWhole(path, to => writeFile(to, content))
    return undefined
  } catch (error) {
    return {
      failure: localize('{file} could not be written: {reason}.', { file: path ?? '-', reason: reasonOf(error) }),
    }
  }
}
