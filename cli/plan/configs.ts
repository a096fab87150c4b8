import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import type { Severities } from '../../shared/check/problem.ts'
import { domainsNamedBy } from '../../shared/config/config.ts'
import { effectiveConfig, folderOf, nearestFolder } from '../../shared/config/effective-config.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import type { DomainSettings } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { absolutePath, printed, realPathIfThere } from '../files/paths.ts'
import type { Source } from '../files/read-text.ts'
import { descriptorsOf, type IsWanted } from './config-descriptors.ts'
import { configIn } from './config-path.ts'
import { GitIgnored } from './git-ignored.ts'
import { type FoundConfig, readConfig } from './read-config.ts'

/** What the configuration sets for one file. Without a configuration nothing is set, and the defaults count. */
export interface FileSettings extends DomainSettings {
  readonly severity: Severities
  readonly format: Partial<FormatOptions>
  /** Absent if there is no configuration. */
  readonly ruleSettings?: RuleSettings
  /** Whether the ids and references of the file count only in it. */
  readonly countsAlone?: true
}

const withoutSettings: FileSettings = { severity: {}, settingDomains: [], format: {} }
const defaultEffective = effectiveConfig(undefined)

/** The configurations of a run, read from disk when the first file needs them, each once. */
export class Configs {
  private readonly nearest: ReturnType<typeof nearestFolder>
  private readonly files = new Map<string, Promise<FoundConfig>>()
  private readonly failures: Failure[] = []
  /** The folders of files without a configuration, and the descriptors that a search met on its way. */
  private readonly withoutConfig = new Set<string>()
  private readonly descriptorsMet: string[] = []
  /** What git ignores. */
  readonly ignored = new GitIgnored()
  /** Why files and folders were left out, by their paths. */
  readonly leftOut = new Map<string, Reason>()
  /** The paths of the configurations that others extend. */
  private readonly basePlaces = new Set<string>()
  private versions: DescriptorVersions | undefined

  /**
   * @param top the folder above which configurations do not count; by default they count in all folders
   * @param isExcluded whether the user excludes a file or folder
   * @param only the path of the one configuration that counts, for all files; its globs are relative to the working
   *   directory
   */
  constructor(
    top = '',
    private readonly isExcluded: (path: string) => boolean = () => false,
    private readonly only?: string,
  ) {
    const here = absolutePath('.')
    const isBelow = (folder: string): boolean => `${folder}/`.startsWith(`${absolutePath(top)}/`)
    this.nearest =
      only === undefined
        ? nearestFolder(folder => (top === '' || isBelow(folder)) && existsSync(configIn(folder)))
        : () => here
  }

  /** The paths of the configurations that some file needed so far. */
  get paths(): string[] {
    return [...[...this.files.keys()].map(folder => this.only ?? configIn(folder)), ...this.basePlaces]
  }

  /** What counts for a file; standard input is a file of the folder that its name says. */
  async settingsOf({ file, path = file }: Source): Promise<FileSettings> {
    const effective = (await this.configOf(path))?.effective
    const alone = (effective ?? defaultEffective).countsTogether(path) ? {} : { countsAlone: true as const }
    if (!effective) {
      this.withoutConfig.add(folderOf(absolutePath(path))!)
      return { ...withoutSettings, ...alone }
    }
    const { severity, format, ruleSettings } = effective
    return { severity, format, ruleSettings, ...effective.domainSettingsOf(absolutePath(path)), ...alone }
  }

  /** The folder of the configuration that counts for a file; undefined if there is none. */
  folderFor(path: string): string | undefined {
    return this.nearest(folderOf(absolutePath(path)))
  }

  /** The configuration that counts for a file; undefined if there is none. */
  async configFor(path: string): Promise<Pick<FoundConfig, 'config' | 'effective'> | undefined> {
    return await this.configOf(path)
  }

  /** Whether a configuration for one of these folders sets which files to include. */
  async haveIncludes(folders: Iterable<string>): Promise<boolean> {
    for (const folder of new Set(folders)) {
      const found = await this.configAt(absolutePath(folder))
      if (found && setsIncludes(found)) return true
    }
    return false
  }

  /**
   * The files that their configurations include, and where these set nothing, those that are included by default.
   *
   * @param of a file whose configuration counts for all of them; by default, each has its own
   */
  included(files: readonly string[], isIncludedByDefault: (path: string) => boolean, of?: string): Promise<string[]> {
    const isIncluded: IsWanted = (path, found) => {
      if (!found || !setsIncludes(found)) return isIncludedByDefault(path)
      const isWanted = found.effective.isIncluded(absolutePath(path))
      if (!isWanted && isIncludedByDefault(path)) this.leftOut.set(path, { by: 'include', config: found.name })
      return isWanted
    }
    return this.filter(files, isIncluded, of)
  }

  /** The files that nobody excludes: the user, a configuration or git. @param of as for `included` */
  withoutExcluded(files: readonly string[], of?: string): Promise<string[]> {
    const isKept: IsWanted = (path, found) => {
      const isIgnored = (found?.effective.leavesOutIgnored ?? true) && this.ignored.ignoresFile(path)
      const reason = this.excludedBy(
        path,
        found?.effective.isExcluded(absolutePath(path)) ? found : undefined,
        isIgnored,
      )
      if (reason) this.leftOut.set(path, reason)
      return !reason
    }
    return this.filter(files, isKept, of)
  }

  /** Notes that the user chose a folder: it counts even if git ignores it. */
  choose(folder: string): void {
    this.ignored.choose(folder)
  }

  /** Whether the user or a configuration excludes a folder as a whole, so that nobody need search it. */
  async excludesFolder(path: string): Promise<boolean> {
    const found = await this.configOf(path)
    const isIgnored = (found?.effective.leavesOutIgnored ?? true) && this.ignored.ignoresFolder(path)
    const excluding = found?.effective.isExcludedFolder(absolutePath(path)) ? found : undefined
    const reason = this.excludedBy(path, excluding, isIgnored)
    if (reason) this.leftOut.set(`${path}/`, reason)
    return reason !== undefined
  }

  /** @param excluding the configuration that excludes a file or folder, if it does */
  private excludedBy(path: string, excluding: FoundConfig | undefined, isIgnored: boolean): Reason | undefined {
    if (this.isExcluded(path)) return { by: 'option' }
    if (excluding) return { by: 'exclude', config: excluding.name }
    return isIgnored ? { by: 'git' } : undefined
  }

  /** The same, but a folder that git ignores is not excluded by that. */
  async excludesFolderByGlob(path: string): Promise<boolean> {
    return (
      this.isExcluded(path) || ((await this.configOf(path))?.effective.isExcludedFolder(absolutePath(path)) ?? false)
    )
  }

  /**
   * Takes the files that a search found below a folder of the user: those without a configuration can be descriptors.
   */
  meet(files: readonly string[]): void {
    for (const path of files) if (isUsualDescriptor(path)) this.descriptorsMet.push(path)
  }

  /**
   * The descriptors of all files that were asked for so far. Failures are the folders that could not be searched, and
   * the globs of a configuration that match no descriptor: the records may then be checked without their domain.
   */
  async descriptors(): Promise<{ readonly paths: string[]; readonly failures: Failure[] }> {
    const paths = new Set(this.descriptorsWithoutConfig())
    const failures: Failure[] = []
    for (const [folder, file] of [...this.files]) {
      const found = await descriptorsOf(folder, await file, this)
      for (const path of found.paths) paths.add(path)
      failures.push(...found.failures)
    }
    return { paths: this.withVersions(paths), failures }
  }

  /** The domains that the configurations of all files that were asked for so far name. */
  async namedDomains(): Promise<ReadonlySet<string>> {
    const found = await Promise.all(this.files.values())
    return new Set(found.flatMap(({ config }) => domainsNamedBy(config)))
  }

  /** Whether the run compares versions of descriptors. */
  get comparesVersions(): boolean {
    return this.versions !== undefined
  }

  /** Files of descriptors, of which those that the run compares count only if they are in force. */
  withVersions(paths: ReadonlySet<string>): string[] {
    return this.versions ? withVersions(paths, this.versions) : [...paths]
  }

  /**
   * Lets the versions of descriptors that a run compares be no descriptors of their folders, but for those in force.
   */
  compare(versions: DescriptorVersions): void {
    this.versions = versions
  }

  /**
   * The problems of the configurations that some file needed so far, one sentence each. Failures are those with the
   * severity error: the run may then have checked something with other settings than its author meant.
   */
  async problems(registry: Registry): Promise<{ readonly failures: Failure[]; readonly warnings: string[] }> {
    const found = await Promise.all(this.files.values())
    const failures = [...this.failures]
    const warnings: string[] = []
    const all = found.flatMap(({ bases, ...one }) => [
      one,
      ...bases.map(({ place, text, file }) => ({ ...one, name: printed(place), text, file })),
    ])
    for (const { name, text, file, effective } of all) {
      const { problemSentences } = await import('./config-problems.ts')
      for (const { isError, sentence } of problemSentences(name, text, file, effective.severity, registry)) {
        if (isError) failures.push({ failure: sentence })
        else warnings.push(sentence)
      }
    }
    return { failures, warnings }
  }

  /**
   * The descriptors for files without a configuration: those below the folders that were searched, and those beside
   * the files and in the folders above, up to the working directory.
   */
  private descriptorsWithoutConfig(): string[] {
    const here = absolutePath('.')
    const folders = new Set<string>()
    const takeUpwards = (folder: string | undefined): void => {
      if (folder === undefined || folders.has(folder)) return
      folders.add(folder)
      if (folder.startsWith(`${here}/`)) takeUpwards(folderOf(folder))
    }
    this.withoutConfig.forEach(takeUpwards)
    const beside = [...folders].flatMap(folder =>
      fileNamesIn(folder)
        .filter(isUsualDescriptor)
        .map(name => resolve(`${folder}/`, name)),
    )
    const found = new Set([...beside, ...this.descriptorsMet.map(path => resolve(path))])
    return [...found]
      .sort()
      .filter(path => this.configOf(path) === undefined && !this.isExcluded(path) && !this.ignored.ignoresFile(path))
  }

  /** The files that are wanted with the configurations that count for them. */
  async filter(files: readonly string[], isWanted: IsWanted, of?: string): Promise<string[]> {
    const wanted: string[] = []
    for (const path of files) if (isWanted(path, await this.configOf(of ?? path))) wanted.push(path)
    return wanted
  }

  private configOf(path: string): Promise<FoundConfig> | undefined {
    return this.configAt(folderOf(absolutePath(path)))
  }

  /** The configuration that counts in a folder, read when it is asked for first. */
  private configAt(folder: string | undefined): Promise<FoundConfig> | undefined {
    const nearest = this.nearest(folder)
    if (nearest === undefined) return undefined
    const file = this.files.get(nearest) ?? this.read(nearest)
    this.files.set(nearest, file)
    return file
  }

  private async read(folder: string): Promise<FoundConfig> {
    const path = this.only ?? configIn(folder)
    const { found, failure } = await readConfig(folder, path, this.only !== undefined)
    if (failure) this.failures.push(failure)
    for (const { place } of found.bases) this.basePlaces.add(place)
    return found
  }
}

const setsIncludes = ({ config: { include, markdown } }: FoundConfig): boolean => include !== undefined || !!markdown

/** The files of descriptors that a run compares. */
export interface DescriptorVersions {
  readonly paths: readonly string[]
  /** Those that count in the run. */
  readonly inForce: readonly string[]
}

function withVersions(paths: ReadonlySet<string>, { paths: compared, inForce }: DescriptorVersions): string[] {
  const left = new Set(compared.map(realPathIfThere))
  return [...[...paths].filter(path => !left.has(realPathIfThere(path))), ...inForce]
}

/** Why a file or folder is left out: an option, a glob of a configuration, or git. */
export interface Reason {
  readonly by: 'option' | 'exclude' | 'include' | 'git'
  /** The name of the configuration, as it is printed. */
  readonly config?: string
}

const isUsualDescriptor = (path: string): boolean => path.endsWith('.domain.json')

/** The names of the files in a folder; none if it cannot be read, which its records tell too. */
function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(`${folder}/`, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
