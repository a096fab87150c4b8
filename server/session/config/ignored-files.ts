import { folderOf } from '../../../shared/config/effective-config.ts'
import { GitIgnore } from '../../../shared/config/git-ignore.ts'
import type { FileSystem } from '../../platform/file-system.ts'

/** The name of a file that says what git ignores. */
export const gitIgnoreName = '.gitignore'

/** Decides of paths, as configurations see them, whether git ignores them. */
export interface IgnoredFiles {
  /** @param chosen the folders of the workspace, which are not ignored themselves */
  ignores(path: string, chosen: readonly string[]): boolean
}

/**
 * Reads what git ignores, as the command line does: the `.gitignore` of each repository and its `.git/info/exclude`.
 *
 * @param uris the URIs of the `.gitignore` below the folders of the workspace
 * @param folders the URIs of these folders: repositories can start above them
 * @param pathOf gives a path as configurations see it
 */
export async function readIgnoredFiles(
  fileSystem: FileSystem,
  uris: readonly string[],
  folders: readonly string[],
  pathOf: (uri: string) => string,
): Promise<IgnoredFiles> {
  const repositories = new Map<string, Promise<GitIgnore | undefined>>()
  const read = (uri: string): Promise<string | undefined> => fileSystem.read(uri)

  /** The repository that a folder is in. On the way up, what is above the workspace is read too. */
  const repositoryOf = (folder: string): Promise<GitIgnore | undefined> => {
    const known = repositories.get(folder)
    if (known) return known
    const found = findRepository(folder)
    repositories.set(folder, found)
    return found
  }

  const findRepository = async (folder: string): Promise<GitIgnore | undefined> => {
    if (await isRepository(fileSystem, folder)) {
      const ignore = new GitIgnore(pathOf(folder))
      ignore.take(ignore.top, (await read(`${folder}/.git/info/exclude`)) ?? '')
      return ignore
    }
    const above = folderOf(folder)
    return above === undefined || isRoot(above) ? undefined : repositoryOf(above)
  }

  const take = async (folder: string): Promise<void> => {
    const repository = await repositoryOf(folder)
    const text = repository && (await read(`${folder}/${gitIgnoreName}`))
    if (text !== undefined) repository!.take(pathOf(folder), text)
  }

  const below = uris.map(uri => uri.slice(0, -`/${gitIgnoreName}`.length))
  const all = new Set([...below, ...folders, ...folders.flatMap(foldersAbove)])
  for (const folder of all) await take(folder)
  const found = new Set((await Promise.all(repositories.values())).filter(one => one !== undefined))
  const innermostFirst = [...found].sort((one, other) => other.top.length - one.top.length)
  return {
    ignores(path, chosen) {
      const around = innermostFirst.filter(({ top }) => path.startsWith(`${top}/`))
      return around.some((repository, index) =>
        // Another repository around it can ignore it as a whole.
        index === 0 ? repository.ignoresFile(path, chosen) : repository.ignoresFolder(around[index - 1]!.top, chosen),
      )
    },
  }
}

/** The URI of the repository that a folder is in; undefined if it is in none. */
export async function repositoryUri(fileSystem: FileSystem, folder: string): Promise<string | undefined> {
  for (const one of [folder, ...foldersAbove(folder)]) if (await isRepository(fileSystem, one)) return one
  return undefined
}

/** Whether a folder has the files of a repository. In a worktree or submodule, `.git` is a file. */
const isRepository = async (fileSystem: FileSystem, folder: string): Promise<boolean> =>
  ((await fileSystem.read(`${folder}/.git/HEAD`)) ?? (await fileSystem.read(`${folder}/.git`))) !== undefined

/** The URIs of the folders above a folder. */
function foldersAbove(uri: string): string[] {
  const folder = folderOf(uri)
  return folder === undefined || isRoot(folder) ? [] : [folder, ...foldersAbove(folder)]
}

/** The root of a URI ends in its authority, which can be empty, or in its scheme. */
const isRoot = (folder: string): boolean => folder === '' || folder.endsWith(':') || folder.endsWith('/')
