import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'

/**
 * Whether a symbolic link leads a path out of a folder. A file that does not exist yet is where its folder is. If the
 * path cannot be resolved, as in a circle of links, it does.
 */
export async function leadsOut(path: string, folder: string): Promise<boolean> {
  try {
    const place = relative(await realPlace(resolve(folder)), await realPlace(resolve(path)))
    return place === '..' || place.startsWith(`..${sep}`) || isAbsolute(place)
  } catch {
    return true
  }
}

/** The real path of a file or folder, or of the nearest folder above it that exists. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isMissing || (await isLink(path)) || dirname(path) === path) throw error
    return realPlace(dirname(path))
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    found => found.isSymbolicLink(),
    () => false,
  )
