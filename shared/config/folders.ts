/**
 * Folders and paths as configurations see them, the same for the editor and the command line: names with `/` between,
 * from the root on. Roots are what no `/` stands in front of: an empty name, a drive such as `C:`, a scheme.
 */

/** The folder that a file or folder is in; undefined for a root. */
export function folderOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? undefined : path.slice(0, slash)
}

/** The path of a file below a folder, relative to it. */
export const pathBelow = (folder: string, path: string): string => path.slice(folder.length + 1)

/**
 * Finds the nearest folder that has a configuration, upwards from a folder and starting with itself. Remembers what it
 * found, so that each folder is looked at once.
 *
 * @returns takes a folder; gives undefined where neither it nor a folder above has a configuration
 */
export function nearestFolder(
  hasConfig: (folder: string) => boolean,
): (folder: string | undefined) => string | undefined {
  const known = new Map<string, string | undefined>()
  const find = (folder: string | undefined): string | undefined => {
    if (folder === undefined) return undefined
    if (!known.has(folder)) known.set(folder, hasConfig(folder) ? folder : find(folderOf(folder)))
    return known.get(folder)
  }
  return find
}
