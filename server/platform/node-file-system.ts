import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { URI } from 'vscode-uri'
import { folderMatcher, globMatcher } from '../../shared/config/glob.ts'
import { onlyRecords } from '../../shared/markdown/record-fences.ts'
import type { FileSystem } from './file-system.ts'
import { nodeLinkedFiles } from './node-linked-files.ts'

/**
 * The files of the machine that the server runs on. Links are not followed, so each file is listed once and below its
 * folder. Only regular files are read: a pipe or a device could block the server.
 */
export const nodeFileSystem: FileSystem = {
  linked: nodeLinkedFiles(),

  async list({ folder, include, exclude }) {
    const { scheme, fsPath } = URI.parse(folder)
    if (scheme !== 'file') return []
    const [isIncluded, isExcluded, isExcludedFolder] = [
      globMatcher(include),
      globMatcher(exclude),
      folderMatcher(exclude),
    ]
    const found: string[] = []
    const search = async (below: string): Promise<void> => {
      const entries = await readdir(join(fsPath, below), { withFileTypes: true }).catch(() => [])
      const folders: string[] = []
      for (const entry of entries) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        if (entry.isDirectory() && !isExcludedFolder(path)) folders.push(path)
        else if (entry.isFile() && isIncluded(path) && !isExcluded(path)) found.push(path)
      }
      await Promise.all(folders.map(search))
    }
    await search('')
    return found.sort().map(path => URI.file(join(fsPath, path)).toString())
  },

  async read(uri) {
    try {
      const { scheme, fsPath } = URI.parse(uri)
      if (scheme !== 'file' || !(await stat(fsPath)).isFile()) return undefined
      return onlyRecords(uri, new TextDecoder('utf-8', { fatal: true }).decode(await readFile(fsPath)))
    } catch {
      return undefined
    }
  },
}
