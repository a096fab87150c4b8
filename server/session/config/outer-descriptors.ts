import { configFileName } from '../../../shared/config/config.ts'
import { folderOf } from '../../../shared/config/effective-config.ts'
import { globMatcher } from '../../../shared/config/glob.ts'
import type { OuterGlob } from '../../../shared/config/outer-globs.ts'
import type { FileSystem } from '../../platform/file-system.ts'
import { repositoryUri } from './ignored-files.ts'
import { pathOfUri } from './workspace-folders.ts'

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

/** The descriptors outside the folders of the workspace that count for it. */
export class OuterDescriptors {
  private globs: readonly CheckedGlob[] = []
  private isMatch: (path: string) => boolean = () => false

  /** Takes which globs count. */
  take(globs: readonly CheckedGlob[]): void {
    this.globs = globs
    const matchers = this.folders.map(({ folder, glob }) => ({
      folder: pathOfUri(`${folder}/`),
      isMatch: globMatcher([glob]),
    }))
    this.isMatch = path =>
      !path.endsWith(`/${configFileName}`) &&
      matchers.some(({ folder, isMatch }) => path.startsWith(folder) && isMatch(path.slice(folder.length)))
  }

  /** Whether a file is one of them, by its path as configurations see it. */
  has(path: string): boolean {
    return this.isMatch(path)
  }

  /** The folders outside those of the workspace that have descriptors of it, with the globs of these. */
  get folders(): { readonly folder: string; readonly glob: string }[] {
    return this.globs.flatMap(({ folder, glob, isAllowed }) => (isAllowed ? { folder: folder!, glob } : []))
  }

  /** The globs of a configuration that do not count, as they are written. */
  refusedIn(uri: string): string[] {
    return this.globs.filter(({ config, isAllowed }) => config === uri && !isAllowed).map(({ written }) => written)
  }
}
