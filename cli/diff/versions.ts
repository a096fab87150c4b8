import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from '../files/failure.ts'
import { readText } from '../files/read-text.ts'
import { complain } from '../output/exit.ts'
import { excluder, findFiles, isRecordFile } from '../plan/find-files.ts'
import { GitIgnored } from '../plan/git-ignored.ts'
import { contentsOf } from '../repository/contents.ts'
import { textsToCommit } from '../repository/conversions.ts'
import { openRevision, openSkipped, type Revision } from '../repository/revision.ts'

/** A version to compare. */
export interface VersionOfFiles {
  /** The texts of its files by their names: relative to the compared folder, with `/`. */
  readonly files: ReadonlyMap<string, string>
  /** Whether it is one file, which is compared with another one whatever their names are. */
  readonly isOneFile: boolean
  /** The folder of the repository, of a version that is one of a revision. */
  readonly top?: string
}

/** The names of all files of two versions. */
export const namesOfFiles = ({ before, after }: Readonly<Record<'before' | 'after', VersionOfFiles>>): string[] => [
  ...before.files.keys(),
  ...after.files.keys(),
]

/**
 * Reads a version.
 *
 * @param name a file, a folder, `-` for standard input, or `REV:path` for a file or folder of a git revision
 * @param exclude the globs of files that are left out
 * @param isFileOf tells by its name whether a file of a folder in a revision belongs to the version
 * @param other the name of the version that it is compared with. A folder that is compared with a revision has also the
 *   files that a sparse checkout leaves out
 */
export async function readVersionNamed(
  name: string,
  exclude: readonly string[],
  other?: string,
  isFileOf = isRecordFile,
): Promise<VersionOfFiles | Failure> {
  const found = name === '-' ? undefined : await stat(name).catch(() => undefined)
  const colon = name.indexOf(':')
  if (!found && colon > 0) return readRevision(name.slice(0, colon), name.slice(colon + 1), exclude, isFileOf)
  if (!found && name !== '-' && !('failure' in (await openRevision(name, 'exact'))))
    return {
      failure: localize('There is no file {name}; it is a revision, so write it before the paths.', { name }),
    }
  const isFolder = found?.isDirectory() === true
  const files = await readWorkTreeFiles([name], exclude, isFolder ? name : '.')
  if ('failure' in files) return files
  if (isFolder && other?.includes(':') && !existsSync(other)) {
    const folder = await realpath(name)
    const absent = await readSkipped(
      [name],
      exclude,
      path => inSlashes(relative(folder, path)),
      file => !file.startsWith('../'),
    )
    if ('failure' in absent) return absent
    for (const [file, text] of absent) files.set(file, text)
  }
  return { files, isOneFile: !isFolder }
}

/**
 * Reads the files that paths stand for in a revision, and in a later one or the work tree. Their names start at the
 * working directory.
 *
 * @param later the later revision; undefined for the work tree
 * @param exclude the globs of files that are left out
 */
export async function readRevisions(
  revision: Revision,
  later: Revision | undefined,
  paths: readonly string[],
  exclude: readonly string[],
): Promise<{ readonly before: VersionOfFiles; readonly after: VersionOfFiles } | Failure> {
  if (revision.note !== undefined) complain(revision.note)
  const here = await realpath('.')
  const wanted = paths.map(path => inSlashes(relative('.', path)))
  const isAt = (file: string, path: string): boolean =>
    path === '' ? !file.startsWith('../') : file === path || file.startsWith(`${path}/`)
  const isBelow = (file: string): boolean => wanted.some(path => isAt(file, path))
  const readOf = (one: Revision, others: ReadonlyMap<string, string>): Promise<Map<string, string> | Failure> =>
    readFilesOf(
      one,
      path => inSlashes(relative(here, resolve(one.top, path))),
      file => isBelow(file) && (isRecordFile(file) || wanted.includes(file) || others.has(file)),
      exclude,
    )
  const after = later ? await readOf(later, new Map()) : await readWorkTree(revision, paths, isBelow, exclude)
  if ('failure' in after) return after
  const before = await readOf(revision, after)
  if ('failure' in before) return before
  const names = [...before.keys(), ...after.keys()]
  for (const [index, path] of wanted.entries()) {
    const isThere = names.some(name => isAt(name, path)) || (await stat(path || '.').catch(() => undefined))
    if (!isThere) return { failure: localize('There is no file, folder or revision {name}.', { name: paths[index]! }) }
  }
  const compared = later ? after : await filesToCommit(after, before, '.', revision.top)
  return { before: { files: before, isOneFile: false }, after: { files: compared, isOneFile: false } }
}

/**
 * The files of the work tree as git would commit them, to compare them with a revision.
 *
 * @param committed the files of the revision, by the same names
 * @param folder the folder where the names start
 * @param top the folder of the repository
 */
export async function filesToCommit(
  files: ReadonlyMap<string, string>,
  committed: ReadonlyMap<string, string>,
  folder: string,
  top: string,
): Promise<Map<string, string>> {
  const from = await realpath(folder)
  const texts = await textsToCommit(
    Array.from(files, ([name, text]) => ({ path: resolve(from, name), text, committed: committed.get(name) })),
    top,
  )
  return new Map([...files.keys()].map((name, index) => [name, texts[index]!]))
}

/** Reads the files of the work tree that paths stand for, with names from the working directory. */
async function readWorkTree(
  revision: Revision,
  paths: readonly string[],
  isBelow: (name: string) => boolean,
  exclude: readonly string[],
): Promise<Map<string, string> | Failure> {
  const present: string[] = []
  for (const path of paths) if (await stat(path).catch(() => undefined)) present.push(path)
  const tracked = new Set(revision.files.map(({ path }) => resolve(revision.top, path)))
  const files = await readWorkTreeFiles(present, exclude, '.', path => tracked.has(path))
  if ('failure' in files) return files
  const here = await realpath('.')
  const absent = await readSkipped(paths, exclude, path => inSlashes(relative(here, path)), isBelow)
  if ('failure' in absent) return absent
  for (const [file, text] of absent) files.set(file, text)
  return files
}

/** Reads the files with records that a sparse checkout leaves out, as they are in the index. */
async function readSkipped(
  paths: readonly string[],
  exclude: readonly string[],
  nameOf: (path: string) => string,
  isBelow: (name: string) => boolean,
): Promise<Map<string, string> | Failure> {
  const skipped = await openSkipped(paths)
  if ('failure' in skipped) return skipped
  const isWanted = (name: string): boolean => isBelow(name) && isRecordFile(name)
  return readFilesOf(skipped, path => nameOf(resolve(skipped.top, path)), isWanted, exclude)
}

async function readRevision(
  name: string,
  path: string,
  exclude: readonly string[],
  isFileOf: (name: string) => boolean,
): Promise<VersionOfFiles | Failure> {
  const revision = await openRevision(name, 'exact')
  if ('failure' in revision) return revision
  // As in git, a path that starts with a dot is relative to the working directory, and others to the repository.
  const place = path.startsWith('.') ? relative(revision.top, resolve(await realpath('.'), path)) : path
  const wanted = inSlashes(place).replace(/\/+$/, '')
  const isOneFile = revision.files.some(file => file.path === wanted)
  const folder = wanted === '' ? '' : `${wanted}/`
  if (!isOneFile && !revision.files.some(file => file.path.startsWith(folder)))
    return {
      failure: localize('The revision {revision} has no file or folder {path}.', { revision: name, path }),
      isOfNoFiles: true,
    }
  const files = await readFilesOf(
    revision,
    file => (isOneFile ? file : file.slice(folder.length)),
    (short, file) => (isOneFile ? file === wanted : file.startsWith(folder) && isFileOf(short)),
    exclude,
  )
  return 'failure' in files ? files : { files, isOneFile, top: revision.top }
}

/** Reads some files of a revision. */
async function readFilesOf(
  revision: Revision,
  nameOf: (path: string) => string,
  isWanted: (name: string, path: string) => boolean,
  exclude: readonly string[],
): Promise<Map<string, string> | Failure> {
  const { excludes, failures } = excluder(exclude)
  if (failures[0]) return failures[0]
  const here = await realpath('.')
  // The working directory can be named through a link, and the repository never is.
  const isExcluded = (path: string): boolean => excludes(relative(here, resolve(revision.top, path)))
  const wanted = revision.files.filter(
    ({ path, isLink }) => !isLink && isWanted(nameOf(path), path) && !isExcluded(path),
  )
  const contents = wanted.length === 0 ? [] : await contentsOf(wanted, revision.folder)
  if ('failure' in contents) return contents
  const files = new Map<string, string>()
  for (const [index, { path }] of wanted.entries()) {
    try {
      files.set(nameOf(path), new TextDecoder('utf-8', { fatal: true }).decode(contents[index]))
    } catch {
      return { failure: localize('{file} is not UTF-8 in this revision.', { file: path }) }
    }
  }
  return files
}

/**
 * Reads files of the work tree. Those in folders that git ignores are left out.
 *
 * @param isTracked tells of which files git has a version, whatever it ignores
 */
async function readWorkTreeFiles(
  paths: readonly string[],
  exclude: readonly string[],
  folder: string,
  isTracked: (path: string) => boolean = () => false,
): Promise<Map<string, string> | Failure> {
  const files = new Map<string, string>()
  const ignored = new GitIgnored()
  const { excludes, failures } = excluder(exclude)
  if (failures[0]) return failures[0]
  for (const path of paths) if (path !== '-') ignored.choose(path)
  for await (const source of findFiles(paths)) {
    if ('failure' in source) {
      // A folder without files is an empty version.
      if (source.isOfNoFiles) continue
      return source
    }
    const { path } = source
    if (path !== undefined && excludes(path)) continue
    if (path !== undefined && !paths.includes(path) && ignored.ignoresFile(path) && !isTracked(resolve(path))) continue
    const read = await readText(source)
    if ('failure' in read) return read
    const name = source.path === undefined ? source.file : relative(resolve(folder), resolve(source.path))
    files.set(inSlashes(name), read.text)
  }
  return files
}

const inSlashes = (path: string): string => path.split(sep).join('/')
