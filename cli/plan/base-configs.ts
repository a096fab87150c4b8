import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { readConfigFile } from '../../shared/config/config-file.ts'
import {
  borderOfRepository,
  borderOfTopmost,
  borderOfWorkingDirectory,
  type ConfigBorder,
  type FindBase,
  foldersFromTop,
  placesOfBase,
} from '../../shared/config/extended-config.ts'
import { localize } from '../../shared/domains/localize.ts'
import { absolutePath, isInside, repositoryAbove } from '../files/paths.ts'
import { configIn } from './config-path.ts'

/** The most bytes of a configuration. */
const mostConfigBytes = 2 ** 20

/**
 * Finds the configurations that others extend, on this machine. They lie in the same repository, also behind links.
 */
export const findBase: FindBase = (name, place) => {
  const folder = place.slice(0, place.lastIndexOf('/'))
  const border = borderOf(folder)
  const { top } = border
  const places = placesOfBase(name, folder, border)
  if ('reason' in places) return places
  for (const path of places) {
    try {
      const found = statSync(path)
      if (!isInside(realpathSync(path), realpathSync(top || sep))) return { reason: border.reason }
      if (!found.isFile() || found.size > mostConfigBytes) return { reason: localize('it is not a file, or too large') }
      const text = readFileSync(path, 'utf8')
      return { place: path, text, file: readConfigFile(text) }
    } catch {
      // The next place is tried.
    }
  }
  return { reason: localize('there is no such file') }
}

/**
 * What configurations of a folder must not lead out of. Without a repository, the outermost place that the user chose.
 */
function borderOf(folder: string): ConfigBorder {
  const repository = repositoryAbove(folder.replaceAll('/', sep) || sep)
  if (repository !== undefined) return borderOfRepository(repository.replaceAll(sep, '/').replace(/\/$/, ''))
  const topmost = foldersFromTop(folder).find(one => existsSync(configIn(one))) ?? folder
  const here = absolutePath('.')
  return `${topmost}/`.startsWith(`${here}/`) ? borderOfWorkingDirectory(here) : borderOfTopmost(topmost)
}
