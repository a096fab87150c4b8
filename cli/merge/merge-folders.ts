import { existsSync, readdirSync, rmSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { renamedFiles } from '../../shared/diff/renamed-files.ts'
import { unitsOf } from '../../shared/diff/units.ts'
import { localize } from '../../shared/domains/localize.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type FileMoves, movesAmong } from '../../shared/merge/moves.ts'
import type { Versions } from '../../shared/merge/slots.ts'
import { parse } from '../../shared/syntax/tree.ts'
import { checkFiles } from '../check/check-files.ts'
import { KnownProblems, withoutKnown } from '../check/known-problems.ts'
import { reasonOf, unreadable } from '../files/failure.ts'
import { makeFolder, removeFolders } from '../files/folders.ts'
import { host } from '../host/host.ts'
import { complain, ExitCode, onInterrupt } from '../output/exit.ts'
import { formats } from '../output/formats/index.ts'
import { ofMerge, report } from '../output/report.ts'
import { planRun, planSources } from '../plan/plan.ts'
import { type FileNames, type MergedFile, mergeFile } from './merge-file.ts'
import type { MergeRun, VersionPaths } from './merge-run.ts'

/**
 * Merges three versions of a folder into a new folder, file by file. Then checks the result, prints the problems that
 * neither side had, and returns the exit code.
 */
export async function mergeFolders(paths: VersionPaths, run: MergeRun): Promise<number> {
  const { output } = run
  if (output === undefined)
    return failMerge(localize('To merge folders, name a new folder for the result with --output.'))
  try {
    const inside = await namesInResult(output)
    if (inside && inside.length > 0)
      return failMerge(localize('{path} is not empty; name a new folder for the result.', { path: output }))
    const isClean = await fillFolder(output, inside !== undefined, folder => mergeFiles(paths, folder, output, run))
    const hasNewProblems = await reportNewProblems(paths, output, run)
    return isClean && !hasNewProblems ? ExitCode.Clean : ExitCode.Errors
  } catch (error) {
    // Those without a number are sentences.
    const { errno, message } = error as NodeJS.ErrnoException
    return failMerge(
      errno === undefined
        ? message
        : localize('The folders could not be merged: {reason}.', { reason: reasonOf(error) }),
    )
  }
}

/** The names in the folder of the result; undefined if it does not exist. */
const namesInResult = (folder: string): Promise<readonly string[] | undefined> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    if (error.code === 'ENOTDIR' && existsSync(folder))
      throw new Error(localize('{path} is a file; name a new folder for the result with --output.', { path: folder }))
    return cannotWrite(folder)(error)
  })

/** Throws an error with a sentence for the user in place of the error of the operating system. */
const cannotWrite =
  (path: string) =>
  (error: unknown): never => {
    throw new Error(localize('{file} could not be written: {reason}.', { file: path, reason: reasonOf(error) }))
  }

/**
 * Fills a folder. If that fails or is stopped, nothing is left in it. A folder that is not there yet gets its name when
 * it is complete.
 *
 * @param isThere whether there is such a folder; then it is empty
 * @param fill fills a folder; it gets its path
 */
async function fillFolder<Result>(
  path: string,
  isThere: boolean,
  fill: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = isThere ? path : `${resolve(path)}.${process.pid}`
  let made: readonly string[] = []
  try {
    if (!isThere) made = makeFolder(folder)
  } catch (error) {
    cannotWrite(path)(error)
  }
  const remove = (): void => {
    const paths = isThere ? readdirSync(folder).map(name => join(folder, name)) : [folder]
    for (const each of paths) rmSync(each, { recursive: true, force: true })
    removeFolders(made.slice(0, -1))
  }
  const stopCleaning = onInterrupt(remove)
  try {
    const result = await fill(folder)
    if (!isThere) await rename(folder, path).catch(cannotWrite(path))
    return result
  } catch (error) {
    remove()
    throw error
  } finally {
    stopCleaning()
  }
}

/**
 * Merges all files of three folders, and tells their conflicts.
 *
 * @param to the folder that gets the result
 * @param output how sentences name that folder
 * @returns whether there are no conflicts
 */
async function mergeFiles(paths: VersionPaths, to: string, output: string, run: MergeRun): Promise<boolean> {
  const sides = await Promise.all(
    [paths.base, paths.ours, paths.theirs].map(async folder => ({ folder, files: new Set(await filesBelow(folder)) })),
  )
  const all = [...new Set(sides.flatMap(({ files }) => [...files]))].sort()
  const contentIn = async ({ folder, files }: (typeof sides)[number], name: string): Promise<Buffer | undefined> =>
    files.has(name) ? readOrEmpty(join(folder, name)) : undefined
  const versionsNamed = async (base: string, ours: string, theirs: string): Promise<FileVersions> => ({
    base: await contentIn(sides[0]!, base),
    ours: await contentIn(sides[1]!, ours),
    theirs: await contentIn(sides[2]!, theirs),
  })
  const renamed = await renamedBySide(all, name => versionsNamed(name, name, name))
  const oldNames = new Map([...renamed.ours, ...renamed.theirs])
  const replaced = new Set(oldNames.values())
  const names = all.filter(name => !replaced.has(name))
  // A file has its new name in the result.
  const versionsOf = (name: string): Promise<FileVersions> =>
    versionsNamed(oldNames.get(name) ?? name, renamed.theirs.get(name) ?? name, renamed.ours.get(name) ?? name)
  const moves = await movedRecords(names, versionsOf, await registryFor(paths, run))
  const mergedAt = async (name: string): Promise<MergedFile | undefined> =>
    mergeOne({ name, result: join(output, name) }, await versionsOf(name), paths, run, moves.get(name))
  // If one of the two files of a moved record cannot be merged by record, the other one must not count on it.
  for (const name of [...moves.keys()]) if ((await mergedAt(name))?.isText) moves.clear()
  let isClean = true
  for (const name of names) {
    const merged = await mergedAt(name)
    if (!merged) continue
    if (!merged.isClean) isClean = false
    if (merged.sentence !== undefined) complain(merged.sentence)
    const path = join(to, name)
    try {
      makeFolder(dirname(path))
      await writeFile(path, merged.content)
    } catch (error) {
      cannotWrite(join(output, name))(error)
    }
  }
  return isClean
}

const readOrEmpty = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: unknown) => {
    throw new Error(unreadable(path, error).failure)
  })

/** @returns undefined if the result does not have the file */
async function mergeOne(
  names: FileNames,
  { base, ours, theirs }: FileVersions,
  paths: VersionPaths,
  run: MergeRun,
  moves: FileMoves | undefined,
): Promise<MergedFile | undefined> {
  const content = ours ?? theirs
  const isGone = base !== undefined && (!ours || !theirs)
  const [remover, changer] = ours ? [paths.theirs, paths.ours] : [paths.ours, paths.theirs]
  const sentence = localize(
    '{file} has a conflict: {remover} removed it and {changer} changed it, so it was kept; delete it if nobody needs it.',
    { file: names.result, remover, changer },
  )
  if (!content || (isGone && base.equals(content))) return undefined
  if ((!ours || !theirs) && !moves) return isGone ? { content, isClean: false, sentence } : { content, isClean: true }
  const plan = await planOf(paths, names.name, run)
  const none = Buffer.alloc(0)
  const contents = { base: base ?? none, ours: ours ?? none, theirs: theirs ?? none }
  const merged = await mergeFile(contents, names, plan.files[0]!.settings, plan.registry, run, moves)
  if (!isGone) return merged
  return merged.content.length === 0 ? undefined : { content: merged.content, isClean: false, sentence }
}

const planOf = (paths: VersionPaths, name: string, run: MergeRun): ReturnType<typeof planSources> =>
  planSources([{ file: join(paths.ours, name), path: undefined }], { ...run, domain: [], rule: {} })

const registryFor = async (paths: VersionPaths, run: MergeRun): Promise<Registry> =>
  (await planOf(paths, 'any.rec', run)).registry

/** The files of a folder and of those below it, without links. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new Error(unreadable((error as NodeJS.ErrnoException).path ?? folder, error).failure)
  })
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, path, name }) => relative(folder, join(parentPath ?? path, name)))
    .filter(name => !name.split(sep).includes('.git'))
}

/** Prints the problems of the result that neither side has, and returns whether there are any. */
async function reportNewProblems({ ours, theirs }: VersionPaths, output: string, run: MergeRun): Promise<boolean> {
  const format = await formats.text()
  const known = new KnownProblems(file => relative(output, file))
  for (const side of [ours, theirs]) known.addMore(await problemsInFolder(side, run))
  const plan = await planRun([output], { ...run, domain: [], rule: {}, passWithNoFiles: true })
  for (const { failure } of plan.failures) complain(failure)
  if (plan.files.length === 0) return false
  const results = withoutKnown(checkFiles(plan, { ...format.details, identities: true }), known)
  await report(results, format, { hasColors: false, errorsHaveColors: false, ...ofMerge() })
  const hasNewProblems = host.exitCode !== ExitCode.Clean
  host.exitCode = undefined
  return hasNewProblems
}

async function problemsInFolder(folder: string, run: MergeRun): Promise<KnownProblems> {
  const known = new KnownProblems(file => relative(folder, file))
  const plan = await planRun([folder], { ...run, domain: [], rule: {} })
  for await (const result of checkFiles(plan, { identities: true })) {
    if ('failure' in result) continue
    for await (const some of result.problems) for (const problem of some) known.add(result.file, problem)
  }
  return known
}

function failMerge(sentence: string): number {
  complain(sentence)
  return ExitCode.CouldNotRun
}

/**
 * Finds the files that one side renamed while the other side has them under their old names.
 *
 * @param names the names of all files
 * @returns for each side that renamed files, the old name of each of them, by its new name
 */
async function renamedBySide(
  names: readonly string[],
  versionsOf: (name: string) => Promise<FileVersions>,
): Promise<Record<'ours' | 'theirs', ReadonlyMap<string, string>>> {
  const files = {
    ours: { gone: new Map<string, string>(), come: new Map<string, string>() },
    theirs: { gone: new Map<string, string>(), come: new Map<string, string>() },
  }
  for (const name of names.filter(one => /\.rec$/i.test(one))) {
    const { base, ours, theirs } = await versionsOf(name)
    if (base && !ours && theirs) files.ours.gone.set(name, base.toString())
    if (base && ours && !theirs) files.theirs.gone.set(name, base.toString())
    if (!base && ours && !theirs) files.ours.come.set(name, ours.toString())
    if (!base && !ours && theirs) files.theirs.come.set(name, theirs.toString())
  }
  return {
    ours: renamedFiles(files.ours.gone, files.ours.come),
    theirs: renamedFiles(files.theirs.gone, files.theirs.come),
  }
}

/** The contents of a file in three folders; undefined where it does not exist. */
type FileVersions = Readonly<Record<'base' | 'ours' | 'theirs', Buffer | undefined>>

/**
 * Finds the records that one side moved to another file, among the files that a side changed.
 *
 * @returns the moves from and to each file
 */
async function movedRecords(
  names: readonly string[],
  versionsOf: (name: string) => Promise<FileVersions>,
  registry: Registry,
): Promise<Map<string, FileMoves>> {
  const files = new Map<string, Versions>()
  for (const name of names.filter(one => /\.rec$/i.test(one))) {
    const { base, ours, theirs } = await versionsOf(name)
    const isSame = base && ours?.equals(base) && theirs?.equals(base)
    const unitsIn = (content: Buffer | undefined): Versions['base'] =>
      content ? unitsOf(parse(content.toString()), registry, '\n', name) : []
    if (!isSame) files.set(name, { base: unitsIn(base), ours: unitsIn(ours), theirs: unitsIn(theirs) })
  }
  return movesAmong(files)
}
