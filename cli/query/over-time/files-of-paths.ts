import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isInside, realPathIfThere } from '../../files/paths.ts'
import { matcherBelow, splitGlob } from '../../files/search.ts'
import { isIgnored } from '../../files/skipped-links.ts'
import type { Configs } from '../../plan/configs.ts'
import { isRecordFile } from '../../plan/find-files.ts'
import type { GitFile } from '../../repository/revision.ts'

/** A file of a commit that counts, with the path that it has, or would have, in the work tree. */
export interface FileOfCommit {
  readonly path: string
  readonly file: GitFile
}

/** The files of a commit that some paths stand for. */
export interface FilesOfCommit {
  readonly files: readonly FileOfCommit[]
  /** The symbolic links among them and beside them, which are not followed. */
  readonly links: readonly FileOfCommit[]
}

/** A path that a user gave: a file, a folder, or a glob below a folder. */
interface SearchedPath {
  readonly given: string
  /** The file or the folder. */
  readonly full: string
  readonly matches: ((path: string) => boolean) | undefined
}

/**
 * Decides which files of commits the paths of a run stand for, as the search of the work tree does with its
 * configurations: those that are there now count for all commits.
 */
export class FilesOfPaths {
  private readonly paths: readonly SearchedPath[]
  /** What was decided about a file below a folder, as most files are in several commits. */
  private readonly decided = new Map<string, boolean>()
  private readonly folders = new Map<string, Promise<boolean>>()
  private readonly met = new Set<string>()

  /**
   * @param paths files, folders and globs
   * @param top the folder of the repository, without symbolic links
   * @param excludes whether the user excludes a file
   */
  constructor(
    paths: readonly string[],
    private readonly top: string,
    private readonly configs: Configs,
    private readonly excludes: (path: string) => boolean,
  ) {
    this.paths = paths.map(given => {
      const glob = existsSync(given) ? undefined : splitGlob(given)
      if (!glob) return { given, full: realPathIfThere(given), matches: undefined }
      const full = realPathIfThere(glob.folder)
      return { given, full, matches: matcherBelow(full, glob.pattern) }
    })
    // Those that are there were chosen by the search of the work tree.
    for (const { full } of this.paths) if (!existsSync(full)) configs.choose(full)
  }

  /** The paths that led to no file so far. */
  get unmet(): string[] {
    return this.paths.filter(({ given }) => !this.met.has(given)).map(({ given }) => given)
  }

  /** The files of a commit that count: in the order of the paths, those of a folder or glob by name. */
  async of(files: readonly GitFile[]): Promise<FilesOfCommit> {
    const all = files
      .map(file => ({ path: join(this.top, file.path), file }))
      .sort((one, other) => (one.path < other.path ? -1 : 1))
    const wanted = new Set<FileOfCommit>()
    for (const searched of this.paths)
      for (const one of all)
        if (await this.isWanted(one, searched)) {
          this.met.add(searched.given)
          wanted.add(one)
        }
    return {
      files: [...wanted].filter(({ file }) => !file.isLink),
      links: [...wanted].filter(({ file }) => file.isLink),
    }
  }

  private async isWanted({ path, file }: FileOfCommit, searched: SearchedPath): Promise<boolean> {
    const { full, matches } = searched
    if (path === full) return matches === undefined && !this.excludes(path)
    if (!isInside(path, full) || (matches && !matches(path))) return false
    const key = `${searched.given}\0${file.isLink}\0${path}`
    const known = this.decided.get(key)
    if (known !== undefined) return known
    const isWanted = await this.isFound(path, searched, file.isLink)
    this.decided.set(key, isWanted)
    return isWanted
  }

  /** Whether a search below a folder would find a file, or meet a link, which can lead to a folder. */
  private async isFound(path: string, { full, matches }: SearchedPath, isLink: boolean): Promise<boolean> {
    if (relative(full, path).split(sep).some(isIgnored)) return false
    if (await this.isInExcludedFolder(dirname(path), full)) return false
    const included = matches || isLink ? [path] : await this.configs.included([path], isRecordFile)
    return (await this.configs.withoutExcluded(included)).length > 0
  }

  private isInExcludedFolder(folder: string, searched: string): Promise<boolean> {
    if (folder === searched) return Promise.resolve(false)
    const key = `${searched}\0${folder}`
    const known =
      this.folders.get(key) ??
      this.isInExcludedFolder(dirname(folder), searched).then(
        async isExcluded => isExcluded || (await this.configs.excludesFolder(folder)),
      )
    this.folders.set(key, known)
    return known
  }
}
