import { URI } from 'vscode-uri'
import { configFileName } from '../../../shared/config/config.ts'
import { folderOf, pathBelow } from '../../../shared/config/effective-config.ts'

/** The folders of the workspace, and the paths of files in them. */
export class WorkspaceFolders {
  readonly all: readonly Folder[]

  /** @param uris without a slash at the end */
  constructor(uris: readonly string[]) {
    this.all = uris.map(uri => ({ uri, path: folderOf(pathOfUri(`${uri}/`)) ?? '' }))
  }

  /** The URIs of the folders of the workspace. */
  get uris(): string[] {
    return this.all.map(({ uri }) => uri)
  }

  /** The innermost folder of the workspace that is or has this folder. */
  innermost(folder: string | undefined): Folder | undefined {
    return this.all
      .filter(({ path }) => folder === path || folder?.startsWith(`${path}/`))
      .sort((one, other) => other.path.length - one.path.length)[0]
  }

  /** Whether a file is in one of the folders. */
  has(uri: string): boolean {
    return this.innermost(folderOf(pathOfUri(uri))) !== undefined
  }

  /** The file's path from the innermost folder of the workspace it is in, or else its whole path, with `/`. */
  pathOf(uri: string): string {
    const path = pathOfUri(uri)
    const folder = this.innermost(folderOf(path))
    return folder ? pathBelow(folder.path, path) : path
  }

  /**
   * Whether a document is a version of a file, such as the left side of a diff or a preview of changes. Its scheme is
   * not that of a file, a new file or a folder of the workspace.
   */
  isVersion(uri: string): boolean {
    const schemeOf = (uri: string): string => uri.slice(0, uri.indexOf(':'))
    const schemes = ['file', 'untitled', ...this.all.map(folder => schemeOf(folder.uri))]
    return this.all.length > 0 && !schemes.includes(schemeOf(uri))
  }

  /** The URIs of the configurations that can be in folders above those of the workspace. */
  configsAbove(): string[] {
    return this.all.flatMap(({ uri }) => configsAbove(uri))
  }
}

/** A folder as the client names it, and its path as configurations see it. */
export interface Folder {
  readonly uri: string
  readonly path: string
}

/** A URI as a path of `effective-config.ts`: of a file on this machine its path, any other starts with its scheme. */
export function pathOfUri(uri: string): string {
  const { scheme, authority, path } = URI.parse(uri)
  const isPlain = !path.startsWith('/') || (scheme === 'file' && authority === '')
  return isPlain ? path : `${scheme}:${authority}${path}`
}

/** Whether a file is a configuration. */
export const isConfigFile = (uri: string): boolean => uri.endsWith(`/${configFileName}`)

/** The URIs of the `recline.json` that can be in the folders above a file or folder. */
export function configsAbove(uri: string): string[] {
  const folder = uri.slice(0, Math.max(0, uri.lastIndexOf('/')))
  // The root of a URI ends in its authority, which can be empty, or in its scheme.
  return folder === '' || folder.endsWith(':/') ? [] : [`${folder}/${configFileName}`, ...configsAbove(folder)]
}
