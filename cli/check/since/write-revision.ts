import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Failure } from '../../files/failure.ts'
import { makeFolder } from '../../files/folders.ts'
import { eachContent } from '../../repository/contents.ts'
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
    const failure = await eachContent(
      safe.filter(file => file.isLink === isLink),
      ({ path }, content) => write(join(folder, path), content, isLink),
      repository,
    )
    if (failure) return failure
  }
  return undefined

  // Nothing is kept: a revision can be larger than the memory.
  function write(path: string, content: Buffer, isLink: boolean): void {
    mkdirSync(dirname(path), { recursive: true })
    if (!isLink) {
      writeFileSync(path, content)
      return
    }
    const target = content.toString()
    // A link that leads out of the repository is left out: it does not lead to a file of the revision.
    if (!isBelowFolder(folder, resolve(dirname(path), target))) return
    try {
      symlinkSync(target, path)
    } catch {
      // There is a file with its name, which git had under another one.
    }
  }
}

/** Copies files as they are saved from the folder of their repository to another one. Those that are gone stay out. */
export async function copySaved(paths: readonly string[], repository: string, folder: string): Promise<void> {
  for (const path of paths) {
    const [from, to] = [join(repository, path), join(folder, path)]
    if (!isBelowFolder(folder, to) || !lstatSync(from, { throwIfNoEntry: false })?.isFile()) continue
    makeFolder(dirname(to))
    await copyFile(from, to)
  }
}

const isBelowFolder = (folder: string, path: string): boolean => path.startsWith(folder + sep)
