import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { host } from '../host/host.ts'

/** A path as printed: relative to the working directory, with `/`. */
export const printed = (path: string): string => (relative('.', path) || '.').replaceAll(sep, '/')

/** Whether there is a regular file at a path, which a device and a folder are not. */
export const isFileAt = (path: string): boolean => existsSync(path) && statSync(path).isFile()

/** Where a file is without symbolic links; of one that does not exist, its path. */
export function realPathIfThere(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** Whether a path is a folder or below it. Both are absolute, without symbolic links on the way. */
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** The nearest folder with a git repository: the folder itself or one above it. */
export function repositoryAbove(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder
  return dirname(folder) === folder ? undefined : repositoryAbove(dirname(folder))
}

/** The folder of a cache of this user, which nobody else can write to. It need not exist. */
export const userCache = (name: string): string =>
  join(host.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'recline', name)

/** A path of this machine as the configuration has it: absolute, with `/`, without one at its end. */
export const absolutePath = (path: string): string => resolve(path).replaceAll(sep, '/').replace(/\/$/, '')
