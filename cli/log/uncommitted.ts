import { readFile } from 'node:fs/promises'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { git } from '../repository/git.ts'
import { changesBetween, type NamedChange, recordsIn, versionsIn } from './history.ts'

/** A file that is not as in the last commit. */
export interface ChangedFile {
  /** Its object id in the last commit; only zeros for none. */
  readonly before: string
  /** Its path from the working directory; undefined if it is no file any more. */
  readonly path: string | undefined
}

/** The files of records that git tracks and that are not as in the last commit. */
export async function changedFiles(): Promise<ChangedFile[] | Failure> {
  const output = await git([
    'diff-index',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--relative',
    '-z',
    'HEAD',
    '--',
    '*.rec',
  ])
  if ('failure' in output) return output
  const changes = output.toString().matchAll(/:\d+ (\d+) ([0-9a-f]+) [0-9a-f]+ [A-Z]\0([^\0]+)\0/g)
  return Array.from(changes, ([, mode, before, path]) => ({
    before: before!,
    path: mode!.startsWith('100') ? path : undefined,
  }))
}

/** What changed in the records with an id since the last commit, in the files as they are saved. */
export async function uncommittedChanges(
  files: readonly ChangedFile[],
  id: string,
  registry: Registry,
): Promise<NamedChange[] | Failure> {
  const versions = await versionsIn(
    files.map(({ before }) => before),
    id,
    registry,
  )
  if ('failure' in versions) return versions
  const before = files.flatMap(file => [...(versions.get(file.before) ?? [])])
  const after: (readonly [string, string])[] = []
  for (const { path } of files) {
    const content = path === undefined ? undefined : await readFile(path).catch(() => undefined)
    if (content) after.push(...recordsIn(content, id, registry))
  }
  return changesBetween(new Map(before), new Map(after), registry)
}
