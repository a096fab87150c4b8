import { folderOf } from '../../shared/config/effective-config.ts'
import type { OuterGlob } from '../../shared/config/outer-globs.ts'
import type { FileSystem } from '../platform/file-system.ts'
import { repositoryUri } from './ignored-files.ts'

/** A glob of descriptors outside the folder of its configuration. The folders are URIs. */
export interface PlacedGlob extends OuterGlob {
  /** The URI of the configuration. */
  readonly config: string
}

/** Such a glob, and whether it counts: it leads nowhere out of the repository of its configuration. */
export interface CheckedGlob extends PlacedGlob {
  readonly isAllowed: boolean
}

/** Finds out which globs count. Descriptors are shared within a repository, and nothing else is read. */
export async function checkOuterGlobs(fileSystem: FileSystem, globs: readonly PlacedGlob[]): Promise<CheckedGlob[]> {
  const checked: CheckedGlob[] = []
  for (const glob of globs) {
    const top = await repositoryUri(fileSystem, folderOf(glob.config)!)
    checked.push({ ...glob, isAllowed: top !== undefined && `${glob.folder}/`.startsWith(`${top}/`) })
  }
  return checked
}
