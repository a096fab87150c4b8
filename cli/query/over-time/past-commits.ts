import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { localize } from '../../../shared/domains/localize.ts'
import type { PeriodEnd } from '../../../shared/query/periods.ts'
import type { Failure } from '../../files/failure.ts'
import { isInside, printed } from '../../files/paths.ts'
import { splitGlob } from '../../files/search.ts'
import type { Configs } from '../../plan/configs.ts'
import { excluder, isRecordFile } from '../../plan/find-files.ts'
import type { Choices } from '../../plan/plan.ts'
import { eachContentOrFailure } from '../../repository/contents.ts'
import { git } from '../../repository/git.ts'
import { filesOfCommit, type GitFile, openRevision } from '../../repository/revision.ts'
import { type FileOfCommit, type FilesOfCommit, FilesOfPaths } from './files-of-paths.ts'

/** What a commit has of the files of a run. */
export interface PastFiles {
  readonly files: readonly FileOfCommit[]
  /** Sentences about what could not be found, so that numbers can be wrong. */
  readonly failures: readonly string[]
}

/** The commits of the current branch at the ends of some periods, and their files. */
export class PastCommits {
  private readonly filesOf = new Map<string, PastFiles>()
  private unmet: readonly string[] = []

  private constructor(
    private readonly paths: readonly string[],
    private readonly exclude: readonly string[],
    /** The folder of the repository, without symbolic links. */
    private readonly top: string,
    /** A folder of the repository to run git in. */
    readonly folder: string,
    private readonly commitAt: ReadonlyMap<number, string>,
    /** Whether commits are missing because the clone is shallow. */
    readonly isCut: boolean,
  ) {}

  /**
   * Finds the last commit of the current branch, without the commits of merged branches, at each of some times.
   *
   * @param paths files, folders and globs
   * @param exclude the globs of files that the user leaves out
   */
  static async open(
    paths: readonly string[],
    exclude: readonly string[],
    ends: readonly PeriodEnd[],
  ): Promise<PastCommits | Failure> {
    if (paths.includes('-'))
      return { failure: localize('Standard input has no history; name files of a git repository.') }
    const head = await openRevision('HEAD', 'exact', paths)
    if ('failure' in head) return head
    const { top, folder, commit, isShallow } = head
    const outside = paths.find(path => !isInside(realStart(path), top))
    if (outside !== undefined)
      return {
        failure: localize('{path} is not in the repository {repository}, so its history is not known there.', {
          path: outside,
          repository: printed(top),
        }),
      }
    const listed = await git(['-C', folder, 'rev-list', '--first-parent', '--timestamp', commit])
    if ('failure' in listed) return listed
    const commits = Array.from(listed.toString().matchAll(/^(\d+) ([0-9a-f]+)$/gm), ([, seconds, id]) => ({
      time: Number(seconds) * 1000,
      id: id!,
    }))
    const times = [...new Set(ends.map(({ time }) => time))].sort((one, other) => other - one)
    const commitAt = new Map<number, string>()
    let next = 0
    for (const time of times) {
      while (next < commits.length && commits[next]!.time > time) next++
      if (next < commits.length) commitAt.set(time, commits[next]!.id)
    }
    const isCut = isShallow && commitAt.size < times.length
    return new PastCommits(paths, exclude, top, folder, commitAt, isCut)
  }

  /** What plans a run whose settings and domains are those of the work tree, and count for the files of the commits. */
  get choices(): Required<Pick<Choices, 'others'>> {
    return { others: configs => this.read(configs) }
  }

  /** Sentences about paths that no commit has. */
  get missing(): string[] {
    return this.unmet.map(path => localize('{path} has no files with records in the commits of these days.', { path }))
  }

  /** The commit at the end of a period; undefined if there is none yet. */
  at({ time }: PeriodEnd): string | undefined {
    return this.commitAt.get(time)
  }

  /** The files of a commit, once a run is planned. */
  filesAt(commit: string): PastFiles {
    return this.filesOf.get(commit)!
  }

  /** Reads the folders of all commits, and returns their files, each once. */
  private async read(configs: Configs): Promise<{ file: string; path: string }[]> {
    const ofPaths = new FilesOfPaths(this.paths, this.top, configs, excluder(this.exclude).excludes)
    const paths = new Set<string>()
    for (const commit of new Set(this.commitAt.values())) {
      const all = await filesOfCommit({ folder: this.folder }, commit, this.top)
      if ('failure' in all) {
        this.filesOf.set(commit, { files: [], failures: [all.failure] })
        continue
      }
      const found = await ofPaths.of(all)
      this.filesOf.set(commit, { files: found.files, failures: await this.linksNotFollowed(found, all) })
      for (const { path } of found.files) paths.add(path)
    }
    this.unmet = this.commitAt.size > 0 ? ofPaths.unmet : []
    return [...paths].map(path => ({ file: printed(path), path }))
  }

  /** A sentence for each link that leads to files of its commit that are not read. */
  private async linksNotFollowed({ files, links }: FilesOfCommit, all: readonly GitFile[]): Promise<string[]> {
    if (links.length === 0) return []
    const read = new Set(files.map(({ file }) => file.path))
    const sentences: string[] = []
    const byFile = new Map(links.map(link => [link.file, link]))
    const failure = await eachContentOrFailure(
      [...byFile.keys()],
      (file, content) => {
        const target = 'failure' in content ? '' : posix.join(posix.dirname(file.path), content.toString())
        const led = all.filter(({ path }) => path === target || (isRecordFile(path) && path.startsWith(`${target}/`)))
        const isLost = led.length === 0 ? isRecordFile(file.path) : led.some(({ path }) => !read.has(path))
        // A link to other kinds of files, such as a picture, leads to no records.
        if (isLost && (isRecordFile(file.path) || led.some(({ path }) => isRecordFile(path))))
          sentences.push(
            localize('{file} is a symbolic link, which is not followed.', { file: printed(byFile.get(file)!.path) }),
          )
      },
      this.folder,
    )
    return failure ? [failure.failure] : sentences
  }
}

/** The folder or file that a path starts with, without symbolic links. A part of it may not be there any more. */
function realStart(path: string): string {
  const start = existsSync(path) ? path : (splitGlob(path)?.folder ?? path)
  if (existsSync(start)) return realpathSync(start)
  return dirname(start) === start ? start : join(realStart(dirname(start)), basename(start))
}
