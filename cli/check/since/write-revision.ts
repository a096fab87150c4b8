import { lstatSync } from 'node:fs'
import { copyFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Failure } from '../../files/failure.ts'
import { makeFolder } from '../../files/folders.ts'
import { contentsOf } from '../../repository/contents.ts'
import type { GitFile } from '../../repository/revision.ts'

/** Writes files of a revision below a folder. Returns the failure, if any. */
export async function writeRevision(
  files: readonly GitFile[],
  repository: string,
  folder: string,
): Promise<Failure | undefined> {
  const safe = files.filter(({ path }) => isBelowFolder(folder, join(folder, path)))
  // Links come last, so that no file is written through a link.
  for (const isLink of [false, true]) {
    for (const some of batches(safe.filter(file => file.isLink === isLink))) {
      const contents = await contentsOf(some, repository)
      if ('failure' in contents) return contents
      for (const [index, content] of contents.entries()) await write(join(folder, some[index]!.path), content, isLink)
    }
  }
  return undefined

  async function write(path: string, content: Buffer, isLink: boolean): Promise<void> {
    await makeFolder(dirname(path))
    if (!isLink) return writeFile(path, content)
    const target = content.toString()
    // A link that leads out of the repository is left out: it does not lead to a file of the revision.
    if (isBelowFolder(folder, resolve(dirname(path), target))) await symlink(target, path).catch(() => undefined)
  }
}

/** Copies files as they are saved from the folder of their repository to another one. Those that are gone stay out. */
export async function copySaved(paths: readonly string[], repository: string, folder: string): Promise<void> {
  for (const path of paths) {
    const [from, to] = [join(repository, path), join(folder, path)]
    if (!isBelowFolder(folder, to) || !lstatSync(from, { throwIfNoEntry: false })?.isFile()) continue
    await makeFolder(dirname(to))
    await copyFile(from, to)
  }
}

const isBelowFolder = (folder: string, path: string): boolean => path.startsWith(folder + sep)

/** Splits files into lists whose contents fit into memory together. */
function* batches(files: readonly GitFile[]): Generator<readonly GitFile[]> {
  let some: GitFile[] = []
  let size = 0
  for (const file of files) {
    if (some.length > 0 && size + file.size > mostBytesAtOnce) {
      yield some
      some = []
      size = 0
    }
    some.push(file)
    size += file.size
  }
  if (some.length > 0) yield some
}

/** The maximum number of bytes that are read at once, except for one larger file. */
const mostBytesAtOnce = 2 ** 26
