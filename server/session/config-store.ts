import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver-types'
import { URI } from 'vscode-uri'
import { ruleSettingsOf, settingsTogether } from '../../shared/check/declared/rule-settings.ts'
import { type Problem, withSeverities } from '../../shared/check/problem.ts'
import { type Config, configFileName, emptyConfig, usual } from '../../shared/config/config.ts'
import { type ConfigFile, readConfigFile } from '../../shared/config/config-file.ts'
import {
  configRuleProblems,
  dependencyProblems,
  domainProblems,
  refusedGlobProblems,
  stoppedConfigRules,
} from '../../shared/config/config-problems.ts'
import {
  type EffectiveConfig,
  effectiveConfig,
  type FolderGlobs,
  folderOf,
  isInExcludedFolder,
  nearestFolder,
  pathBelow,
} from '../../shared/config/effective-config.ts'
import { type ExtendedConfig, extendedConfig, type FindBase } from '../../shared/config/extended-config.ts'
import { globMatcher } from '../../shared/config/glob.ts'
import { outerGlobs } from '../../shared/config/outer-globs.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import type { DomainSettings } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { ListFilesParams } from '../../shared/protocol/files.ts'
import { installedFolder } from '../../shared/registry/lock.ts'
import { type EditorSettings, readSettings, type Settings } from '../snapshot/settings.ts'
import { jsonCodeActions, jsonDiagnostic, jsonDocument } from './descriptor-store.ts'
import { gitIgnoreName, type IgnoredFiles } from './ignored-files.ts'
import { InstalledDomains } from './installed-domains.ts'
import type { CheckedGlob, PlacedGlob } from './outer-descriptors.ts'

/**
 * What a changed `recline.json` changes: nothing, what is shown of the files, or which files count and how they are
 * read.
 */
export type ConfigChange = 'nothing' | 'view' | 'files'

/** Whether a file is a configuration. */
export const isConfigFile = (uri: string): boolean => uri.endsWith(`/${configFileName}`)

/**
 * What counts for each file: the settings of the editor, then the nearest `recline.json`. A `recline.json` that is not
 * JSON, as while the user edits it, counts as it was when it last was JSON.
 */
export class ConfigStore {
  private readonly files = new Map<string, StoredConfig>()
  private settings: EditorSettings = readSettings(undefined)
  private folders: readonly Folder[] = []
  private ignored: IgnoredFiles | undefined
  private findBase: FindBase | undefined
  /** The descriptors that folders got from elsewhere. */
  readonly installed: InstalledDomains
  /** The globs of descriptors outside the folders of their configurations that count. */
  private outer: readonly CheckedGlob[] = []
  private isOuterDescriptor: (path: string) => boolean = () => false
  private scopes = new Map<string | undefined, FolderConfig>()
  private together: ReturnType<typeof settingsTogether> | undefined
  /** The rule settings of scopes with those of the other files. */
  private ruleSettings = new Map<RuleSettings, RuleSettings>()
  private nearest = nearestFolder(() => false)
  private byFolder: ReadonlyMap<string, StoredConfig> = new Map()

  /** @param descriptorText gives the text of a descriptor, by its URI; undefined if there is none */
  constructor(descriptorText: (uri: string) => string | undefined = () => undefined) {
    this.installed = new InstalledDomains(descriptorText)
  }

  /**
   * Takes the settings of the editor and the folders of the workspace.
   *
   * @param folders URIs, without a slash at the end
   */
  configure(settings: EditorSettings, folders: readonly string[]): void {
    this.settings = settings
    this.folders = folders.map(uri => ({ uri, path: folderOf(pathOfUri(`${uri}/`)) ?? '' }))
    this.reset()
  }

  /** The URIs of all configurations. */
  uris(): Iterable<string> {
    return this.files.keys()
  }

  /** The texts of all configurations. */
  texts(): { readonly uri: string; readonly text: string }[] {
    return [...this.files].map(([uri, { text }]) => ({ uri, text }))
  }

  /** Takes the text of a `recline.json`, from disk or from an editor; undefined if the file is gone. */
  take(uri: string, text: string | undefined): ConfigChange {
    const previous = this.files.get(uri)
    if (text === previous?.text) return 'nothing'
    if (text === undefined) this.files.delete(uri)
    else {
      const file = readConfigFile(text)
      const config = file.config ?? previous?.config ?? emptyConfig
      this.files.set(uri, { uri, folder: folderOf(pathOfUri(uri)) ?? '', text, file, config })
    }
    this.reset()
    return changeBetween(previous?.config, this.files.get(uri)?.config)
  }

  /** Whether the problems of files that are not open are reported too. */
  get reportsClosedFiles(): boolean {
    return this.settings.problems === 'all'
  }

  /** The settings for a file. */
  settingsOf(uri: string): Settings {
    return this.scopeOf(pathOfUri(uri)).settings
  }

  /**
   * The domains of a file without a header, by the globs of the settings or the configuration, and its extensions.
   */
  domainSettingsOf(uri: string): DomainSettings {
    const path = pathOfUri(uri)
    return this.scopeOf(path).effective.domainSettingsOf(path)
  }

  /** The rules of the configuration of a file, the severities of all rules, and the rules of other files. */
  ruleSettingsOf(uri: string): RuleSettings {
    this.together ??= settingsTogether(this.allRuleSettings())
    const { ruleSettings } = this.scopeOf(pathOfUri(uri)).effective
    const known = this.ruleSettings.get(ruleSettings) ?? this.together(ruleSettings)
    this.ruleSettings.set(ruleSettings, known)
    return known
  }

  private allRuleSettings(): RuleSettings[] {
    const folders = new Set([...this.folders.map(({ path }) => path), ...this.byFolder.keys()])
    return [...folders]
      .filter(folder => this.workspaceFolderOf(folder))
      .map(folder => this.scopeOfFolder(folder).effective.ruleSettings)
  }

  /** The file's path from the innermost folder of the workspace it is in, or else its whole path, with `/`. */
  pathOf(uri: string): string {
    const path = pathOfUri(uri)
    const folder = this.workspaceFolderOf(folderOf(path))
    return folder ? pathBelow(folder.path, path) : path
  }

  /** Whether a file belongs to the workspace: it is in one of its folders, included and not excluded. */
  hasFile(uri: string): boolean {
    const path = pathOfUri(uri)
    const { effective, isOutside } = this.scopeOf(path)
    return (
      !isOutside &&
      effective.isIncluded(path) &&
      !effective.isExcluded(path) &&
      !(effective.leavesOutIgnored && this.isIgnored(path))
    )
  }

  /** Whether a file is a descriptor of the workspace. */
  hasDescriptor(uri: string): boolean {
    const path = pathOfUri(uri)
    const { effective, isOutside } = this.scopeOf(path)
    const isInstalled = this.installed.counts(uri)
    if (isInstalled !== undefined) return isInstalled
    const isLeftOut = (): boolean => effective.leavesOutIgnoredDescriptors && this.isIgnored(path)
    if (this.isOuterDescriptor(path)) return !this.isIgnored(path)
    return !isOutside && effective.isDescriptor(path) && !isLeftOut()
  }

  /**
   * The globs of descriptors outside the folders of their configurations, with the URIs of these and of the folders
   * that the globs lead to.
   */
  get outerGlobs(): PlacedGlob[] {
    return [...this.files.keys()].flatMap(config =>
      outerGlobs(this.extended(config).config.descriptors ?? [], config.slice(0, -`/${configFileName}`.length)).map(
        glob => ({ ...glob, config }),
      ),
    )
  }

  /** Takes which of `outerGlobs` count. */
  takeOuter(outer: readonly CheckedGlob[]): void {
    this.outer = outer
    const matchers = this.outerFolders.map(({ folder, glob }) => ({
      folder: pathOfUri(`${folder}/`),
      isMatch: globMatcher([glob]),
    }))
    this.isOuterDescriptor = path =>
      !path.endsWith(`/${configFileName}`) &&
      matchers.some(({ folder, isMatch }) => path.startsWith(folder) && isMatch(path.slice(folder.length)))
  }

  /** The folders outside those of the workspace that have descriptors of it, with the globs of these. */
  get outerFolders(): { readonly folder: string; readonly glob: string }[] {
    return this.outer.flatMap(({ folder, glob, isAllowed }) => (isAllowed ? { folder: folder!, glob } : []))
  }

  /** Takes what git ignores. */
  takeIgnored(ignored: IgnoredFiles): void {
    this.ignored = ignored
  }

  /** Takes what finds the configurations that others extend. */
  takeBases(findBase: FindBase): void {
    this.findBase = findBase
    this.reset()
  }

  /** The configurations as they were read, by their URIs. */
  get read(): ReadonlyMap<string, { readonly text: string; readonly file: ConfigFile }> {
    return this.files
  }

  private isIgnored(path: string): boolean {
    const chosen = this.folders.map(folder => folder.path)
    return this.ignored?.ignores(path, chosen) ?? false
  }

  /** The URIs of the folders of the workspace. */
  get folderUris(): string[] {
    return this.folders.map(({ uri }) => uri)
  }

  /**
   * Whether a document is a version of a file, such as the left side of a diff or a preview of changes. Its scheme is
   * not that of a file, a new file or a folder of the workspace.
   */
  isVersion(uri: string): boolean {
    const schemeOf = (uri: string): string => uri.slice(0, uri.indexOf(':'))
    const schemes = ['file', 'untitled', ...this.folders.map(folder => schemeOf(folder.uri))]
    return this.folders.length > 0 && !schemes.includes(schemeOf(uri))
  }

  /** Whether a file is in one of the workspace's folders. */
  hasFolder(uri: string): boolean {
    return this.workspaceFolderOf(folderOf(pathOfUri(uri))) !== undefined
  }

  /** Finds all configurations of the workspace, and all its other files too if there is no configuration. */
  defaultQueries(): ListFilesParams[] {
    const { include = usual.include, descriptors = usual.descriptors, exclude = usual.exclude } = this.settings
    return this.folders.map(({ uri }) => ({
      folder: uri,
      include: [...include, ...descriptors, `**/${configFileName}`, `**/${gitIgnoreName}`],
      exclude,
    }))
  }

  /** Whether there is no configuration. */
  get isEmpty(): boolean {
    return this.files.size === 0
  }

  /** Finds all files that `hasFile` is true of, and possibly others. */
  fileQueries(): ListFilesParams[] {
    return this.queries(({ include }) => include)
  }

  /** Finds all files that `hasDescriptor` is true of, and possibly others. */
  descriptorQueries(): ListFilesParams[] {
    return [
      ...this.queries(({ descriptors }) => descriptors),
      ...this.outerFolders.map(({ folder, glob }) => ({ folder, include: [glob], exclude: usual.exclude })),
      ...this.installed.folders.map(folder => ({
        folder,
        include: [`${installedFolder}/*.domain.json`],
        exclude: usual.exclude,
      })),
    ]
  }

  /** The URIs of the configurations that can be in folders above those of the workspace. */
  aboveFolders(): string[] {
    return this.folders.flatMap(({ uri }) => configsAbove(uri))
  }

  /** The problems of a configuration, also with the domains that it names. */
  diagnostics(
    uri: string,
    registry: Registry,
    codesPage: string | undefined,
    stopped: ReadonlySet<string> = new Set(),
  ): Diagnostic[] {
    const document = jsonDocument(uri, this.files.get(uri)?.text ?? '')
    return this.problems(uri, registry, stopped).map(problem => jsonDiagnostic(problem, document, codesPage))
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

  private problems(uri: string, registry: Registry, stopped: ReadonlySet<string> = new Set()): Problem[] {
    const file = this.files.get(uri)?.file
    const problems = file
      ? [
          ...file.problems,
          ...this.extended(uri).problems,
          ...refusedGlobProblems(
            file,
            this.outer.filter(({ config, isAllowed }) => config === uri && !isAllowed).map(({ written }) => written),
          ),
          ...domainProblems(file, registry),
          ...dependencyProblems(
            file,
            this.installed.problems(folderOf(uri)!, this.files.get(uri)!.config.dependencies),
          ),
          ...configRuleProblems(file, registry),
          ...stoppedConfigRules(file, stopped),
        ]
      : []
    return withSeverities(
      problems.map(problem => ({ ...problem, entry: 0 })),
      this.settingsOf(uri).severity,
    )
  }

  /**
   * One query for each folder that its own globs are relative to. Where the globs of a folder above count, all files
   * are listed, as those globs can be relative to a folder that is not part of the workspace.
   */
  private queries(globsOf: (config: EffectiveConfig) => FolderGlobs): ListFilesParams[] {
    const query = ({ uri, path }: Folder): ListFilesParams => {
      const { effective } = this.scopeOfFolder(path)
      const [include, { exclude }] = [globsOf(effective), effective]
      return {
        folder: uri,
        include: include.folder === path ? include.globs : ['**/*'],
        exclude: exclude.folder === path ? exclude.globs : usual.exclude,
      }
    }
    const ownFolders = [...this.files]
      .map(([uri, { folder }]): Folder => ({ uri: uri.slice(0, -`/${configFileName}`.length), path: folder }))
      .filter(({ path }) => this.folders.every(folder => folder.path !== path) && this.workspaceFolderOf(path))
    // Globs of the editor's settings are relative to the workspace's folder, and are searched from there.
    return [
      ...this.folders.map(query),
      ...ownFolders.filter(({ path }) => globsOf(this.scopeOfFolder(path).effective).folder === path).map(query),
    ]
  }

  private scopeOf(path: string): FolderConfig {
    return this.scopeOfFolder(folderOf(path))
  }

  private scopeOfFolder(folder: string | undefined): FolderConfig {
    const known = this.scopes.get(folder)
    if (known) return known
    const scope = this.createScope(folder)
    this.scopes.set(folder, scope)
    return scope
  }

  private createScope(folder: string | undefined): FolderConfig {
    const root = this.workspaceFolderOf(folder)?.path
    const nearest = this.nearest(folder)
    const found = nearest === undefined ? undefined : this.byFolder.get(nearest)
    const placed = found && { folder: found.folder, config: this.extended(found.uri).config }
    const effective = effectiveConfig(placed, {
      config: this.settings,
      folder: root,
    })
    const { codeLens, inlayHints, newRecords } = this.settings
    const { severity, format } = effective
    return {
      effective,
      settings: { severity, format: { ...usual.format, ...format }, codeLens, inlayHints, newRecords },
      isOutside:
        folder === undefined ||
        root === undefined ||
        isInExcludedFolder(folder, root, above => this.scopeOfFolder(above).effective),
    }
  }

  /** A configuration with those that it extends. */
  private extended(uri: string): Pick<ExtendedConfig, 'config' | 'problems'> {
    const { config, file } = this.files.get(uri)!
    if (!this.findBase || file.extended.length === 0) return { config, problems: [] }
    return extendedConfig(config, file, uri, this.findBase)
  }

  private reset(): void {
    this.byFolder = new Map([...this.files.values()].map(file => [file.folder, file]))
    this.nearest = nearestFolder(folder => this.byFolder.has(folder))
    this.scopes = new Map()
    this.together = undefined
    this.ruleSettings = new Map()
  }

  /** The innermost folder of the workspace that is or has this folder. */
  private workspaceFolderOf(folder: string | undefined): Folder | undefined {
    return this.folders
      .filter(({ path }) => folder === path || folder?.startsWith(`${path}/`))
      .sort((one, other) => other.path.length - one.path.length)[0]
  }
}

/** A folder as the client names it, and its path as configurations see it. */
interface Folder {
  readonly uri: string
  readonly path: string
}

interface StoredConfig {
  readonly uri: string
  /** The path of its folder. */
  readonly folder: string
  readonly text: string
  readonly file: ConfigFile
  /** The configuration that counts. */
  readonly config: Config
}

/** What counts for the files of one folder. */
interface FolderConfig {
  readonly effective: EffectiveConfig
  readonly settings: Settings
  /** Whether none of its files belongs to the workspace, which does not have the folder or excludes it as a whole. */
  readonly isOutside: boolean
}

/** A URI as a path of `effective-config.ts`: of a file on this machine its path, any other starts with its scheme. */
export function pathOfUri(uri: string): string {
  const { scheme, authority, path } = URI.parse(uri)
  const isPlain = !path.startsWith('/') || (scheme === 'file' && authority === '')
  return isPlain ? path : `${scheme}:${authority}${path}`
}

function changeBetween(before: Config | undefined, after: Config | undefined): ConfigChange {
  const isSame = (part: (config: Config | undefined) => unknown): boolean =>
    JSON.stringify(part(before)) === JSON.stringify(part(after))
  if (isSame(config => config)) return 'nothing'
  const withoutView = (config: Config | undefined): unknown =>
    // A severity can switch a rule on.
    config && { ...config, severity: ruleSettingsOf(config.rules, config.severity), format: {} }
  return before && after && isSame(withoutView) ? 'view' : 'files'
}

/** The URIs of the `recline.json` that can be in the folders above a file or folder. */
export function configsAbove(uri: string): string[] {
  const folder = uri.slice(0, Math.max(0, uri.lastIndexOf('/')))
  // The root of a URI ends in its authority, which can be empty, or in its scheme.
  return folder === '' || folder.endsWith(':/') ? [] : [`${folder}/${configFileName}`, ...configsAbove(folder)]
}
