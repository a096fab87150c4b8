import { ruleSettingsOf } from '../check/declared/rule-settings.ts'
import type { FormatOptions } from '../check/fixes/format.ts'
import type { Severities } from '../check/problem.ts'
import type { RuleSettings } from '../domains/descriptor.ts'
import type { DomainSettings } from '../domains/domains-in-force.ts'
import { isMarkdownFile } from '../markdown/record-fences.ts'
import { type Config, configFileName, domainsByGlob, emptyConfig, includedBy, usual } from './config.ts'
import { folderMatcher, globMatcher } from './glob.ts'
import { isOuter, type OuterGlob, outerGlobs } from './outer-globs.ts'

/** A configuration and the folder it is in, which its globs are relative to. */
export interface PlacedConfig {
  readonly folder: string
  readonly config: Config
}

/** What the user set in the editor or on the command line. It goes before every configuration. */
interface Overrides {
  readonly config: Config
  /** The folder that its globs are relative to; undefined where they match whole paths. */
  readonly folder: string | undefined
}

const noOverrides: Overrides = { config: emptyConfig, folder: undefined }

/** Globs and the folder they are relative to; undefined where they match whole paths. */
export interface FolderGlobs {
  readonly folder: string | undefined
  readonly globs: readonly string[]
}

/** What counts for the files of a folder. All paths are as in `folders.ts`. */
export interface EffectiveConfig {
  readonly severity: Severities
  readonly format: Partial<FormatOptions>
  readonly ruleSettings: RuleSettings
  readonly include: FolderGlobs
  readonly exclude: FolderGlobs
  readonly descriptors: FolderGlobs
  /** The globs of descriptors that start with `../`. */
  readonly outerDescriptors: readonly OuterGlob[]
  /** The domains of a file without a header, and the extensions that stand for other domains. */
  domainSettingsOf(path: string): DomainSettings
  /** Whether files that git ignores are left out. */
  readonly leavesOutIgnored: boolean
  /** Whether descriptors that git ignores are left out: not if globs are set for them, which name what is generated. */
  readonly leavesOutIgnoredDescriptors: boolean
  isIncluded(path: string): boolean
  /**
   * Whether the ids and references of a file count with those of other files. Those in Markdown count only in their
   * file, unless the configuration says that they belong to the records of the folder.
   */
  countsTogether(path: string): boolean
  isExcluded(path: string): boolean
  /** Whether a folder is excluded with all that is below it, so that nothing in it is looked at. */
  isExcludedFolder(path: string): boolean
  /** Whether a file is a descriptor that counts. A configuration never is. */
  isDescriptor(path: string): boolean
}

/**
 * What counts for the files of a folder: first the overrides, then the nearest configuration, then the defaults. The
 * nearest configuration counts whole: what it does not set has its default, even if one in a folder above sets it.
 */
export function effectiveConfig(nearest: PlacedConfig | undefined, overrides = noOverrides): EffectiveConfig {
  const { folder: ownFolder, config: own } = overrides
  const { folder = ownFolder, config = emptyConfig } = nearest ?? {}
  const globsOf = (key: 'exclude' | 'descriptors'): FolderGlobs =>
    own[key] ? { folder: ownFolder, globs: own[key] } : { folder, globs: config[key] ?? usual[key] }
  const { markdown = false } = config
  const [exclude, allDescriptors] = [globsOf('exclude'), globsOf('descriptors')]
  const include: FolderGlobs = own.include
    ? { folder: ownFolder, globs: includedBy({ include: own.include, markdown }) }
    : { folder, globs: includedBy(config) }
  const descriptors = { ...allDescriptors, globs: allDescriptors.globs.filter(glob => !isOuter(glob)) }
  const [isExcluded, isDescriptor] = [matches(exclude), matches(descriptors)]
  const extensions = { ...config.extensions, ...own.extensions }
  const hasExtensions = Object.keys(extensions).length > 0
  const [ownDomains, domains] = [domainsByGlob(own.domains), domainsByGlob(config.domains)]
  const leavesOutIgnored = own.gitignore ?? config.gitignore ?? true
  const severity = { ...config.severity, ...own.severity }
  return {
    severity,
    ruleSettings: ruleSettingsOf(config.rules, severity),
    format: { ...config.format, ...own.format },
    include,
    exclude,
    descriptors,
    outerDescriptors:
      allDescriptors.folder === undefined ? [] : outerGlobs(allDescriptors.globs, allDescriptors.folder),
    domainSettingsOf: path => ({
      settingDomains: ownDomains(pathFromFolder(ownFolder, path)) ?? domains(pathFromFolder(folder, path)) ?? [],
      ...(hasExtensions && { extensions }),
    }),
    isIncluded: matches(include),
    countsTogether: path => markdown || !isMarkdownFile(path),
    isExcluded,
    leavesOutIgnored,
    leavesOutIgnoredDescriptors: leavesOutIgnored && (own.descriptors ?? config.descriptors) === undefined,
    isExcludedFolder: matches(exclude, folderMatcher),
    isDescriptor: path => isDescriptor(path) && !isExcluded(path) && !path.endsWith(`/${configFileName}`),
  }
}

/**
 * Whether a folder is excluded as a whole, by itself or with a folder above it. Then a configuration in it cannot
 * include its files again.
 *
 * @param root the folder that is searched, at or above this one. What is excluded above it does not matter.
 * @param configOf gives what counts for the files of a folder
 */
export function isInExcludedFolder(
  folder: string,
  root: string,
  configOf: (folder: string) => EffectiveConfig,
): boolean {
  const above = folder === root ? undefined : folderOf(folder)
  if (above === undefined) return false
  return configOf(above).isExcludedFolder(folder) || isInExcludedFolder(above, root, configOf)
}

const matches = ({ folder, globs }: FolderGlobs, compile = globMatcher): ((path: string) => boolean) => {
  const isMatch = compile(globs)
  return path => isMatch(pathFromFolder(folder, path))
}

const pathFromFolder = (folder: string | undefined, path: string): string =>
  folder === undefined ? path : pathBelow(folder, path)

/**
 * Folders and paths as configurations see them, the same for the editor and the command line: names with `/` between,
 * from the root on. Roots are what no `/` stands in front of: an empty name, a drive such as `C:`, a scheme.
 */

/** The folder that a file or folder is in; undefined for a root. */
export function folderOf(path: string): string | undefined {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? undefined : path.slice(0, slash)
}

/** The path of a file below a folder, relative to it. For a file elsewhere, its path from the root. */
export const pathBelow = (folder: string, path: string): string =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path.replace(/^\//, '')

/**
 * Finds the nearest folder that has a configuration, upwards from a folder and starting with itself. Remembers what it
 * found, so that each folder is looked at once.
 *
 * @returns takes a folder; gives undefined where neither it nor a folder above has a configuration
 */
export function nearestFolder(
  hasConfig: (folder: string) => boolean,
): (folder: string | undefined) => string | undefined {
  const known = new Map<string, string | undefined>()
  const find = (folder: string | undefined): string | undefined => {
    if (folder === undefined) return undefined
    if (!known.has(folder)) known.set(folder, hasConfig(folder) ? folder : find(folderOf(folder)))
    return known.get(folder)
  }
  return find
}
