import { configFileName, usual } from '../../../shared/config/config.ts'
import type { EffectiveConfig, FolderGlobs } from '../../../shared/config/effective-config.ts'
import type { ListFilesParams } from '../../../shared/protocol/files.ts'
import { installedFolder } from '../../../shared/registry/lock.ts'
import type { ConfigStore } from './config-store.ts'
import { gitIgnoreName } from './ignored-files.ts'
import type { Folder } from './workspace-folders.ts'

/** Finds all configurations of the workspace, and all its other files too if there is no configuration. */
export function defaultQueries(configs: ConfigStore): ListFilesParams[] {
  const { include = usual.include, descriptors = usual.descriptors, exclude = usual.exclude } = configs.editorSettings
  return configs.folders.all.map(({ uri }) => ({
    folder: uri,
    include: [...include, ...descriptors, `**/${configFileName}`, `**/${gitIgnoreName}`],
    exclude,
  }))
}

/** Finds all files that `hasFile` is true of, and possibly others. */
export function fileQueries(configs: ConfigStore): ListFilesParams[] {
  return queries(configs, ({ include }) => include)
}

/** Finds all files that `hasDescriptor` is true of, and possibly others. */
export function descriptorQueries(configs: ConfigStore): ListFilesParams[] {
  return [
    ...queries(configs, ({ descriptors }) => descriptors),
    ...configs.outer.folders.map(({ folder, glob }) => ({ folder, include: [glob], exclude: usual.exclude })),
    ...configs.installed.folders.map(folder => ({
      folder,
      include: [`${installedFolder}/*.domain.json`],
      exclude: usual.exclude,
    })),
  ]
}

/**
 * One query for each folder that its own globs are relative to. Where the globs of a folder above count, all files
 * are listed, as those globs can be relative to a folder that is not part of the workspace.
 */
function queries(configs: ConfigStore, globsOf: (config: EffectiveConfig) => FolderGlobs): ListFilesParams[] {
  const query = ({ uri, path }: Folder): ListFilesParams => {
    const effective = configs.effectiveIn(path)
    const [include, { exclude }] = [globsOf(effective), effective]
    return {
      folder: uri,
      include: include.folder === path ? include.globs : ['**/*'],
      exclude: exclude.folder === path ? exclude.globs : usual.exclude,
    }
  }
  const ownFolders = [...configs.read]
    .map(([uri, { folder }]): Folder => ({ uri: uri.slice(0, -`/${configFileName}`.length), path: folder }))
    .filter(({ path }) => configs.folders.all.every(folder => folder.path !== path) && configs.folders.innermost(path))
  // Globs of the editor's settings are relative to the workspace's folder, and are searched from there.
  return [
    ...configs.folders.all.map(query),
    ...ownFolders.filter(({ path }) => globsOf(configs.effectiveIn(path)).folder === path).map(query),
  ]
}
