import { existsSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import type { FormatOptions } from '../../shared/check/fixes/format.ts'
import type { Severities } from '../../shared/check/problem.ts'
import type { Config } from '../../shared/config/config.ts'
import type { ConfigFile } from '../../shared/config/config-file.ts'
import type { EffectiveConfig } from '../../shared/config/effective-config.ts'
import { folderOf, nearestFolder, pathBelow } from '../../shared/config/effective-config.ts'
import type { BaseConfig, ExtendedConfig } from '../../shared/config/extended-config.ts'
import type { OuterGlob } from '../../shared/config/outer-globs.ts'
import type { RuleSettings } from '../../shared/domains/descriptor.ts'
import type { DomainSettings } from '../../shared/domains/domains-in-force.ts'
import type { Registry } from '../../shared/domains/registry.ts'
import type { Failure } from '../files/failure.ts'
import { leadsOut } from '../files/leads-out.ts'
import { isInside, printed, repositoryAbove } from '../files/paths.ts'
import { readText, type Source } from '../files/read-text.ts'
import { GitIgnored } from './git-ignored.ts'

/** What the configuration sets for one file. Without a configuration nothing is set, and the defaults count. */
export interface FileSettings extends DomainSettings {
  readonly severity: Severities
  readonly format: Partial<FormatOptions>
  /** Absent if there is no configuration. */
  readonly ruleSettings?: RuleSettings
}

const noSettings: FileSettings = { severity: {}, settingDomains: [], format: {} }

/** The configurations of a run, read from disk when the first file needs them, each once. */
export class Configs {
  private readonly nearest: ReturnType<typeof nearestFolder>
  private readonly files = new Map<string, Promise<FoundConfig>>()
  private readonly failures: Failure[] = []
  /** The folders of files without a configuration, and the descriptors that a search met on its way. */
  private readonly withoutConfig = new Set<string>()
  private readonly descriptorsMet: string[] = []
  private readonly ignored = new GitIgnored()
  /** Why files and folders were left out, by their paths. */
  readonly leftOut = new Map<string, Reason>()
  /** The paths of the configurations that others extend. */
  private readonly basePlaces = new Set<string>()

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
    const here = pathOf('.')
    const isBelow = (folder: string): boolean => `${folder}/`.startsWith(`${pathOf(top)}/`)
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
    if (!effective) {
      this.withoutConfig.add(folderOf(pathOf(path))!)
      return noSettings
    }
    const { severity, format, ruleSettings } = effective
    return { severity, format, ruleSettings, ...effective.domainSettingsOf(pathOf(path)) }
  }

  /** The folder of the configuration that counts for a file; undefined if there is none. */
  folderFor(path: string): string | undefined {
    return this.nearest(folderOf(pathOf(path)))
  }

  /** The configuration that counts for a file; undefined if there is none. */
  async configFor(path: string): Promise<Pick<FoundConfig, 'config' | 'effective'> | undefined> {
    return await this.configOf(path)
  }

  /** Whether a configuration for one of these folders sets which files to include. */
  async haveIncludes(folders: Iterable<string>): Promise<boolean> {
    for (const folder of new Set(folders)) if ((await this.configAt(pathOf(folder)))?.config.include) return true
    return false
  }

  /**
   * The files that their configurations include, and where these set nothing, those that are included by default.
   *
   * @param of a file whose configuration counts for all of them; by default, each has its own
   */
  included(files: readonly string[], isIncludedByDefault: (path: string) => boolean, of?: string): Promise<string[]> {
    const isIncluded: IsWanted = (path, found) => {
      if (!found?.config.include) return isIncludedByDefault(path)
      const isWanted = found.effective.isIncluded(pathOf(path))
      if (!isWanted && isIncludedByDefault(path)) this.leftOut.set(path, { by: 'include', config: found.name })
      return isWanted
    }
    return this.filter(files, isIncluded, of)
  }

  /** The files that nobody excludes: the user, a configuration or git. @param of as for `included` */
  withoutExcluded(files: readonly string[], of?: string): Promise<string[]> {
    const isKept: IsWanted = (path, found) => {
      const isIgnored = (found?.effective.leavesOutIgnored ?? true) && this.ignored.ignoresFile(path)
      const reason = this.excludedBy(path, found?.effective.isExcluded(pathOf(path)) ? found : undefined, isIgnored)
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
    const excluding = found?.effective.isExcludedFolder(pathOf(path)) ? found : undefined
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

  private async excludesFolderByGlob(path: string): Promise<boolean> {
    return this.isExcluded(path) || ((await this.configOf(path))?.effective.isExcludedFolder(pathOf(path)) ?? false)
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
    if (this.files.size === 0) return { paths: [...paths], failures }
    const { globsWithoutDescriptor } = await import('./config-problems.ts')
    const { linkFailures, search } = await import('../files/search.ts')
    const { installedFailures, mayHaveInstalled, readInstalled } = await import('./installed.ts')
    for (const [folder, file] of [...this.files]) {
      const found = await file
      const { isDescriptor, leavesOutIgnoredDescriptors } = found.effective
      const isOwn: IsWanted = (path, nearest) =>
        nearest === found &&
        isDescriptor(pathOf(path)) &&
        !isInstalledIn(folder, pathOf(path)) &&
        !(leavesOutIgnoredDescriptors && this.ignored.ignoresFile(path))
      const own = (all: readonly string[]): Promise<string[]> => this.filter(all, isOwn)
      const excludes = leavesOutIgnoredDescriptors
        ? this
        : { excludesFolder: (path: string) => this.excludesFolderByGlob(path) }
      const descriptors: string[] = []
      const installed = mayHaveInstalled(folder, found.config) ? await readInstalled(folder, found.config) : undefined
      if (installed) failures.push(...installedFailures(installed, found.name, found.text, found.file))
      for (const start of await foldersOfGlobs(folder, found.effective.descriptors.globs)) {
        // The search takes all files: its library could take very long to match a glob of a configuration.
        const searched = await search(['**'], start, excludes)
        descriptors.push(...(await own(searched.files)))
        failures.push(...searched.failures, ...(await linkFailures(await own(searched.links), searched.files)))
      }
      const below = descriptors.map(path => pathBelow(folder, pathOf(path)))
      const refused = new Set<string>()
      for (const outer of found.effective.outerDescriptors) {
        const searched = await this.searchOuter(outer, folder)
        if (!searched) refused.add(outer.written)
        const up = outer.written.slice(0, -outer.glob.length)
        for (const path of searched?.files ?? []) {
          descriptors.push(path)
          below.push(`${up}${pathBelow(outer.folder!, pathOf(path))}`)
        }
        failures.push(...(searched?.failures ?? []))
      }
      for (const path of [...descriptors, ...(installed?.paths ?? [])]) paths.add(path)
      failures.push(...globsWithoutDescriptor(found.name, found.text, found.file, below, refused))
    }
    return { paths: [...paths], failures }
  }

  /** The descriptors that a glob outside the folder of its configuration finds; undefined outside its repository. */
  private async searchOuter(
    { folder: outer, glob }: OuterGlob,
    folder: string,
  ): Promise<{ readonly files: readonly string[]; readonly failures: readonly Failure[] } | undefined> {
    const top = repositoryAbove(resolve(`${folder}/`))
    if (outer === undefined || !top || !isInside(resolve(`${outer}/`), top)) return undefined
    const { globMatcher } = await import('../../shared/config/glob.ts')
    const { search } = await import('../files/search.ts')
    const isMatch = globMatcher([glob])
    const isWanted: IsWanted = path => isMatch(pathBelow(outer, pathOf(path))) && !this.ignored.ignoresFile(path)
    const starts = await foldersOfGlobs(outer, [glob])
    const found = await Promise.all(starts.map(start => search(['**'], start, this)))
    return {
      files: await this.filter(
        found.flatMap(({ files }) => files),
        isWanted,
      ),
      failures: found.flatMap(({ failures }) => failures),
    }
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
   * The descriptors for files without a configuration: those below the folders that were searched, and those beside the
   * files and in the folders above, up to the working directory.
   */
  private descriptorsWithoutConfig(): string[] {
    const here = pathOf('.')
    const folders = new Set<string>()
    const takeUpwards = (folder: string | undefined): void => {
      if (folder === undefined || folders.has(folder)) return
      folders.add(folder)
      if (folder.startsWith(`${here}/`)) takeUpwards(folderOf(folder))
    }
    this.withoutConfig.forEach(takeUpwards)
    const beside = [...folders].flatMap(folder =>
      namesIn(folder)
        .filter(isUsualDescriptor)
        .map(name => resolve(`${folder}/`, name)),
    )
    const found = new Set([...beside, ...this.descriptorsMet.map(path => resolve(path))])
    return [...found]
      .sort()
      .filter(path => this.configOf(path) === undefined && !this.isExcluded(path) && !this.ignored.ignoresFile(path))
  }

  private async filter(files: readonly string[], isWanted: IsWanted, of?: string): Promise<string[]> {
    const wanted: string[] = []
    for (const path of files) if (isWanted(path, await this.configOf(of ?? path))) wanted.push(path)
    return wanted
  }

  private configOf(path: string): Promise<FoundConfig> | undefined {
    return this.configAt(folderOf(pathOf(path)))
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
    const name = printed(path)
    // A configuration that the user names may be a link or a pipe.
    const unread = this.only === undefined ? await notReadFailure(name, path) : undefined
    const read = unread ?? (await readText({ file: name, path }))
    if ('failure' in read) this.failures.push(read)
    const text = 'failure' in read ? '{}' : read.text
    // Loaded only if there is a configuration: most of the time of a small check is its start.
    const { emptyConfig } = await import('../../shared/config/config.ts')
    const { readConfigFile } = await import('../../shared/config/config-file.ts')
    const { effectiveConfig } = await import('../../shared/config/effective-config.ts')
    const file = readConfigFile(text)
    const { config: own = emptyConfig } = file
    const extended = file.extended.length > 0 ? await withBases(own, file, pathOf(path)) : undefined
    const { config = own, bases = [] } = extended ?? {}
    for (const { place } of bases) this.basePlaces.add(place)
    const problems = [...file.problems, ...(extended?.problems ?? [])]
    const effective = effectiveConfig({ folder, config })
    return { name, text, file: { ...file, problems }, config, effective, bases }
  }
}

/**
 * Why a configuration is not read, although it exists. A repository of somebody else must not make Recline wait for a
 * pipe, or show the content of a file that is not its own.
 */
async function notReadFailure(name: string, path: string): Promise<Failure | undefined> {
  const isOther = await stat(path).then(
    found => !found.isFile(),
    () => false,
  )
  if (isOther) return { failure: `${name} is not a file, so it is not read; rename or delete it.` }
  if ((await leadsOut(path, dirname(path))) && (await leadsOut(path, '.')))
    return { failure: `${name} is a link that leads out of its folder, so it is not read; replace it by a file.` }
  return undefined
}

/** The folders that have all files which the globs of a folder can match, without those that are below another. */
async function foldersOfGlobs(folder: string, globs: readonly string[]): Promise<string[]> {
  const { folderOfGlob } = await import('../../shared/config/glob.ts')
  const folders = [...new Set(globs.map(folderOfGlob))].sort()
  const outermost = folders.filter(
    one => !folders.some(other => one !== other && (other === '' || one.startsWith(`${other}/`))),
  )
  const found: string[] = []
  for (const name of outermost) {
    const path = `${folder}/${name}`
    if (existsSync(path) && !(await leadsOut(path, folder))) found.push(path)
  }
  return found
}

/** Whether a file is a descriptor that a folder got from elsewhere: it counts only if the lock names it. */
const isInstalledIn = (folder: string, path: string): boolean => path.startsWith(`${folder}/.recline/descriptors/`)

/** Decides about a file with the configuration that counts for it. */
type IsWanted = (path: string, found: FoundConfig | undefined) => boolean

/** Why a file or folder is left out: an option, a glob of a configuration, or git. */
export interface Reason {
  readonly by: 'option' | 'exclude' | 'include' | 'git'
  /** The name of the configuration, as it is printed. */
  readonly config?: string
}

/** A configuration of the run. */
interface FoundConfig {
  readonly name: string
  readonly text: string
  readonly file: ConfigFile
  readonly config: Config
  readonly effective: EffectiveConfig
  /** What it extends. */
  readonly bases: readonly BaseConfig[]
}

/** Loaded only if a configuration extends others. */
async function withBases(config: Config, file: ConfigFile, place: string): Promise<ExtendedConfig> {
  const { extendedConfig } = await import('../../shared/config/extended-config.ts')
  const { findBase } = await import('./base-configs.ts')
  return extendedConfig(config, file, place, findBase)
}

const isUsualDescriptor = (path: string): boolean => path.endsWith('.domain.json')

/** The names of the files in a folder; none if it cannot be read, which its records tell too. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(`${folder}/`, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

const configIn = (folder: string): string => `${folder}/recline.json`

/** A path of this machine as one of `folders.ts`. */
const pathOf = (path: string): string => resolve(path).replaceAll(sep, '/').replace(/\/$/, '')
