import { ruleSettingsOf, settingsTogether } from '../../../shared/check/declared/rule-settings.ts'
import { type Config, configFileName, domainsNamedBy, emptyConfig, usual } from '../../../shared/config/config.ts'
import { type ConfigFile, readConfigFile } from '../../../shared/config/config-file.ts'
import {
  type EffectiveConfig,
  effectiveConfig,
  folderOf,
  isInExcludedFolder,
  nearestFolder,
} from '../../../shared/config/effective-config.ts'
import { type ExtendedConfig, extendedConfig, type FindBase } from '../../../shared/config/extended-config.ts'
import { outerGlobs } from '../../../shared/config/outer-globs.ts'
import type { RuleSettings } from '../../../shared/domains/descriptor.ts'
import type { DomainSettings } from '../../../shared/domains/domains-in-force.ts'
import { type EditorSettings, readSettings, type Settings } from '../../snapshot/settings.ts'
import type { IgnoredFiles } from './ignored-files.ts'
import { InstalledDomains } from './installed-domains.ts'
import { OuterDescriptors, type PlacedGlob } from './outer-descriptors.ts'
import { pathOfUri, WorkspaceFolders } from './workspace-folders.ts'

/**
 * What a changed `recline.json` changes: nothing, what is shown of the files, or which files count and how they are
 * read.
 */
export type ConfigChange = 'nothing' | 'view' | 'files'

/**
 * What counts for each file: the settings of the editor, then the nearest `recline.json`. A `recline.json` that is not
 * JSON, as while the user edits it, counts as it was when it last was JSON.
 */
export class ConfigStore {
  private readonly files = new Map<string, StoredConfig>()
  editorSettings: EditorSettings = readSettings(undefined)
  /** The folders of the workspace. */
  folders = new WorkspaceFolders([])
  private ignored: IgnoredFiles | undefined
  private findBase: FindBase | undefined
  /** The descriptors that folders got from elsewhere. */
  readonly installed: InstalledDomains
  /** The descriptors outside the folders of their configurations that count. */
  readonly outer = new OuterDescriptors()
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
    this.editorSettings = settings
    this.folders = new WorkspaceFolders(folders)
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
    return this.editorSettings.problems === 'all'
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
    const folders = new Set([...this.folders.all.map(({ path }) => path), ...this.byFolder.keys()])
    return [...folders]
      .filter(folder => this.folders.innermost(folder))
      .map(folder => this.effectiveIn(folder).ruleSettings)
  }

  /**
   * Whether a file belongs to the workspace: it is in one of its folders, included and not excluded, and its records
   * count with those of other files.
   */
  hasFile(uri: string): boolean {
    const path = pathOfUri(uri)
    const { effective, isOutside } = this.scopeOf(path)
    return (
      !isOutside &&
      effective.isIncluded(path) &&
      effective.countsTogether(path) &&
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
    if (this.outer.has(path)) return !this.isIgnored(path)
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

  /** The domains that the settings and the configurations name. */
  get namedDomains(): ReadonlySet<string> {
    const configs = [this.editorSettings, ...[...this.files.keys()].map(uri => this.extended(uri).config)]
    return new Set(configs.flatMap(domainsNamedBy))
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
  get read(): ReadonlyMap<string, StoredConfig> {
    return this.files
  }

  private isIgnored(path: string): boolean {
    const chosen = this.folders.all.map(folder => folder.path)
    return this.ignored?.ignores(path, chosen) ?? false
  }

  /** Whether there is no configuration. */
  get isEmpty(): boolean {
    return this.files.size === 0
  }

  /** What counts in a folder, by its path. */
  effectiveIn(folder: string): EffectiveConfig {
    return this.scopeOfFolder(folder).effective
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
    const root = this.folders.innermost(folder)?.path
    const nearest = this.nearest(folder)
    const found = nearest === undefined ? undefined : this.byFolder.get(nearest)
    const placed = found && { folder: found.folder, config: this.extended(found.uri).config }
    const effective = effectiveConfig(placed, {
      config: this.editorSettings,
      folder: root,
    })
    const { codeLens, inlayHints, newRecords } = this.editorSettings
    const { severity, format } = effective
    return {
      effective,
      settings: { severity, format: { ...usual.format, ...format }, codeLens, inlayHints, newRecords },
      isOutside:
        folder === undefined ||
        root === undefined ||
        isInExcludedFolder(folder, root, above => this.effectiveIn(above)),
    }
  }

  /** A configuration with those that it extends. */
  extended(uri: string): Pick<ExtendedConfig, 'config' | 'problems'> {
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

function changeBetween(before: Config | undefined, after: Config | undefined): ConfigChange {
  const isSame = (part: (config: Config | undefined) => unknown): boolean =>
    JSON.stringify(part(before)) === JSON.stringify(part(after))
  if (isSame(config => config)) return 'nothing'
  const withoutView = (config: Config | undefined): unknown =>
    // A severity can switch a rule on.
    config && { ...config, severity: ruleSettingsOf(config.rules, config.severity), format: {} }
  return before && after && isSame(withoutView) ? 'view' : 'files'
}
