import { dirname, join, relative, resolve, sep } from 'node:path'
import { FileFinder, readHash } from '../../../server/platform/node-linked-files.ts'
import type { CheckedFile } from '../../../shared/check/check.ts'
import { checksFiles, fileFindings } from '../../../shared/check/file-findings.ts'
import { type FileFact, type FileLink, placeOfLink } from '../../../shared/check/linked-files.ts'
import { problemAt } from '../../../shared/check/problem.ts'
import { changedFileRule } from '../../../shared/check/rules/changed-file.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { Registry } from '../../../shared/domains/registry.ts'
import { isInside, repositoryAbove } from '../../files/paths.ts'
import { complain } from '../../output/exit.ts'
import type { Details } from '../../output/file-result.ts'
import { oneLine } from '../../output/one-line.ts'
import type { PlannedFile } from '../../plan/plan.ts'
import { openSkipped } from '../../repository/revision.ts'
import { contextOf } from '../file-state.ts'
import { type FoundProblem, foundProblems } from '../found-problem.ts'
import { PartReader } from '../parts/part-reader.ts'
import type { RunFile } from '../parts/read-files.ts'
import { HashCache } from './hash-cache.ts'
import { type LinkOfRecord, linksOfPart } from './links-of-part.ts'

/**
 * Checks the files that records name, in a pass of its own behind the check of the records. Only the parts of files
 * whose tags have such fields are read again for it.
 */
export class FileChecks {
  private readonly reader = new PartReader()
  private readonly tops = new Map<string, FilesBelow>()
  /** The files whose hashes could not be compared, as they are printed. */
  private readonly unchecked: string[] = []

  /** @param filesBelow the files below a folder; by default those that are there */
  constructor(
    private readonly registry: Registry,
    private readonly filesBelow: (folder: string) => FilesBelow = folder => new TopFolder(folder),
  ) {}

  /** The problems of the files that the records of a file name, in the order of their places. */
  async problemsIn(file: RunFile, details: Details): Promise<FoundProblem[]> {
    const { planned, content, parts, decidingCounts } = file
    const { severity } = planned.settings
    if (!checksFiles(severity)) return []
    const wantsHashes = severity[changedFileRule.code] !== 'off'
    const context = contextOf(planned, this.registry, decidingCounts)
    const found: FoundProblem[] = []
    for (const { result, range } of parts)
      for (const { checked, links } of linksOfPart({ ...result, content, range }, context, this.reader))
        for (const problem of await this.problemsOfLinks(planned, checked, links, wantsHashes, details))
          found.push(problem)
    return found
  }

  /**
   * Tells what was not checked, and keeps the hashes for the next run.
   *
   * @param why says that files are not read, and why, by their number and one of them
   */
  async finish(why: (count: number, file: string) => string = notInCheckout): Promise<void> {
    this.reader.close()
    for (const files of this.tops.values()) await files.writeCache?.()
    const [first] = this.unchecked
    if (first === undefined) return
    complain(why(this.unchecked.length, oneLine(first)))
  }

  private async problemsOfLinks(
    planned: PlannedFile,
    checked: CheckedFile,
    links: readonly LinkOfRecord[],
    wantsHashes: boolean,
    details: Details,
  ): Promise<FoundProblem[]> {
    const facts: FileFact[] = []
    for (let next = 0; next < links.length; next += mostAtOnce) {
      const some = links.slice(next, next + mostAtOnce)
      facts.push(...(await Promise.all(some.map(({ link }) => this.factOf(planned, link, wantsHashes)))))
    }
    const problems = links.flatMap(({ entry, record, tag, link }, index) =>
      fileFindings(record, tag, link, facts[index]!)
        .sort((one, other) => one.start - other.start)
        .map(finding => problemAt(entry, finding)),
    )
    return foundProblems(planned, checked, problems, details)
  }

  private async factOf({ source }: PlannedFile, link: FileLink, wantsHashes: boolean): Promise<FileFact> {
    const path = resolve(source.path ?? source.file)
    const top = outermostFolder(dirname(path))
    const place = placeOfLink(link.path, namesOnWay(dirname(path), top))
    if (place === undefined) return { kind: 'no path' }
    if (place === 'outside') return { kind: 'outside' }
    const wantsHash = wantsHashes && link.hash !== undefined
    const fact = await this.filesOf(top).factOf(place, wantsHash)
    if (wantsHash && fact.kind === 'file' && fact.hash === undefined) this.unchecked.push(place.join('/'))
    return fact
  }

  private filesOf(top: string): FilesBelow {
    let known = this.tops.get(top)
    if (!known) {
      known = this.filesBelow(top)
      this.tops.set(top, known)
    }
    return known
  }
}

const notInCheckout = (count: number, file: string): string =>
  count === 1
    ? localize(
        '1 file is not read, because a sparse checkout leaves it out, so its hash is not compared, such as that of {file}.',
        { file },
      )
    : localize(
        '{count} files are not read, because a sparse checkout leaves them out, so their hashes are not compared, such as that of {file}.',
        { count, file },
      )

/** The files below a folder. */
export interface FilesBelow {
  /** @param place the names below the folder */
  factOf(place: readonly string[], wantsHash: boolean): Promise<FileFact>
  /** Keeps the hashes for the next run, if they can be kept. */
  writeCache?(): Promise<void>
}

/** How many files are read at once. */
const mostAtOnce = 32

/** The folder that no file of a record may be outside of: the repository, or else where the run was started. */
function outermostFolder(folder: string): string {
  const repository = repositoryAbove(folder)
  if (repository !== undefined) return repository
  return isInside(folder, process.cwd()) ? process.cwd() : folder
}

const namesOnWay = (folder: string, top: string): string[] =>
  relative(top, folder)
    .split(sep)
    .filter(name => name !== '')

/** The files below one folder, each looked at once. */
export class TopFolder implements FilesBelow {
  private readonly finder: FileFinder
  private readonly facts = new Map<string, Promise<FileFact>>()
  private readonly hashes = new Map<string, Promise<FileFact>>()
  private cache: Promise<HashCache> | undefined
  private skipped: Promise<ReadonlySet<string>> | undefined

  constructor(private readonly folder: string) {
    this.finder = new FileFinder(folder)
  }

  factOf(place: readonly string[], wantsHash: boolean): Promise<FileFact> {
    const known = wantsHash ? this.hashes : this.facts
    const path = place.join('/')
    let fact = known.get(path)
    if (!fact) {
      fact = this.find(place, wantsHash)
      known.set(path, fact)
    }
    return fact
  }

  async writeCache(): Promise<void> {
    await (await this.cache)?.write()
  }

  private async find(place: readonly string[], wantsHash: boolean): Promise<FileFact> {
    const found = await this.finder.find(join(this.folder, ...place))
    if (found.kind === 'missing' && (await this.skippedFiles()).has(place.join('/')))
      return { kind: 'file', hash: undefined }
    if (found.kind !== 'file') return found
    if (!wantsHash) return { kind: 'file', hash: undefined }
    this.cache ??= HashCache.open(this.folder)
    const cache = await this.cache
    const known = cache.hashOf(found)
    if (known !== undefined) return { kind: 'file', hash: known }
    const fact = await readHash(found)
    if (fact.kind === 'file') cache.add(found, fact.hash!)
    return fact
  }

  /** The files that a sparse checkout leaves out of the folder: they are not there, and not missing either. */
  private skippedFiles(): Promise<ReadonlySet<string>> {
    this.skipped ??= openSkipped([this.folder]).then(skipped =>
      // Outside a repository, nothing is left out.
      'failure' in skipped
        ? new Set()
        : new Set(skipped.files.map(({ path }) => namesOnWay(join(skipped.top, path), this.folder).join('/'))),
    )
    return this.skipped
  }
}
