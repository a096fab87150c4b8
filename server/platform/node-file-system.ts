import { readFile } from 'node:fs/promises'
import { URI } from 'vscode-uri'
import type { FileSystem } from './file-system.ts'

/** The files of the machine that the server runs on. */
export const nodeFileSystem: FileSystem = {
  async list({ folder, include, exclude }) {
    const { scheme, fsPath } = URI.parse(folder)
    if (scheme !== 'file') return []
    // Loaded late: the start does not need it, and without a folder nothing does.
    const { glob } = await import('tinyglobby')
    const paths = await glob([...include], {
      cwd: fsPath,
      ignore: [...exclude],
      absolute: true,
      onlyFiles: true,
      dot: true,
      followSymbolicLinks: false,
    })
    return paths.sort().map(path => URI.file(path).toString())
  },

  async read(uri) {
    try {
      const { scheme, fsPath } = URI.parse(uri)
      if (scheme !== 'file') return undefined
      return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(fsPath))
    } catch {
      return undefined
    }
  },
}
