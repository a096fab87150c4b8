import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { eachContent } from '../repository/contents.ts'
import { textsToCommit } from '../repository/conversions.ts'
import { git } from '../repository/git.ts'
import { openSkipped, type Revision } from '../repository/revision.ts'
import { allRecordFiles, type NamedChange, recordChangesBetween, recordsWithId, versionsIn } from './history.ts'

/** A file that is not as in the last commit. What a sparse checkout leaves out is as it is in the index. */
export interface UncommittedFile {
  /** Its object id in the last commit; undefined if it is not there. */
  readonly before: string | undefined
  /** What is saved; undefined if it is no file any more. */
  readonly content: Buffer | undefined
}

/**
 * The files of records that git tracks and that are not as in the last commit. It compares them itself: to compare a
 * file of the working directory, git may start programs that the repository names (`filter.<name>.process`).
 */
export async function changedFiles(head: Revision): Promise<UncommittedFile[] | Failure> {
  const tracked = await git(['ls-files', '-z', '--full-name', '--', allRecordFiles])
  if ('failure' in tracked) return tracked
  const committed = head.files.filter(({ path, isLink }) => path.endsWith('.rec') && !isLink)
  const idOf = new Map(committed.map(({ path, id }) => [path, id]))
  const skipped = await openSkipped([])
  if ('failure' in skipped) return skipped
  const skippedPaths = new Set(skipped.files.map(({ path }) => path))
  const changed: UncommittedFile[] = []
  const differing: { readonly path: string; readonly before: string; readonly content: Buffer }[] = []
  const failure = await eachContent(
    skipped.files.filter(({ path, id }) => path.endsWith('.rec') && idOf.get(path) !== id),
    ({ path }, content) => changed.push({ before: idOf.get(path), content: Buffer.from(content) }),
  )
  if (failure) return failure
  for (const path of new Set([...idOf.keys(), ...tracked.toString().split('\0').filter(Boolean)])) {
    if (skippedPaths.has(path)) continue
    const before = idOf.get(path)
    const content = await regularFileContent(join(head.top, path))
    if (!content || before === undefined) changed.push({ before, content })
    else if (objectId(content, before) !== before) differing.push({ path: join(head.top, path), before, content })
  }
  return [...changed, ...(await changedByPeople(differing, head.top))]
}

/**
 * The files that are not as in the last commit also after git's conversions, with the contents that it would commit.
 */
async function changedByPeople(
  files: readonly { readonly path: string; readonly before: string; readonly content: Buffer }[],
  top: string,
): Promise<UncommittedFile[]> {
  // All that git converts is ASCII, and the line ends of the last commit make no difference to records.
  const texts = await textsToCommit(
    files.map(({ path, content }) => ({ path, text: content.toString('latin1'), committed: '' })),
    top,
  )
  return files.flatMap(({ before }, index) => {
    const content = Buffer.from(texts[index]!, 'latin1')
    return objectId(content, before) === before ? [] : { before, content }
  })
}

/** The content of a regular file; undefined if there is none, or if it cannot be read. */
async function regularFileContent(path: string): Promise<Buffer | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path) : undefined
  } catch {
    return undefined
  }
}

/** The object id that git gives a content. Another id of the repository tells which hash it uses. */
const objectId = (content: Buffer, other: string): string =>
  createHash(other.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex')

/** What changed in the records with an id since the last commit, in the files as they are saved. */
export async function uncommittedChanges(
  files: readonly UncommittedFile[],
  id: string,
  registry: Registry,
): Promise<NamedChange[] | Failure> {
  const versions = await versionsIn(
    files.flatMap(({ before }) => before ?? []),
    id,
    registry,
  )
  if ('failure' in versions) return versions
  const before = files.flatMap(file => [...(versions.get(file.before ?? '') ?? [])])
  const after = files.flatMap(({ content }) => (content ? [...recordsWithId(content, id, registry)] : []))
  return recordChangesBetween(new Map(before), new Map(after), registry)
}
