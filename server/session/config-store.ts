import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
import { URI } from 'vscode-uri'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import {
  type Config,
  type ConfigFile,
  configFileName,
  domainProblems,
  domainsByGlob,
  emptyConfig,
  readConfigFile,
  usual,
} from '../../shared/config/config.ts'
import { folderMatcher, globMatcher } from '../../shared/config/glob.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import { type OwnSettings, readSettings, type Settings, settingsWith } from '../snapshot/settings.ts'
import { jsonCodeActions, jsonDiagnostic, jsonDocument } from './json-problems.ts'

/** Files to list: globs from a folder. */
export interface Place {
  readonly folder: string
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Whether a file is a configuration. */
export const isConfigFile = (uri: string): boolean => uri.endsWith(`/${configFileName}`)

/**
 * What holds for which file: what the user has set in the editor, and what the nearest `recline.json` says, in the
 * file's folder or one above. Of a `recline.json` that is not JSON the last version that was stays in force.
 */
export class ConfigStore {
  private readonly files = new Map<string, StoredConfig>()
  private own: OwnSettings = readSettings(undefined)
  private folders: readonly string[] = []
  private scopes = new Map<string, Scope>()

  /**
   * Takes what the user has set, and the workspace's folders.
   *
   * @param folders their addresses, without a slash at the end
   */
  configure(own: OwnSettings, folders: readonly string[]): void {
    this.own = own
    this.folders = folders
    this.scopes = new Map()
  }

  /** The addresses of all configurations. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /**
   * Takes the text of a `recline.json`, from disk or from an editor; undefined where the file is gone.
   *
   * @returns what is otherwise now: nothing, only what is shown of files, or which files count and how they are read
   */
  take(uri: string, text: string | undefined): 'nothing' | 'view' | 'files' {
    const previous = this.files.get(uri)
    if (text === previous?.text) return 'nothing'
    if (text === undefined) this.files.delete(uri)
    else {
      const file = readConfigFile(text)
      this.files.set(uri, {
        folder: folderOf(uri),
        text,
        file,
        inForce: file.config ?? previous?.inForce ?? emptyConfig,
      })
    }
    this.scopes = new Map()
    const inForce = this.files.get(uri)?.inForce
    const isSame = (part: (config: Config | undefined) => unknown): boolean =>
      JSON.stringify(part(inForce)) === JSON.stringify(part(previous?.inForce))
    if (isSame(config => config)) return 'nothing'
    return inForce && previous && isSame(config => ({ ...config, severity: {}, format: {} })) ? 'view' : 'files'
  }

  /** What holds for a file. */
  settingsOf(uri: string): Settings {
    return this.scopeOf(uri).settings
  }

  /** The domain names that a glob gives a file: one that the user has set, else one of the configuration. */
  domainsOf(uri: string): readonly string[] {
    const { config, ownDomainsOf, domainsOf } = this.scopeOf(uri)
    return ownDomainsOf(this.pathOf(uri)) ?? (config && domainsOf(pathFrom(config.folder, uri))) ?? []
  }

  /** The file's path from the innermost of the workspace's folders, or its whole path, with `/`. */
  pathOf(uri: string): string {
    return pathFrom(this.workspaceFolderOf(uri), uri)
  }

  /** Whether the file is one of the workspace's, by its place and what is included and excluded. */
  hasFile(uri: string): boolean {
    return this.hasFolder(uri) && this.scopeOf(uri).isRecordFile(uri)
  }

  /** Whether the file is one that a descriptor of the workspace is read from. */
  hasDescriptor(uri: string): boolean {
    return this.hasFolder(uri) && !isConfigFile(uri) && this.scopeOf(uri).isDescriptor(uri)
  }

  /** Whether the file is in one of the workspace's folders. */
  hasFolder(uri: string): boolean {
    return this.workspaceFolderOf(uri) !== undefined
  }

  /** Where the workspace's configurations are, and all its other files too where there is no configuration. */
  usualPlaces(): Place[] {
    const { include = usual.include, descriptors = usual.descriptors, exclude = usual.exclude } = this.own
    return this.folders.map(folder => ({
      folder,
      include: [...include, ...descriptors, `**/${configFileName}`],
      exclude,
    }))
  }

  /** Whether there is no configuration. */
  get isAsUsual(): boolean {
    return this.files.size === 0
  }

  /** Where the workspace's files can be that `hasFile` is true of; there can be others too. */
  placesOfFiles(): Place[] {
    return this.places(({ include }) => include)
  }

  /** Where the workspace's files can be that `hasDescriptor` is true of; there can be others too. */
  placesOfDescriptors(): Place[] {
    return this.places(({ descriptors }) => descriptors)
  }

  /** What is wrong with a configuration, by itself and among the domains that there are. */
  diagnostics(uri: string, registry: Registry, codesPage: string | undefined): Diagnostic[] {
    const document = jsonDocument(uri, this.files.get(uri)?.text ?? '')
    return this.problems(uri, registry).map(problem => jsonDiagnostic(problem, document, codesPage))
  }

  /** The fixes of the problems that touch a range of a configuration, one edit each. */
  codeActions(uri: string, range: Range, registry: Registry, codesPage: string | undefined): CodeAction[] {
    return jsonCodeActions(
      this.problems(uri, registry),
      jsonDocument(uri, this.files.get(uri)?.text ?? ''),
      range,
      codesPage,
    )
  }

  private problems(uri: string, registry: Registry): Problem[] {
    const file = this.files.get(uri)?.file
    const problems = file ? [...file.problems, ...domainProblems(file, registry)] : []
    return withSeverities(
      problems.map(problem => ({ ...problem, entry: 0 })),
      this.settingsOf(uri).severity,
    )
  }

  /** A folder is looked through by its own globs; where those of a folder above count, as far as needed for them. */
  private places(globsOf: (scope: Scope) => Globs): Place[] {
    const place = (folder: string): Place => {
      const scope = this.scopeOf(`${folder}/`)
      const globs = globsOf(scope)
      return {
        folder,
        include: globs.folder === folder ? globs.patterns : ['**/*'],
        exclude: scope.exclude.folder === folder ? scope.exclude.patterns : usual.exclude,
      }
    }
    const below = [...this.files.values()]
      .map(({ folder }) => folder)
      .filter(folder => !this.folders.includes(folder) && this.hasFolder(`${folder}/`))
    // Globs that the user has set are relative to the workspace's folder, and are looked for from there.
    return [
      ...this.folders.map(place),
      ...below.filter(folder => globsOf(this.scopeOf(`${folder}/`)).folder === folder).map(place),
    ]
  }

  private scopeOf(uri: string): Scope {
    const folder = folderOf(uri)
    const known = this.scopes.get(folder)
    if (known) return known
    const scope = this.createScope(folder, this.workspaceFolderOf(uri), this.configFor(folder))
    this.scopes.set(folder, scope)
    return scope
  }

  private createScope(ownFolder: string, workspaceFolder: string | undefined, config: StoredConfig | undefined): Scope {
    const { own } = this
    const globs = (key: 'include' | 'exclude' | 'descriptors'): Globs => {
      const chosen = own[key]
      if (chosen) return { folder: workspaceFolder, patterns: chosen }
      return { folder: config?.folder ?? workspaceFolder, patterns: config?.inForce[key] ?? usual[key] }
    }
    const [include, exclude, descriptors] = [globs('include'), globs('exclude'), globs('descriptors')]
    const isExcluded = matcherOf(exclude)
    const isIncluded = matcherOf(include)
    const isDescriptor = matcherOf(descriptors)
    // What a folder above excludes as a whole is not looked into, so that no configuration in it can say otherwise.
    const above = workspaceFolder === undefined || ownFolder === workspaceFolder ? undefined : this.scopeOf(ownFolder)
    const isLeftOut = above !== undefined && (above.isLeftOut || above.isFolderExcluded(ownFolder))
    return {
      config,
      include,
      exclude,
      descriptors,
      settings: settingsWith(own, config?.inForce),
      ownDomainsOf: domainsByGlob(own.domains),
      domainsOf: domainsByGlob(config?.inForce.domains ?? {}),
      isLeftOut,
      isFolderExcluded: matcherOf(exclude, folderMatcher),
      isRecordFile: uri => !isLeftOut && isIncluded(uri) && !isExcluded(uri),
      isDescriptor: uri => !isLeftOut && isDescriptor(uri) && !isExcluded(uri),
    }
  }

  /** The nearest configuration, from a folder upwards. */
  private configFor(folder: string): StoredConfig | undefined {
    for (let path = folder; path !== ''; path = folderOf(path)) {
      const config = this.files.get(`${path}/${configFileName}`)
      if (config) return config
    }
    return undefined
  }

  /** The innermost folder of the workspace that has the file. */
  private workspaceFolderOf(uri: string): string | undefined {
    return this.folders
      .filter(folder => uri.startsWith(`${folder}/`))
      .sort((one, other) => other.length - one.length)[0]
  }
}

interface StoredConfig {
  /** The address of its folder, without a slash at the end. */
  readonly folder: string
  readonly text: string
  readonly file: ConfigFile
  /** The configuration that counts. */
  readonly inForce: Config
}

/** Globs, and the folder that they are relative to. */
interface Globs {
  readonly folder: string | undefined
  readonly patterns: readonly string[]
}

/** What holds for the files of one folder. */
interface Scope {
  readonly config: StoredConfig | undefined
  readonly settings: Settings
  readonly include: Globs
  readonly exclude: Globs
  readonly descriptors: Globs
  readonly ownDomainsOf: (path: string) => readonly string[] | undefined
  readonly domainsOf: (path: string) => readonly string[] | undefined
  /** Whether a folder above excludes this one. */
  readonly isLeftOut: boolean
  readonly isFolderExcluded: (uri: string) => boolean
  readonly isRecordFile: (uri: string) => boolean
  readonly isDescriptor: (uri: string) => boolean
}

const matcherOf = ({ folder, patterns }: Globs, compile = globMatcher): ((uri: string) => boolean) => {
  const isMatch = compile(patterns)
  return uri => isMatch(pathFrom(folder, uri))
}

/** The address of the folder that a file or folder is in; empty for one that is in none. */
const folderOf = (uri: string): string => uri.slice(0, Math.max(0, uri.lastIndexOf('/')))

/** The addresses of the `recline.json` that can be in the folders above a file or folder. */
export const configsAbove = (uri: string): string[] => {
  const folder = folderOf(uri)
  // The root of an address ends in its authority, which can be empty, or in its scheme.
  return folder === '' || folder.endsWith(':/') ? [] : [`${folder}/${configFileName}`, ...configsAbove(folder)]
}

/** A file's path from a folder, or its whole path, with `/`. */
function pathFrom(folder: string | undefined, uri: string): string {
  const { path } = URI.parse(uri)
  if (folder === undefined) return path
  const { path: start } = URI.parse(folder)
  return path.slice(start.endsWith('/') ? start.length : start.length + 1)
}
