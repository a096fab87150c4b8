import { readFile, stat, writeFile } from 'node:fs/promises'
import { hideControls } from '../../shared/syntax/controls.ts'
import { type Failure, reasonOf, unreadable } from '../files/failure.ts'
import { replaceWhole } from '../files/write-pieces.ts'
import { complain, ExitCode } from '../output/exit.ts'
import { planSources } from '../plan/plan.ts'
import { mergeFile } from './merge-file.ts'
import type { Contents, MergeRun, VersionPaths } from './merge-run.ts'

/** Merges three versions of a file or folder, writes the result, and returns the exit code. */
export async function runMerge(paths: VersionPaths, run: MergeRun): Promise<number> {
  const kinds = await Promise.all([paths.base, paths.ours, paths.theirs].map(path => stat(path).catch(() => undefined)))
  if (kinds.every(kind => kind?.isDirectory())) return (await import('./merge-folders.ts')).mergeFolders(paths, run)
  const versions = await readVersions(paths)
  if ('failure' in versions) {
    complain(versions.failure)
    return ExitCode.CouldNotRun
  }
  const name = run.path ?? paths.ours
  const plan = await planSources([{ file: name, path: undefined }], { ...run, domain: [], rule: {} })
  for (const { failure } of plan.failures) complain(failure)
  const merged = await mergeFile(versions, name, plan.files[0]!.settings.settingDomains, plan.registry, run)
  if (merged.sentence !== undefined) complain(merged.sentence)
  const failure = await write(run.output, merged.content)
  if (failure) {
    complain(failure.failure)
    return ExitCode.CouldNotRun
  }
  return merged.isClean ? ExitCode.Clean : ExitCode.Errors
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

/** Writes a result. It can be the file of a version, of which nothing is lost if the disk is full. */
async function write(path: string | undefined, content: Buffer): Promise<Failure | undefined> {
  try {
    if (path === undefined) process.stdout.write(process.stdout.isTTY ? hideControls(content.toString()) : content)
    else await replaceWhole(path, to => writeFile(to, content))
    return undefined
  } catch (error) {
    return { failure: `${path} could not be written: ${reasonOf(error)}.` }
  }
}
