import { readFileSync, realpathSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { readConfigFile } from '../../shared/config/config-file.ts'
import { type FindBase, placesOfBase } from '../../shared/config/extended-config.ts'
import { isInside, repositoryAbove } from '../files/paths.ts'

/** The most bytes of a configuration. */
const mostConfigBytes = 2 ** 20

/** Finds the configurations that others extend, on this machine. They lie in the same repository, also behind links. */
export const findBase: FindBase = (name, place) => {
  const folder = place.slice(0, place.lastIndexOf('/'))
  const top = (repositoryAbove(folder.replaceAll('/', sep) || sep) ?? folder).replaceAll(sep, '/').replace(/\/$/, '')
  const places = placesOfBase(name, folder, top)
  if ('reason' in places) return places
  for (const path of places) {
    try {
      const found = statSync(path)
      if (!isInside(realpathSync(path), realpathSync(top || sep))) return { reason: 'it leads out of the repository' }
      if (!found.isFile() || found.size > mostConfigBytes) return { reason: 'it is not a file, or too large' }
      const text = readFileSync(path, 'utf8')
      return { place: path, text, file: readConfigFile(text) }
    } catch {
      // The next place is tried.
    }
  }
  return { reason: 'there is no such file' }
}
