import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { localize } from '../../shared/domains/localize.ts'
import type { Failure } from './failure.ts'

/**
 * Whether a symbolic link leads a path out of a folder. A file that does not exist yet is where its folder is. If a
 * link cannot be resolved, as one in a circle of links, it does.
 */
export async function leadsOut(path: string, folder: string): Promise<boolean> {
  try {
    const place = relative(await realPlace(resolve(folder)), await realPlace(resolve(path)))
    return place === '..' || place.startsWith(`..${sep}`) || isAbsolute(place)
  } catch {
    return true
  }
}

/** Why a file is not written that `leadsOut` of its folder. */
export const writesNoLink = (name: string): Failure => ({
  failure: localize('{file} is a link that leads out of the folder, so it is not written; delete the link first.', {
    file: name,
  }),
})

/** The real path of a file or folder, or of the nearest folder above it that can be resolved. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((await isLink(path)) || dirname(path) === path) throw error
    return realPlace(dirname(path))
  }
}

const isLink = (path: string): Promise<boolean> =>
  lstat(path).then(
    found => found.isSymbolicLink(),
    () => false,
  )
