import { configFileName } from '../../../shared/config/config.ts'
import { type ConfigFile, readConfigFile } from '../../../shared/config/config-file.ts'
import {
  type BaseConfig,
  borderOfRepository,
  borderOfTopmost,
  type ConfigBorder,
  type FindBase,
  foldersFromTop,
  placesOfBase,
} from '../../../shared/config/extended-config.ts'
import { localize } from '../../../shared/domains/localize.ts'
import type { FileSystem } from '../../platform/file-system.ts'
import { repositoryUri } from './ignored-files.ts'

/** Configurations by their URI, such as those that the editor has open. */
type KnownConfigs = ReadonlyMap<string, { readonly text: string; readonly file: ConfigFile }>

/**
 * Reads the configurations that others extend, also through others, as the command line finds them.
 *
 * @param configs those that count for some folder
 */
export async function readBaseConfigs(fileSystem: FileSystem, configs: KnownConfigs): Promise<FindBase> {
  const found = new Map<string, ReturnType<FindBase>>()
  const pending = [...configs].map(([place, { file }]) => ({ place, file }))
  const seen = new Set<string>()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { place, file } = next
    if (seen.has(place)) continue
    seen.add(place)
    for (const { value } of file.extended) {
      const name = value as string
      const base = await findBase(name, place)
      found.set(baseKey(name, place), base)
      if (!('reason' in base)) pending.push(base)
    }
  }
  // What the user writes there counts at once.
  return (name, place) => {
    const base = found.get(baseKey(name, place)) ?? { reason: localize('it is read when the file is saved') }
    if ('reason' in base) return base
    return { ...base, ...configs.get(base.place) }
  }

  async function findBase(name: string, place: string): Promise<BaseConfig | { readonly reason: string }> {
    const folder = place.slice(0, place.lastIndexOf('/'))
    const places = placesOfBase(name, folder, await borderOf(folder))
    if ('reason' in places) return places
    for (const path of places) {
      const text = configs.get(path)?.text ?? (await fileSystem.read(path))
      if (text !== undefined) return { place: path, text, file: readConfigFile(text) }
    }
    return { reason: localize('there is no such file') }
  }

  async function borderOf(folder: string): Promise<ConfigBorder> {
    const repository = await repositoryUri(fileSystem, folder)
    if (repository !== undefined) return borderOfRepository(repository)
    for (const one of foldersFromTop(folder).slice(3)) {
      const place = `${one}/${configFileName}`
      if (configs.has(place) || (await fileSystem.read(place)) !== undefined) return borderOfTopmost(one)
    }
    return borderOfTopmost(folder)
  }
}

const baseKey = (name: string, place: string): string => JSON.stringify([name, place])
