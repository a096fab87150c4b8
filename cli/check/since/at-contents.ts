import { existsSync, realpathSync, rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { configFileName } from '../../../shared/config/config.ts'
import { lockFileName } from '../../../shared/registry/lock.ts'
import type { Failure } from '../../files/failure.ts'
import { isInside } from '../../files/paths.ts'
import { onInterrupt } from '../../output/exit.ts'
import { type Choices, type Plan, planRun } from '../../plan/plan.ts'
import type { GitFile, Revision, Staged } from '../../repository/revision.ts'
import { copySaved, writeRevision } from './write-revision.ts'

/**
 * Plans a run on contents that git has, with the descriptors and configurations among them. The files are written to a
 * temporary folder, which is the working directory during the run, and then removed.
 *
 * @param revision a revision, or the index, whose unmerged files are as they are saved
 * @param paths what is checked now: files, folders and globs
 * @param plan the plan of the check of these paths now
 * @param run what to do with the plan, whose files have the names that they have now, and with the folder that has the
 *   repository
 * @returns the result of the run
 */
export async function atContents<Result>(
  revision: Revision & Partial<Pick<Staged, 'unmerged'>>,
  paths: readonly string[],
  choices: Choices,
  plan: Plan,
  run: (contents: Plan, top: string) => Promise<Result>,
): Promise<Result | Failure> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'recline-')))
  const remove = (): void => rmSync(copy, { recursive: true, force: true })
  const stopCleaning = onInterrupt(remove)
  const here = process.cwd()
  try {
    const place = await placeOfCopy(revision, here, copy)
    const isRelevant = relevance(plan)
    const failure = await writeRevision(revision.files.filter(isRelevant), revision.folder, place.top)
    if (failure) return failure
    const unmerged = (revision.unmerged ?? []).filter(path => isRelevant({ path }))
    await copySaved(unmerged, revision.top, place.top)
    // A package can have a configuration that others extend. Those are looked for as far up as the repository goes.
    await copySaved(
      plan.origins.flatMap(path => inPackage(resolve(here, path), revision.top)),
      revision.top,
      place.top,
    )
    await mkdir(join(place.top, '.git'), { recursive: true })
    const copyOfHere = join(place.top, relative(revision.top, here))
    await mkdir(copyOfHere, { recursive: true })
    // There, the same paths, globs and file names lead to the files of the revision.
    process.chdir(copyOfHere)
    const descriptors = choices.descriptors.map(path => pathInRepository(here, path, revision) ?? path)
    const { config } = choices
    const before = { ...choices, descriptors, ...(config !== undefined && { config: resolve(here, config) }) }
    return await run(await planRun(pathsBefore(paths, revision, here), before, place.configsBelow), place.top)
  } finally {
    process.chdir(here)
    stopCleaning()
    remove()
  }
}

/**
 * Decides where the repository is in the copy. If a `recline.json` above the repository counts, it is copied too. The
 * working directory can be outside: its paths lead to the same files, so the copy starts at a folder above both.
 *
 * @returns the folder of the repository, and the top folder for configurations
 */
async function placeOfCopy(
  { top }: Revision,
  here: string,
  copy: string,
): Promise<{ top: string; configsBelow: string }> {
  const configured = folderWithConfig(dirname(top))
  const start = folderAbove(configured ?? top, here)
  const placeIn = (folder: string): string => join(copy, 'repository', relative(start, folder))
  const configsBelow = placeIn(configured ?? top)
  if (configured !== undefined) {
    await mkdir(configsBelow, { recursive: true })
    await copyFile(join(configured, configFileName), join(configsBelow, configFileName))
  }
  return { top: placeIn(top), configsBelow }
}

/** The folder itself or the nearest one above it that has a configuration; undefined if none has one. */
function folderWithConfig(folder: string): string | undefined {
  if (existsSync(join(folder, configFileName))) return folder
  return dirname(folder) === folder ? undefined : folderWithConfig(dirname(folder))
}

/** The folder itself or the nearest one above it that has another one below. */
const folderAbove = (folder: string, other: string): string =>
  isInside(other, folder) || dirname(folder) === folder ? folder : folderAbove(dirname(folder), other)

/** The path of a file of a package from the folder of the repository. */
function inPackage(path: string, top: string): string[] {
  const below = relative(top, path)
  return below.split(sep).includes('node_modules') && !below.startsWith('..') ? [below] : []
}

/** Decides which files can be records, descriptors or configurations. */
function relevance({ files, origins }: Plan): (file: Pick<GitFile, 'path'>) => boolean {
  const names = [...files.map(({ source }) => source.file), ...origins]
  const extensions = new Set(['.rec', '.json', ...names.map(name => extname(name).toLowerCase())])
  return ({ path }) => extensions.has(extname(path).toLowerCase()) || basename(path) === lockFileName
}

/**
 * The paths in the copy. If a file that is named is not in the revision, it may have had another name, so all files
 * that are gone are checked too.
 */
function pathsBefore(paths: readonly string[], revision: Revision, here: string): string[] {
  const before = paths.flatMap(path => pathInRepository(here, path, revision) ?? [])
  const known = new Set(revision.files.map(({ path }) => path))
  const nameOf = (path: string): string => relative(revision.top, resolve(here, path)).split(sep).join('/')
  const isNew = (path: string): boolean =>
    extname(path) !== '' && existsSync(resolve(here, path)) && !known.has(nameOf(path))
  const added = new Set(before.filter(isNew).map(path => extname(path)))
  const gone = revision.files.filter(
    ({ path, isLink }) => !isLink && added.has(extname(path)) && !existsSync(join(revision.top, path)),
  )
  return [...before, ...gone.map(({ path }) => relative(here, join(revision.top, path)))]
}

/**
 * A path from the working directory, if it leads into the repository; undefined otherwise.
 *
 * @param path a file, folder or glob
 */
function pathInRepository(here: string, path: string, { top }: Revision): string | undefined {
  const inside = [resolve(here, path), isAbsolute(path) ? realPathOf(path) : undefined].find(
    full => full !== undefined && isInside(full, top),
  )
  return inside && (relative(here, inside) || '.')
}

/** The path without symbolic links, also of a file that does not exist, or of a glob. */
function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  return dirname(path) === path ? path : join(realPathOf(dirname(path)), path.slice(dirname(path).length))
}
